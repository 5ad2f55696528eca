export { Memory } from "./memory.js";
export { Session, type TracedBuild } from "./session.js";
export type { Trace, TracingOptions } from "./traced-build.js";
