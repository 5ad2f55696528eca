/**
 * `flowc/handler`: what code that people own may import. It changes by the rules of semantic versioning (docs/versioning.md), and
 * `test/handlers/api.md` has all of it.
 * @module
 */
export { fail, flow, logger, respond } from "./handler/answer.js";
export { type Handler, handler } from "./handler/handler.js";
export { content, type HandlerContent } from "./handler/handler-content.js";
export type { HandlerContext, Variables } from "./handler/handler-context.js";
export type { HandlerRequest } from "./handler/handler-request.js";
export { list } from "./handler/list.js";
export { type UpstreamRequest, type UpstreamResponse, upstream, upstreams } from "./handler/upstream.js";
export { attribute, child, descendant, number, select, string, type XmlNode, xml } from "./handler/xml.js";
export * as xpath from "./handler/xpath/index.js";
