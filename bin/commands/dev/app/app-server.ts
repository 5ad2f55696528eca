import type { IncomingMessage, Server } from "node:http";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { createServer, serverLimits } from "../../../../runtime/server/index.js";
import type { Arrivals } from "./arrivals.js";
import type { Gate } from "./gate.js";
import type { CurrentApp } from "./load-app.js";

/** Serves the current app as `server.js` would, with the same limits and refusals. */
export function createAppServer(app: CurrentApp, host: string, gate: Gate, arrivals: Arrivals): Server {
  const server = createServer(app, host, serverLimits());
  for (const event of ["request", "checkContinue"])
    server.prependListener(event, (incoming: IncomingMessage) => nameScheme(incoming, host));
  arrivals.watch(server, gate);
  return server;
}

/**
 * The server of apps knows no TLS, and takes a path for one of http. A whole URL (RFC 9112 §3.2.2) says what
 * it is.
 * @param hostname for requests without a `Host` field
 */
function nameScheme(incoming: IncomingMessage, hostname: string): void {
  const { socket, url = "", headers } = incoming;
  if (!(socket instanceof TLSSocket) || !url.startsWith("/")) return;
  incoming.url = `https://${headers.host || hostname}${url}`;
}

/** A server in front of another one, which gets the connections without TLS. */
export function withTls(server: Server, identity: { readonly key: string; readonly cert: string }) {
  const secure = createTlsServer(identity, (socket) => server.emit("connection", socket));
  secure.on("tlsClientError", (_, socket) => socket.destroy()); // such as a browser that does not trust it yet
  // It looks after its connections only if it listens.
  secure.once("listening", () => server.emit("listening"));
  return secure;
}
