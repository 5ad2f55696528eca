/**
 * What generated code imports. Everything else in this folder is the runtime's own.
 * @module
 */

export type { JsonDocument } from "./data/json/json-node.js";
export type { Tree } from "./data/json/lazy-tree.js";
export { exactNumber } from "./data/json/long-integers.js";
export type { Node } from "./data/model/node.js";
export type { NodeSet } from "./data/model/node-set.js";
export type {
  Found,
  Item,
  JsonArray,
  JsonObject,
  JsonValue,
  Selection,
  Value,
} from "./data/model/values.js";
export type { XmlDocument } from "./data/xml/xml-node.js";
export { at } from "./data/xpath/child-path.js";
export {
  compare,
  compareNodes,
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  notEqual,
} from "./data/xpath/compare.js";
export {
  exists,
  holds,
  json,
  number,
  string,
  toBoolean,
  toNumber,
} from "./data/xpath/convert.js";
export { members } from "./data/xpath/members.js";
export { jsonElement, locallyNamed, named } from "./data/xpath/name-step.js";
export { documentRoot, filter, select, union } from "./data/xpath/node-path.js";
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
  type PathStep,
  parent,
  preceding,
  precedingSibling,
  type Step,
  self,
} from "./data/xpath/step.js";
export { find } from "./data/xpath/value-path.js";
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
export { applyCodecs } from "./language/functions/documents/apply-codecs.js";
export { body } from "./language/functions/documents/body.js";
export { content } from "./language/functions/documents/content.js";
export { deflate, inflate } from "./language/functions/documents/deflate.js";
export { fileExists, hasContent } from "./language/functions/documents/file-exists.js";
export { bodyDocument, xmlFile } from "./language/functions/documents/fit-document.js";
export { fitSerialize } from "./language/functions/documents/fit-serialize.js";
export { jsonBody, jsonContent } from "./language/functions/documents/json-doc.js";
export { jsonParse } from "./language/functions/documents/json-parse.js";
export { jsonStringify } from "./language/functions/documents/json-stringify.js";
export { jsonToCsv } from "./language/functions/documents/json-to-csv.js";
export { jsonToXml } from "./language/functions/documents/json-to-xml.js";
export { lookup } from "./language/functions/documents/lookup.js";
export { noDocument } from "./language/functions/documents/no-document.js";
export { xmlParse } from "./language/functions/documents/xml-parse.js";
export { xmlToJson } from "./language/functions/documents/xml-to-json.js";
export { base64Decode, base64Encode } from "./language/functions/encodings/base64.js";
export { base64UrlDecode, base64UrlEncode } from "./language/functions/encodings/base64url.js";
export { md5 } from "./language/functions/encodings/md5.js";
export { urlDecode } from "./language/functions/encodings/url-decode.js";
export { urlEncode } from "./language/functions/encodings/url-encode.js";
export { array } from "./language/functions/nodes/array.js";
export { arrayReverse } from "./language/functions/nodes/array-reverse.js";
export { hasClass } from "./language/functions/nodes/has-class.js";
export { id } from "./language/functions/nodes/id.js";
export { lang } from "./language/functions/nodes/lang.js";
export { localName } from "./language/functions/nodes/local-name.js";
export { name } from "./language/functions/nodes/name.js";
export { namespaceUri } from "./language/functions/nodes/namespace-uri.js";
export { sort, sortBy } from "./language/functions/nodes/sort.js";
export { ceiling } from "./language/functions/numbers/ceiling.js";
export { count } from "./language/functions/numbers/count.js";
export { floor } from "./language/functions/numbers/floor.js";
export { round } from "./language/functions/numbers/round.js";
export { sum } from "./language/functions/numbers/sum.js";
export { capitalizeFirst } from "./language/functions/strings/capitalize-first.js";
export { concat } from "./language/functions/strings/concat.js";
export { contains } from "./language/functions/strings/contains.js";
export { endsWith } from "./language/functions/strings/ends-with.js";
export { join } from "./language/functions/strings/join.js";
export { matches } from "./language/functions/strings/matches.js";
export { normalizeSpace } from "./language/functions/strings/normalize-space.js";
export { replace, replacement } from "./language/functions/strings/replace.js";
export { split } from "./language/functions/strings/split.js";
export { startsWith } from "./language/functions/strings/starts-with.js";
export { stringLength } from "./language/functions/strings/string-length.js";
export { substring } from "./language/functions/strings/substring.js";
export { substringAfter } from "./language/functions/strings/substring-after.js";
export { substringBefore } from "./language/functions/strings/substring-before.js";
export { tolower } from "./language/functions/strings/tolower.js";
export { toupper } from "./language/functions/strings/toupper.js";
export { translate } from "./language/functions/strings/translate.js";
export { trim } from "./language/functions/strings/trim.js";
export { fitLog } from "./language/functions/system/fit-log.js";
export { getLog } from "./language/functions/system/get-log.js";
export { unixtime } from "./language/functions/system/unixtime.js";
export { uuid3 } from "./language/functions/system/uuid3.js";
export { uuid4 } from "./language/functions/system/uuid4.js";
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
  pairs,
  within,
  withinItems,
  withinPairs,
} from "./language/template/json-template.js";
export {
  respondTemplate,
  TemplateText,
  templateContent,
  templateJson,
  templateValue,
  typed,
} from "./language/template/text-template.js";
export { toJson } from "./language/template/to-json.js";
export { bounded } from "./request/alerting-pattern.js";
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
export { type Handler, type Service, type ServiceOptions, service } from "./server/service/service.js";
export type { UpstreamApi } from "./upstream/plan/api.js";
export { charsets } from "./upstream/plan/charsets.js";
export { multipart } from "./upstream/plan/multipart.js";
