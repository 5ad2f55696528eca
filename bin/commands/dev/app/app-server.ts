import type { Server } from "node:http";
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
