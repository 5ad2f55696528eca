import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { holdByDefault } from "../limits/held-bytes.js";
import { writeLogWith } from "../logs/log.js";
import { findPlacesWith } from "../logs/place.js";
import { type Application, createServer } from "./create-server.js";
import { bearableBodies, serverLimits } from "./server-limits.js";
import { sourcePlaces } from "./source-places.js";
import { StreamLog } from "./stream-log.js";

/** Milliseconds that running requests have when the process is asked to end. */
const grace = 10_000;

/**
 * Serves the app on `PORT` (default 8080) and `HOST` (default: all addresses, IPv6 and IPv4) until SIGTERM or SIGINT.
 * Then it accepts no new connections, and the process ends with the running requests, after 10 s at the latest. A
 * second signal ends the process at once.
 * Exit codes: 0 after a signal, 1 if the address cannot be used, 2 for a wrong `PORT`.
 */
export function listen(app: Application): void {
  const port = portFrom(process.env.PORT);
  if (port === undefined) {
    console.error(`PORT must be an integer from 0 to 65535, not ${JSON.stringify(process.env.PORT)}`);
    process.exit(2);
  }
  const log = new StreamLog(process.stderr);
  writeLogWith(log.write);
  findPlacesWith(sourcePlaces());
  process.on("exit", log.flush); // even after an uncaught error
  const host = process.env.HOST || undefined;
  holdByDefault(bearableBodies());
  const server = createServer(app, host ?? "localhost", serverLimits());
  server.on("error", (error) => {
    console.error(`cannot listen on ${host ?? "*"}:${port}: ${error.message}`);
    process.exit(1);
  });
  server.listen(port, host, () => {
    const { address, family, port: bound } = server.address() as AddressInfo;
    console.error(`listening on http://${family === "IPv6" ? `[${address}]` : address}:${bound}`);
  });
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => shutDown(server, log));
}

function portFrom(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return 8080;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : undefined;
}

function shutDown(server: Server, log: StreamLog): void {
  // In a later turn, since Deno would call this listener for the first signal, too.
  setImmediate(() => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(1));
  });
  server.close(() => log.drain(() => process.exit(0)));
  // `close` ends the connections that are idle now, but not those that become idle later.
  const sweep = setInterval(() => server.closeIdleConnections?.(), 50);
  setTimeout(() => {
    clearInterval(sweep);
    process.exit(1);
  }, grace);
}
