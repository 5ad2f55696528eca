/**
 * What generated code imports. Everything else in this folder is the runtime's own.
 * @module
 */
export { authenticate } from "./actions/auth.js";
export { debug, tag, untag } from "./actions/debug.js";
export { dump } from "./actions/dump.js";
export { echo } from "./actions/echo.js";
export { fail } from "./actions/error.js";
export { log } from "./actions/log.js";
export { nameshave } from "./actions/nameshave.js";
export { passBody } from "./actions/pass-body.js";
export { proxyRequest } from "./actions/proxy-request.js";
export { replaced } from "./actions/regex.js";
export { request, requests } from "./actions/request.js";
export { serve, servedContent } from "./actions/serve.js";
export { setConfig } from "./actions/set-config.js";
export { setHeaders } from "./actions/set-response-headers.js";
export { setStatus } from "./actions/set-status.js";
export type { Node } from "./data-model/node.js";
export type { NodeSet } from "./data-model/node-set.js";
export type {
  Found,
  Item,
  JsonArray,
  JsonObject,
  JsonValue,
  Selection,
  Value,
} from "./data-model/values.js";
export { bounded } from "./flow/bounded-pattern.js";
export type { Content } from "./flow/content.js";
export { type Context, type Flow, fromFile, type Outcome, requestEnded } from "./flow/context.js";
export { readBody } from "./flow/read-body.js";
export { recurse } from "./flow/recurse.js";
export { asContent, respond, rootElement } from "./flow/respond.js";
export { applyCodecs } from "./functions/documents/apply-codecs.js";
export { body } from "./functions/documents/body.js";
export { content } from "./functions/documents/content.js";
export { deflate, inflate } from "./functions/documents/deflate.js";
export { fileExists, hasContent } from "./functions/documents/file-exists.js";
export { bodyDocument, xmlFile } from "./functions/documents/fit-document.js";
export { fitSerialize } from "./functions/documents/fit-serialize.js";
export { jsonBody, jsonContent } from "./functions/documents/json-doc.js";
export { jsonParse } from "./functions/documents/json-parse.js";
export { jsonStringify } from "./functions/documents/json-stringify.js";
export { jsonToCsv } from "./functions/documents/json-to-csv.js";
export { jsonToXml } from "./functions/documents/json-to-xml.js";
export { lookup } from "./functions/documents/lookup.js";
export { noDocument } from "./functions/documents/no-document.js";
export { xmlParse } from "./functions/documents/xml-parse.js";
export { xmlToJson } from "./functions/documents/xml-to-json.js";
export { base64Decode, base64Encode } from "./functions/encodings/base64.js";
export { base64UrlDecode, base64UrlEncode } from "./functions/encodings/base64url.js";
export { md5 } from "./functions/encodings/md5.js";
export { urlDecode } from "./functions/encodings/url-decode.js";
export { urlEncode } from "./functions/encodings/url-encode.js";
export { array } from "./functions/nodes/array.js";
export { arrayReverse } from "./functions/nodes/array-reverse.js";
export { hasClass } from "./functions/nodes/has-class.js";
export { id } from "./functions/nodes/id.js";
export { lang } from "./functions/nodes/lang.js";
export { localName } from "./functions/nodes/local-name.js";
export { name } from "./functions/nodes/name.js";
export { namespaceUri } from "./functions/nodes/namespace-uri.js";
export { sort, sortBy } from "./functions/nodes/sort.js";
export { ceiling } from "./functions/numbers/ceiling.js";
export { count } from "./functions/numbers/count.js";
export { floor } from "./functions/numbers/floor.js";
export { round } from "./functions/numbers/round.js";
export { sum } from "./functions/numbers/sum.js";
export { capitalizeFirst } from "./functions/strings/capitalize-first.js";
export { concat } from "./functions/strings/concat.js";
export { contains } from "./functions/strings/contains.js";
export { endsWith } from "./functions/strings/ends-with.js";
export { join } from "./functions/strings/join.js";
export { matches } from "./functions/strings/matches.js";
export { normalizeSpace } from "./functions/strings/normalize-space.js";
export { replace, replacement } from "./functions/strings/replace.js";
export { split } from "./functions/strings/split.js";
export { startsWith } from "./functions/strings/starts-with.js";
export { stringLength } from "./functions/strings/string-length.js";
export { substring } from "./functions/strings/substring.js";
export { substringAfter } from "./functions/strings/substring-after.js";
export { substringBefore } from "./functions/strings/substring-before.js";
export { tolower } from "./functions/strings/tolower.js";
export { toupper } from "./functions/strings/toupper.js";
export { translate } from "./functions/strings/translate.js";
export { trim } from "./functions/strings/trim.js";
export { fitLog } from "./functions/system/fit-log.js";
export { getLog } from "./functions/system/get-log.js";
export { unixtime } from "./functions/system/unixtime.js";
export { uuid3 } from "./functions/system/uuid3.js";
export { uuid4 } from "./functions/system/uuid4.js";
export type { Tree } from "./json/lazy-tree.js";
export { exactNumber } from "./json/long-integers.js";
export type { JsonDocument } from "./json/node.js";
export { binaryFile, fileInput, textFile } from "./locations/file.js";
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
} from "./locations/read.js";
export { contentText, contentValue, writeContent, writeStorage } from "./locations/write.js";
export { directory, served } from "./serve/directory.js";
export { type Cors, type CorsOptions, cors } from "./service/cors.js";
export { type Handler, type Service, type ServiceOptions, service } from "./service/service.js";
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
} from "./template/json.js";
export {
  respondTemplate,
  TemplateText,
  templateContent,
  templateJson,
  templateValue,
  typed,
} from "./template/text.js";
export { toJson } from "./template/to-json.js";
export type { UpstreamApi } from "./upstream/plan/api.js";
export { charsets } from "./upstream/plan/charsets.js";
export { multipart } from "./upstream/plan/multipart.js";
export type { XmlDocument } from "./xml/node.js";
export { at } from "./xpath/child-path.js";
export {
  compare,
  compareNodes,
  equal,
  greater,
  greaterOrEqual,
  less,
  lessOrEqual,
  notEqual,
} from "./xpath/compare.js";
export {
  exists,
  holds,
  json,
  number,
  string,
  toBoolean,
  toNumber,
} from "./xpath/convert.js";
export { members } from "./xpath/members.js";
export { jsonElement, locallyNamed, named } from "./xpath/name-step.js";
export { documentRoot, filter, select, union } from "./xpath/node-path.js";
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
} from "./xpath/step.js";
export { find } from "./xpath/value-path.js";
export { path } from "./xpath/variable-path.js";
