import type { AddressInfo } from "node:net";
import type { Application } from "./application.js";
import { onDemand } from "./on-demand.js";
import { type ApiNames, adminPortOpened } from "./process-events.js";
import { type AdminSettings, quit } from "./process-settings.js";
import type { Recordings } from "./recording-module.js";
import type { Metrics } from "./telemetry-module.js";
import { urlOf } from "./url-of.js";

/** Tells those who watch over the process how it is, if there is a port for them. */
export class AdminPort {
  #isDraining = false;

  constructor(
    private readonly settings: AdminSettings,
    private readonly app: Application,
    private readonly api: ApiNames | undefined,
    private readonly isServing: () => boolean,
    private readonly metrics: Metrics | undefined,
    private readonly recordings: Recordings | undefined,
  ) {}

  /** Calls back when the port is open, or at once if there is to be none. It stays open until the process ends. */
  open(done: () => void): void {
    const { port, host } = this.settings;
    const { settings, app, api, metrics, recordings } = this;
    const parts = port === undefined ? undefined : onDemand("The admin port stays closed");
    if (port === undefined || parts === undefined) {
      done();
      return;
    }
    const unready = () => this.#unready();
    const server = parts.createAdminServer({ settings, app, api, metrics, recordings, unready });
    server.on("error", (error) => {
      if (server.listening) return;
      quit("listen", `cannot listen on ${host}:${port}: ${error.message}`, 1);
    });
    server.listen(port, host, () => {
      adminPortOpened(urlOf(server.address() as AddressInfo));
      done();
    });
  }

  #unready(): string | undefined {
    if (this.#isDraining) return "draining";
    return this.isServing() ? undefined : "not serving";
  }

  /** Says that the process is about to end, and calls back when those who ask have had the time to learn it. */
  drain(done: () => void): void {
    const { drainDelay } = this.settings;
    this.#isDraining = true;
    if (drainDelay === 0) done();
    else setTimeout(done, drainDelay);
  }
}
