export { generateFlow } from "./app.js";
export { describeApi } from "./descriptions.js";
export { type AppGraph, describeGraph } from "./graph.js";
export type { MockedUpstreams } from "./mocks.js";
export { FlowNames } from "./module/names.js";
export type { RouteDescription } from "./routes.js";
export { type AnsweredBy, answeredBy, type HandlerShare, handlerShare, handlerShareText } from "./share.js";
