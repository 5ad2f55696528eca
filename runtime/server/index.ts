export type { Application } from "./node/application.js";
export { createServer } from "./node/create-server.js";
export type { RecordingHost, RecordingModule } from "./node/recording-module.js";
export { serverLimits } from "./node/server-limits.js";
