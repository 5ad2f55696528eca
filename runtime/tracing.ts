/**
 * Tells all that happens in the requests of an app: for development. Apps that are built have none of it.
 * @module
 */

export type { AnswerUpstream, AskedUpstream, GivenAnswer, GivenFailure } from "./develop/tracing/answers.js";
export { $points, startCounting } from "./develop/tracing/points.js";
export { $done, $step, $way, startTracing } from "./develop/tracing/tracing.js";
export type { TracingOptions } from "./develop/tracing/tracing-options.js";
export type { MockedOperation, UpstreamMock } from "./develop/tracing/upstream-mock.js";
