import type { AddressInfo } from "node:net";
import { createAdminServer, type Watched } from "./admin-server.js";
import type { Application } from "./application.js";
import { type ApiNames, adminPortOpened } from "./process-events.js";
import { type AdminSettings, quit } from "./process-settings.js";
import type { Metrics } from "./telemetry-module.js";
import { failingUpstream } from "./upstream-probes.js";
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
    private readonly recordings: Watched["recordings"],
  ) {}

  /** Calls back when the port is open, or at once if there is to be none. It stays open until the process ends. */
  open(done: () => void): void {
    const { port, host } = this.settings;
    if (port === undefined) {
      done();
      return;
    }
    const server = createAdminServer({
      routes: new Set(this.app.routes?.map(({ path }) => path)).size,
      flows: flowsOf(this.app),
      api: this.api,
      metrics: this.metrics,
      recordings: this.recordings,
      unready: () => this.#unready(),
    });
    server.on("error", (error) => {
      if (server.listening) return;
      quit("listen", `cannot listen on ${host}:${port}: ${error.message}`, 1);
    });
    server.listen(port, host, () => {
      adminPortOpened(urlOf(server.address() as AddressInfo));
      done();
    });
  }

  async #unready(): Promise<string | undefined> {
    if (this.#isDraining) return "draining";
    if (!this.isServing()) return "not serving";
    const failing = await failingUpstream(this.settings.readyUrls);
    // It may have begun to drain meanwhile.
    return this.#isDraining ? "draining" : failing && `no answer from ${failing}`;
  }

  /** Says that the process is about to end, and calls back when those who ask have had the time to learn it. */
  drain(done: () => void): void {
    const { drainDelay } = this.settings;
    this.#isDraining = true;
    if (drainDelay === 0) done();
    else setTimeout(done, drainDelay);
  }
}

/** How many flow files are told. */
const maxFlows = 1_000;

/** The flow files that answer requests. */
function flowsOf({ routes = [] }: Application): readonly string[] {
  const handlers = routes.map(({ handler }) => handler as { readonly files?: readonly string[] } | undefined);
  const files = new Set(handlers.flatMap((handler) => handler?.files ?? []));
  return [...files].sort().slice(0, maxFlows);
}
