/**
 * What generated code imports. Everything else in this folder is the runtime's own.
 * @module
 */
export { echo } from "./actions/echo.js";
export { fail } from "./actions/error.js";
export { passBody } from "./actions/pass-body.js";
export { readBody } from "./actions/read-body.js";
export { request, requests } from "./actions/request.js";
export { setHeaders } from "./actions/set-response-headers.js";
export { setStatus } from "./actions/set-status.js";
export { at } from "./at.js";
export {
  compare,
  compareNodes,
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  notEqual,
} from "./compare.js";
export type { Context, Flow, Outcome } from "./context.js";
export { exists, formatNumber, holds, json, number, string, toBoolean, toJson, toNumber } from "./convert.js";
export { alert } from "./errors.js";
export { body } from "./functions/body.js";
export { ceiling } from "./functions/ceiling.js";
export { concat } from "./functions/concat.js";
export { contains } from "./functions/contains.js";
export { content } from "./functions/content.js";
export { count } from "./functions/count.js";
export { floor } from "./functions/floor.js";
export { id } from "./functions/id.js";
export { lang } from "./functions/lang.js";
export { localName } from "./functions/local-name.js";
export { name } from "./functions/name.js";
export { namespaceUri } from "./functions/namespace-uri.js";
export { normalizeSpace } from "./functions/normalize-space.js";
export { round } from "./functions/round.js";
export { startsWith } from "./functions/starts-with.js";
export { stringLength } from "./functions/string-length.js";
export { substring } from "./functions/substring.js";
export { substringAfter } from "./functions/substring-after.js";
export { substringBefore } from "./functions/substring-before.js";
export { sum } from "./functions/sum.js";
export { translate } from "./functions/translate.js";
export { JsonDocument } from "./json-node.js";
export { Node } from "./node.js";
export { EMPTY, NodeSet } from "./node-set.js";
export { path } from "./path.js";
export { recurse } from "./recurse.js";
export { respond, respondText, root } from "./response.js";
export { filter, first, rootOf, select, union } from "./select.js";
export { type Handler, type Service, type ServiceOptions, service } from "./service.js";
export {
  ancestor,
  ancestorOrSelf,
  attribute,
  child,
  descendant,
  descendantOrSelf,
  following,
  followingSibling,
  namespace,
  type Predicate,
  parent,
  preceding,
  precedingSibling,
  type Step,
  self,
} from "./step.js";
export {
  coalesce,
  loop,
  loopItems,
  loopPairs,
  none,
  object,
  pairs,
  within,
  withinItems,
  withinPairs,
} from "./template.js";
export { respondTemplate, TemplateText, templateJson, templateValue, typed } from "./template-text.js";
export { Tree } from "./tree.js";
export {
  type Found,
  type Item,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  Selection,
  type Value,
} from "./values.js";
export { XmlDocument } from "./xml-node.js";
export { parseXml } from "./xml-parse.js";
