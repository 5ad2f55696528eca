/**
 * What tells all that happens in the requests of an app: for development. Apps that are built have none of it.
 * @module
 */
export type { TracingOptions } from "./options.js";
export { $points } from "./points.js";
export { $done, $step, $way, startTracing } from "./tracing.js";
export type { MockedOperation, UpstreamMock } from "./upstream-mock.js";
