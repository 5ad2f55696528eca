/**
 * The imports of generated code. Everything else in this folder is the runtime's own.
 * @module
 */

export type { JsonDocument } from "./data/json/json-node.js";
export type { Tree } from "./data/json/lazy-tree.js";
export { exactNumber } from "./data/json/long-integers.js";
export type { Node } from "./data/model/node.js";
export type { NodeSet } from "./data/model/node-set.js";
export type { Found, Item, JsonArray, JsonObject, JsonValue, Selection, Value } from "./data/model/values.js";
export type { XmlDocument } from "./data/xml/xml-node.js";
export { each, nth, where } from "./data/xpath/array-path.js";
export { at, type Members, members } from "./data/xpath/child-path.js";
export {
  compare,
  compareFound,
  compareNodes,
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  notEqual,
} from "./data/xpath/compare.js";
export { exists, holds, json, number, string, toBoolean, toNumber } from "./data/xpath/convert.js";
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
  parent,
  preceding,
  precedingSibling,
  self,
} from "./data/xpath/make-step.js";
export { jsonElement, locallyNamed, named } from "./data/xpath/name-step.js";
export { documentRoot, filter, nodes, union } from "./data/xpath/node-path.js";
export type { PathStep, Step } from "./data/xpath/step.js";
export { path } from "./data/xpath/variable-path.js";
export { authenticate } from "./language/actions/auth.js";
export { debug, tag, untag } from "./language/actions/debug.js";
export { dump } from "./language/actions/dump.js";
export { echo } from "./language/actions/echo.js";
export { fail } from "./language/actions/error.js";
export { log } from "./language/actions/log.js";
export { nameshave } from "./language/actions/nameshave.js";
export { passBody } from "./language/actions/pass-body.js";
export { proxyRequest } from "./language/actions/proxy-request.js";
export { replaced } from "./language/actions/regex.js";
export { request, requests } from "./language/actions/request.js";
export { serve, servedContent } from "./language/actions/serve.js";
export { directory, served } from "./language/actions/served-directory.js";
export { setConfig } from "./language/actions/set-config.js";
export { setHeaders } from "./language/actions/set-response-headers.js";
export { setStatus } from "./language/actions/set-status.js";
export { array, arrayReverse, sort, sortBy } from "./language/functions/array-functions.js";
export { applyCodecs, deflate, inflate } from "./language/functions/codec-functions.js";
export { body, content, fileExists, hasContent, noDocument } from "./language/functions/content-functions.js";
export {
  base64Decode,
  base64Encode,
  base64UrlDecode,
  base64UrlEncode,
  md5,
  urlDecode,
  urlEncode,
  uuid3,
  uuid4,
} from "./language/functions/encoding-functions.js";
export {
  jsonBody,
  jsonContent,
  jsonParse,
  jsonStringify,
  jsonToCsv,
  jsonToXml,
  lookup,
} from "./language/functions/json-functions.js";
export { fitLog, getLog, unixtime } from "./language/functions/log-functions.js";
export { matches, replace, replacement, split } from "./language/functions/matching-functions.js";
export { hasClass, id, lang, localName, name, namespaceUri } from "./language/functions/node-functions.js";
export { ceiling, count, floor, round, sum } from "./language/functions/number-functions.js";
export {
  capitalizeFirst,
  concat,
  contains,
  endsWith,
  join,
  normalizeSpace,
  startsWith,
  stringLength,
  substring,
  substringAfter,
  substringBefore,
  tolower,
  toupper,
  translate,
  trim,
} from "./language/functions/string-functions.js";
export {
  bodyDocument,
  fitSerialize,
  xmlFile,
  xmlParse,
  xmlToJson,
} from "./language/functions/xml-functions.js";
export {
  coalesce,
  loop,
  loopAsync,
  loopItems,
  loopItemsAsync,
  loopPairs,
  loopPairsAsync,
  none,
  object,
  omitMissing,
  pairs,
  within,
} from "./language/template/json-template.js";
export {
  orNothing,
  respondTemplate,
  TemplateText,
  templateContent,
  templateJson,
  templateValue,
} from "./language/template/text-template.js";
export { toJson } from "./language/template/to-json.js";
export { bounded } from "./request/alerting-pattern.js";
export { claimsFields } from "./request/claims-fields.js";
export type { Content } from "./request/content.js";
export { type Context, type Flow, fromFile, type Outcome, requestEnded } from "./request/context.js";
export { binaryFile, fileInput, textFile } from "./request/locations/app-file.js";
export {
  bodyInput,
  contentInput,
  documentOf,
  documentOrText,
  emptyInput,
  present,
  storageInput,
  valueInput,
  variableInput,
} from "./request/locations/read-location.js";
export { contentText, contentValue, writeContent, writeStorage } from "./request/locations/write-location.js";
export { readBody } from "./request/read-body.js";
export { recurse } from "./request/recurse.js";
export { asContent, respond, rootElement } from "./request/respond.js";
export { type Cors, type CorsOptions, cors } from "./server/service/cors.js";
export { problemDocument } from "./server/service/problem-document.js";
export { type Handler, type Service, type ServiceOptions, service } from "./server/service/service.js";
export { multipart } from "./upstream/plan/multipart.js";
export { charsets } from "./upstream/plan/percent-encode.js";
export type { UpstreamApi } from "./upstream/plan/upstream-api.js";
