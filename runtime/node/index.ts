import type { Worker } from "node:cluster";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { keepProcessVariables, setting } from "../environment/settings.js";
import { countTextWith } from "../http/body-bytes.js";
import { holdByDefault } from "../limits/held-bytes.js";
import { writeLogWith } from "../logs/log.js";
import { findPlacesWith } from "../logs/place.js";
import { createServer } from "./create-server.js";
import { Primary } from "./primary.js";
import type { Application } from "./request-listener.js";
import { bearableBodies, serverLimits } from "./server-limits.js";
import { sourcePlaces } from "./source-places.js";
import { StreamLog } from "./stream-log.js";
import { clusterFor, obeyPrimary, workerCount } from "./workers.js";

/** Milliseconds that running requests have when the process is asked to end. */
export const grace = 10_000;

const signals = ["SIGTERM", "SIGINT"] as const;

/**
 * Serves the app on `PORT` (default 8080) and `HOST` (default: all addresses, IPv6 and IPv4) until SIGTERM or SIGINT.
 * Then it accepts no new connections, and the process ends with the running requests, after 10 s at the latest. A
 * second signal ends the process at once. `FLOW_WORKERS` says how many processes serve (default: this one alone).
 * Exit codes: 0 after a signal, 1 if the address cannot be used, 2 for a wrong `PORT` or `FLOW_WORKERS`.
 */
export function listen(app: Application): void {
  keepProcessVariables();
  const port = portFrom(process.env.PORT);
  if (port === undefined) {
    console.error(`PORT must be an integer from 0 to 65535, not ${JSON.stringify(process.env.PORT)}`);
    process.exit(2);
  }
  const workers = setting(undefined, "WORKERS");
  const count = workerCount(workers);
  if (count === undefined) {
    console.error(`FLOW_WORKERS must be auto or an integer from 1 to 1000, not ${JSON.stringify(workers)}`);
    process.exit(2);
  }
  const log = new StreamLog(process.stderr);
  writeLogWith(log.write);
  process.on("exit", log.flush); // even after an uncaught error
  const cluster = clusterFor(count);
  if (cluster?.isPrimary) {
    const primary = new Primary(cluster, count, log);
    onSignals(
      () => primary.end(grace),
      () => primary.abort(),
    );
    primary.start();
  } else serve(app, port, log, cluster?.worker, cluster ? count : 1);
}

/**
 * @param worker this process, if it is one
 * @param count how many processes serve
 */
function serve(
  app: Application,
  port: number,
  log: StreamLog,
  worker: Worker | undefined,
  count: number,
): void {
  findPlacesWith(sourcePlaces());
  countTextWith(Buffer.byteLength);
  const host = process.env.HOST || undefined;
  holdByDefault(bearableBodies(count));
  const server = createServer(app, host ?? "localhost", serverLimits(count));
  server.on("error", (error) => {
    console.error(`cannot listen on ${host ?? "*"}:${port}: ${error.message}`);
    process.exit(1);
  });
  server.listen(port, host, () => {
    const { address, family, port: bound } = server.address() as AddressInfo;
    const url = `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
    if (worker) worker.send({ url });
    else console.error(`listening on ${url}`);
  });
  const end = () => shutDown(server, log);
  if (worker) obeyPrimary(worker, signals, end);
  else onSignals(end, () => process.exit(1));
}

/** Calls `end` for the first signal, and `abort` for the second one. */
export function onSignals(end: () => void, abort: () => void): void {
  const onFirst = () => {
    // In a later turn, since Deno would call this listener for the first signal, too.
    setImmediate(() => {
      for (const signal of signals) process.once(signal, abort);
    });
    end();
  };
  for (const signal of signals) process.once(signal, onFirst);
}

/** The port that the value of `PORT` names; `undefined` if it names none. */
export function portFrom(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return 8080;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

function shutDown(server: Server, log: StreamLog): void {
  server.close(() => log.drain(() => process.exit(0)));
  // `close` ends the connections that are idle now, but not those that become idle later.
  const sweep = setInterval(() => server.closeIdleConnections?.(), 50);
  setTimeout(() => {
    clearInterval(sweep);
    process.exit(1);
  }, grace);
}
