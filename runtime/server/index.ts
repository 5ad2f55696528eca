export { createServer } from "./node/create-server.js";
export type { RecordingHost, RecordingModule } from "./node/recording-module.js";
export type { Application } from "./node/request-listener.js";
export { serverLimits } from "./node/server-limits.js";
