import type { Server as HttpServer } from "node:http";
import type { AddressInfo, Server } from "node:net";

/** Milliseconds that running requests have when the process is asked to end. */
const grace = 2000;

/** Resolves to the port on which a server listens. Rejects if the address cannot be used. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => reject(new Error(reason(error, host, port)));
    server.once("error", failed);
    server.listen(port, host, () => {
      server.off("error", failed);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** Listens on a port, or on any that is free if another program has it. */
export function listenNear(server: Server, host: string, port: number): Promise<number> {
  return listen(server, host, port > 65_535 ? 0 : port).catch(() => listen(server, host, 0));
}

function reason({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `Another program listens on port ${port} of ${host}. Choose another one with --port or PORT.`;
  if (code === "EACCES") return `You may not listen on port ${port} of ${host}.`;
  return `Cannot listen on ${host}:${port}: ${message}`;
}

/**
 * Ends in order: what runs may finish, but nothing begins.
 * @param listeners the servers that have the addresses
 * @param servers those that have the connections
 */
export async function closeServers(
  listeners: readonly Server[],
  servers: readonly HttpServer[],
): Promise<void> {
  const closed = listeners.map((server) => new Promise((resolve) => server.close(resolve)));
  const sweep = setInterval(() => {
    for (const server of servers) server.closeIdleConnections();
  }, 50);
  const timer = setTimeout(() => {
    for (const server of servers) server.closeAllConnections();
  }, grace);
  await Promise.all(closed);
  clearInterval(sweep);
  clearTimeout(timer);
}
