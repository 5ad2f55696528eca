import { holdByDefault } from "../../base/held-bytes.js";
import { setting } from "../../base/settings.js";
import { tellFaults } from "../../observe/logs/faults.js";
import { writeLogWith } from "../../observe/logs/log.js";
import { findPlacesWith } from "../../observe/logs/place.js";
import { AdminPort } from "./admin-port.js";
import { nameInstance } from "./instance.js";
import { end, grace, onSignals } from "./listen.js";
import { type ApiNames, ProcessEvents } from "./process-events.js";
import { adminSettings, keepSettings, serveChecked, warnOfMisspelt } from "./process-settings.js";
import { keepRequests, openRecordings } from "./recordings.js";
import type { Application } from "./request-listener.js";
import { bearableBodies } from "./server-limits.js";
import { tellTimes } from "./server-timing.js";
import { sourcePlaces } from "./source-places.js";
import { StreamLog } from "./stream-log.js";
import { observeProcess, openTelemetry } from "./telemetry.js";
import type { RunningTelemetry } from "./telemetry-module.js";
import { logWorkerAlert, workerCount } from "./workers.js";

/** A server of the platform that serves functions such as `fetch`. */
export interface FetchServer {
  readonly hostname: string;
  readonly port: number;
  /** Takes no new connections. Resolves when all requests are answered. */
  stop(): Promise<void>;
}

/** @throws Error if the address cannot be used */
type Open = (
  answer: (request: Request, remoteAddress: string | undefined) => Response | Promise<Response>,
  address: { readonly port: number; readonly hostname: string | undefined },
) => FetchServer;

/**
 * Serves the app with the server of the platform, on `PORT` (default 8080) and `HOST` (default: all addresses), until
 * SIGTERM or SIGINT, with the exit codes that `listen` has on Node. One process serves, whatever `FLOW_WORKERS` says.
 */
export function serveWith(open: Open, app: Application, api?: ApiNames): void {
  keepSettings();
  const port = setting(undefined, "PORT");
  const admin = adminSettings(port);
  const log = new StreamLog(process.stderr);
  writeLogWith(log.write);
  const events = new ProcessEvents(api);
  process.on("exit", tellFaults);
  process.on("exit", log.flush); // even after an uncaught error
  nameInstance();
  findPlacesWith(sourcePlaces());
  holdByDefault(bearableBodies());
  warnOfMisspelt();
  if (workerCount() !== 1) logWorkerAlert("FLOW_WORKERS needs Node.js; one process serves.");
  const host = setting(undefined, "HOST");
  const observing = observeProcess(openTelemetry(admin.port !== undefined), api);
  const recordings = openRecordings();
  keepRequests(recordings);
  tellTimes();
  let server: FetchServer | undefined;
  const isServing = () => server !== undefined;
  const adminPort = new AdminPort(admin, app, api, isServing, observing?.metrics, recordings);
  onSignals(
    () => {
      events.draining();
      adminPort.drain(() => shutDown(server, log, observing));
    },
    () => process.exit(1),
  );
  const serve = () => {
    try {
      server = open(
        (request, remoteAddress) => app.fetch(request, { incoming: { socket: { remoteAddress } } }),
        { port, hostname: host },
      );
    } catch (error) {
      console.error(
        `cannot listen on ${host ?? "*"}:${port}: ${error instanceof Error ? error.message : error}`,
      );
      process.exit(1);
    }
    const { hostname: bound } = server;
    events.started(`http://${bound.includes(":") ? `[${bound}]` : bound}:${server.port}`);
  };
  serveChecked(() => adminPort.open(serve));
}

function shutDown(
  server: FetchServer | undefined,
  log: StreamLog,
  observing: RunningTelemetry | undefined,
): void {
  setTimeout(() => process.exit(1), grace);
  void Promise.resolve(server?.stop()).then(() => end(log, observing));
}
