import { holdByDefault } from "../../base/held-bytes.js";
import { whenPrepared } from "../../base/preparations.js";
import { setting } from "../../base/settings.js";
import { countTextWith } from "../../http/body-bytes.js";
import { findPlacesWith } from "../../observe/logs/place.js";
import { AdminPort } from "./admin-port.js";
import type { Application } from "./application.js";
import { beginProcess } from "./begin-process.js";
import { watchCertificates } from "./certificates.js";
import { isChecking } from "./checking.js";
import { type FetchListener, fetchListener, type Receive } from "./fetch-listener.js";
import { end, grace } from "./listen.js";
import type { ApiNames } from "./process-events.js";
import { adminSettings, keepSettings, quit, serveChecked, warnOfMisspelt } from "./process-settings.js";
import { keepRequests, openRecordings } from "./recordings.js";
import { reloader } from "./reload.js";
import { bearableBodies } from "./server-limits.js";
import { tellTimes } from "./server-timing.js";
import { onSignals } from "./signals.js";
import { sourcePlaces } from "./source-places.js";
import type { StreamLog } from "./stream-log.js";
import { observeProcess, openTelemetry } from "./telemetry.js";
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
  answer: FetchListener,
  address: { readonly port: number; readonly hostname: string | undefined },
) => FetchServer;

/**
 * Serves the app with the server of the platform, on `PORT` (default 8080) and `HOST` (default: all addresses), until
 * a signal asks it to end, with the exit codes that `listen` has on Node. One process serves, whatever `FLOW_WORKERS` says.
 */
export function serveWith(open: Open, received: Receive, app: Application, api?: ApiNames): void {
  if (isChecking()) return;
  const { log, events } = beginProcess(api);
  countTextWith(Buffer.byteLength);
  keepSettings();
  const port = setting(undefined, "PORT");
  const admin = adminSettings(port);
  findPlacesWith(sourcePlaces());
  holdByDefault(bearableBodies());
  warnOfMisspelt();
  if (workerCount() !== 1) logWorkerAlert("FLOW_WORKERS needs Node.js; one process serves.");
  const host = setting(undefined, "HOST");
  const observing = observeProcess(openTelemetry(admin.port !== undefined), api);
  const recordings = openRecordings();
  keepRequests(recordings);
  watchCertificates(api?.hasCertificates);
  tellTimes();
  let server: FetchServer | undefined;
  const isServing = () => server !== undefined;
  const adminPort = new AdminPort(admin, app, api, isServing, observing?.metrics, recordings);
  let isEnding = false;
  onSignals(
    () => {
      isEnding = true;
      events.draining();
      adminPort.drain(() => shutDown(server, log, { observing, recordings }));
    },
    () => process.exit(1),
    reloader(),
  );
  const begin = (): void => {
    if (isEnding) return;
    try {
      server = open(fetchListener(app, received), { port, hostname: host });
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      quit("listen", `cannot listen on ${host ?? "*"}:${port}: ${reason}`, 1);
    }
    const { hostname: bound } = server;
    events.started(`http://${bound.includes(":") ? `[${bound}]` : bound}:${server.port}`);
  };
  serveChecked(() => adminPort.open(() => whenPrepared(begin)));
}

function shutDown(
  server: FetchServer | undefined,
  log: StreamLog,
  unfinished: Parameters<typeof end>[1],
): void {
  setTimeout(() => process.exit(1), grace);
  void Promise.resolve(server?.stop()).then(() => end(log, unfinished));
}
