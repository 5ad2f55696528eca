import type { AddressInfo } from "node:net";
import { holdByDefault } from "../../base/held-bytes.js";
import { type LazyGlobals, lazyGlobals } from "../../base/lazy-globals.js";
import { whenPrepared } from "../../base/preparations.js";
import { setting } from "../../base/settings.js";
import { countTextWith } from "../../http/body-bytes.js";
import { findPlacesWith } from "../../observe/logs/place.js";
import { isNode } from "../../upstream/send/pools.js";
import { shareByDefault } from "../../upstream/share.js";
import { AdminPort } from "./admin-port.js";
import type { Application } from "./application.js";
import { beginProcess } from "./begin-process.js";
import { watchCertificates } from "./certificates.js";
import { isChecking } from "./checking.js";
import { createServer, type DrainingServer } from "./create-server.js";
import { nameInstance } from "./instance.js";
import { onDemand } from "./on-demand.js";
import { ownCounts } from "./own-counts.js";
import type { ApiNames } from "./process-events.js";
import { adminSettings, keepSettings, quit, serveChecked, warnOfMisspelt } from "./process-settings.js";
import { randomUUID } from "./random-uuids.js";
import type { Recordings } from "./recording-module.js";
import { keepRequests, openRecordings } from "./recordings.js";
import { adaptWith, reloader } from "./reload.js";
import { bearableBodies, serverLimits } from "./server-limits.js";
import { tellTimes } from "./server-timing.js";
import { onSignals } from "./signals.js";
import { sourcePlaces } from "./source-places.js";
import type { StreamLog } from "./stream-log.js";
import { observeProcess, openTelemetry } from "./telemetry.js";
import type { RunningTelemetry } from "./telemetry-module.js";
import { urlOf } from "./url-of.js";
import { clusterFor, obeyPrimary, tellSigns, workerCount } from "./workers.js";

/** Milliseconds that running requests have when the process is asked to end. */
export const grace = 10_000;

/** The part of all requests that may wait for one upstream system, so that one that hangs leaves room for others. */
const upstreamShare = 3 / 4;

/**
 * Serves the app on `PORT` (default 8080) and `HOST` (default: all addresses, IPv6 and IPv4) until a signal asks it
 * to end. Then it accepts no new connections, and the process ends with the running requests, after 10 s at the latest. A
 * second signal ends the process at once. `FLOW_WORKERS` says how many processes serve (default: this one alone),
 * `FLOW_ADMIN_PORT` where those ask who watch over it, and `FLOW_DRAIN_DELAY` how long it serves on after a signal. SIGHUP
 * reloads the settings that may change. With options, such as `--check`, it does not serve.
 * Exit codes: 0 after a signal, 1 if an address cannot be used, 2 for a wrong setting.
 */
export function listen(app: Application, api?: ApiNames): void {
  if (isChecking()) return;
  const { log, events } = beginProcess(api);
  keepSettings();
  const port = setting(undefined, "PORT");
  const admin = adminSettings(port);
  const count = workerCount();
  const telemetry = openTelemetry(admin.port !== undefined);
  const recordings = openRecordings();
  const cluster = clusterFor(count);
  if (cluster?.worker) nameInstance(cluster.worker.id);
  else warnOfMisspelt();
  const parts = cluster?.isPrimary ? onDemand("One process serves") : undefined;
  if (cluster && parts) {
    const primary = new parts.Primary(cluster, count, setting(undefined, "WORKER_TIMEOUT"), log, (url) =>
      events.started(url),
    );
    const metrics = telemetry?.settings.showsMetrics
      ? telemetry.module.metricsOfWorkers(cluster, ownCounts)
      : undefined;
    const adminPort = new AdminPort(admin, app, api, () => primary.isServing, metrics, recordings);
    onSignals(
      () => {
        events.draining();
        primary.drain();
        adminPort.drain(() => primary.end(grace));
      },
      () => primary.abort(),
      reloader(primary),
    );
    serveChecked(() => adminPort.open(() => primary.start()));
  } else if (cluster?.worker) {
    const { worker } = cluster;
    keepRequests(recordings);
    watchCertificates(worker.id === 1 && api?.hasCertificates);
    tellTimes();
    const observing = observeProcess(telemetry, api);
    if (observing?.metrics) telemetry?.module.tellMetrics(worker, observing.metrics);
    const server = serverOf(app, count);
    obeyPrimary(worker, admin, server, () => shutDown(server, log, { observing, recordings }));
    tellSigns(worker);
    open(server, port, (url) => worker.send({ url }));
  } else {
    keepRequests(recordings);
    watchCertificates(api?.hasCertificates);
    tellTimes();
    const observing = observeProcess(telemetry, api);
    const server = serverOf(app, 1);
    const isServing = () => server.listening;
    const adminPort = new AdminPort(admin, app, api, isServing, observing?.metrics, recordings);
    onSignals(
      () => {
        events.draining();
        server.drain();
        adminPort.drain(() => shutDown(server, log, { observing, recordings }));
      },
      () => process.exit(1),
      reloader(),
    );
    serveChecked(() => adminPort.open(() => open(server, port, (url) => events.started(url))));
  }
}

