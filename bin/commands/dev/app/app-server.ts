import type { Server } from "node:http";
import { createServer as createTlsServer } from "node:tls";
import { createServer } from "../../../../runtime/node/create-server.js";
import { serverLimits } from "../../../../runtime/node/server-limits.js";
import type { CurrentApp } from "./current-app.js";
import type { Gate } from "./gate.js";
import type { Recorder } from "./recorder.js";

/** Serves the current app as `server.js` would, with the same limits and refusals. */
export function createAppServer(app: CurrentApp, host: string, gate: Gate, recorder: Recorder): Server {
  const server = createServer(app, host, serverLimits());
  recorder.watch(server, gate);
  return server;
}

/** A server in front of another one, which gets the connections without TLS. */
export function withTls(server: Server, identity: { readonly key: string; readonly cert: string }) {
  const secure = createTlsServer(identity, (socket) => server.emit("connection", socket));
  secure.on("tlsClientError", (_, socket) => socket.destroy()); // such as a browser that does not trust it yet
  // It looks after its connections only if it listens.
  secure.once("listening", () => server.emit("listening"));
  return secure;
}