/**
 * Keeps V8 from making objects old from the start. It does so for all objects of a literal if the first hundred outlived a
 * collection, as those of requests that wait for the same system do. They are old and dead then, and all that they refer to
 * outlives each collection of young objects: a request with an upstream took a third longer until the process ended.
 *
 * Old objects are collected when there is four times as much as the last time. V8 takes 1.3 to 4 times by the speed at which
 * they are made, and counts bytes outside its heap on top: where bodies are passed on, it collected 17 times a second.
 *
 * It takes some milliseconds to load the module that does it, which no first response has to wait for: V8 decides nothing
 * before there is as much room for young objects as there may be.
 */
function tuneCollector(): void {
  const isKnown = isNode && Number.parseFloat(process.versions.node) < firstUnknown;
  if (!isKnown) return;
  const tune = () =>
    process
      .getBuiltinModule("node:v8")
      .setFlagsFromString("--no-allocation-site-pretenuring --heap-growing-percent=300");
  setTimeout(tune, afterStart).unref();
}

/** Milliseconds in which the first requests are answered. */
const afterStart = 100;

/** The first version of Node whose V8 may not have the flags. */
const firstUnknown = 25;

/**
 * Keeps the C library of most Linux systems from giving memory back whenever 128 KB of it are free: bodies that are passed on
 * would take it anew, page by page, which was a tenth of the time for 10 MB. It is patient once a large piece was freed.
 */
function keepFreedMemory(): void {
  if (isNode) Buffer.allocUnsafeSlow(largePiece);
}

/** Not larger than the pieces that the library learns from: 32 MB. Nobody writes to it, so that it takes no memory. */
const largePiece = 30 * 1024 * 1024;

/** What a start has loaded by now. */
const loaded: LazyGlobals = {
  now() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  uuid: randomUUID,
};

/** @param count how many processes serve */
function serverOf(app: Application, count: number): DrainingServer {
  tuneCollector();
  keepFreedMemory();
  Object.assign(lazyGlobals, loaded);
  findPlacesWith(sourcePlaces());
  countTextWith(Buffer.byteLength);
  holdByDefault(bearableBodies(count));
  const limits = serverLimits(count);
  const share = () => shareByDefault(Math.ceil(limits.maxRequests * upstreamShare));
  share();
  adaptWith(() => {
    Object.assign(limits, serverLimits(count));
    share();
  });
  return createServer(app, setting(undefined, "HOST") ?? "localhost", limits);
}

function open(server: DrainingServer, port: number, opened: (url: string) => void): void {
  const host = setting(undefined, "HOST");
  server.on("error", (error) => {
    quit("listen", `cannot listen on ${host ?? "*"}:${port}: ${error.message}`, 1);
  });
  whenPrepared(() => {
    if (!server.isClosed) server.listen(port, host, () => opened(urlOf(server.address() as AddressInfo)));
  });
}

/** The parts of a process that may still have something to send or to write when the last request has ended. */
interface Unfinished {
  readonly observing: RunningTelemetry | undefined;
  readonly recordings: Recordings | undefined;
}

/** Ends the process when what has been observed and kept, and then what has been logged, is where it should be. */
export function end(log: StreamLog, { observing, recordings }: Unfinished): void {
  const exit = () => log.drain(() => process.exit(0));
  void Promise.all([observing?.end(), recordings?.written()]).then(exit);
}

function shutDown(server: DrainingServer, log: StreamLog, unfinished: Unfinished): void {
  server.close(() => end(log, unfinished));
  setTimeout(() => process.exit(1), grace);
}
