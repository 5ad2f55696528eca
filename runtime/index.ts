/**
 * What generated code imports. Everything else in this folder is the runtime's own.
 * @module
 */
export { authenticate } from "./actions/auth.js";
export { charsets } from "./actions/charsets.js";
export { debug, tag, untag } from "./actions/debug.js";
export { dump } from "./actions/dump.js";
export { echo } from "./actions/echo.js";
export { fail } from "./actions/error.js";
export { log } from "./actions/log.js";
export { multipart } from "./actions/multipart.js";
export { nameshave } from "./actions/nameshave.js";
export { passBody } from "./actions/pass-body.js";
export { proxyRequest } from "./actions/proxy-request.js";
export { readBody } from "./actions/read-body.js";
export { replaced } from "./actions/regex.js";
export { request, requests } from "./actions/request.js";
export { serve, servedContent } from "./actions/serve.js";
export { setConfig } from "./actions/set-config.js";
export { setHeaders } from "./actions/set-response-headers.js";
export { setStatus } from "./actions/set-status.js";
export type { UpstreamApi } from "./actions/upstream-api.js";
export { at } from "./at.js";
export { bounded } from "./bounded-pattern.js";
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
export type { Content } from "./content.js";
export { type Context, type Flow, fromFile, type Outcome } from "./context.js";
export { exists, formatNumber, holds, json, number, string, toBoolean, toJson, toNumber } from "./convert.js";
export { type Cors, type CorsOptions, cors } from "./cors.js";
export { alert } from "./errors.js";
export { find } from "./find.js";
export { applyCodecs } from "./functions/apply-codecs.js";
export { array } from "./functions/array.js";
export { arrayReverse } from "./functions/array-reverse.js";
export { base64Decode, base64Encode } from "./functions/base64.js";
export { base64UrlDecode, base64UrlEncode } from "./functions/base64url.js";
export { body } from "./functions/body.js";
export { capitalizeFirst } from "./functions/capitalize-first.js";
export { ceiling } from "./functions/ceiling.js";
export { concat } from "./functions/concat.js";
export { contains } from "./functions/contains.js";
export { content } from "./functions/content.js";
export { count } from "./functions/count.js";
export { deflate, inflate } from "./functions/deflate.js";
export { endsWith } from "./functions/ends-with.js";
export { fileExists, hasContent } from "./functions/file-exists.js";
export { bodyDocument, xmlFile } from "./functions/fit-document.js";
export { fitLog } from "./functions/fit-log.js";
export { fitSerialize } from "./functions/fit-serialize.js";
export { floor } from "./functions/floor.js";
export { getLog } from "./functions/get-log.js";
export { hasClass } from "./functions/has-class.js";
export { id } from "./functions/id.js";
export { join } from "./functions/join.js";
export { jsonBody, jsonContent } from "./functions/json-doc.js";
export { jsonParse } from "./functions/json-parse.js";
export { jsonStringify } from "./functions/json-stringify.js";
export { jsonToCsv } from "./functions/json-to-csv.js";
export { jsonToXml } from "./functions/json-to-xml.js";
export { lang } from "./functions/lang.js";
export { localName } from "./functions/local-name.js";
export { lookup } from "./functions/lookup.js";
export { matches } from "./functions/matches.js";
export { md5 } from "./functions/md5.js";
export { name } from "./functions/name.js";
export { namespaceUri } from "./functions/namespace-uri.js";
export { noDocument } from "./functions/no-document.js";
export { normalizeSpace } from "./functions/normalize-space.js";
export { replace, replacement } from "./functions/replace.js";
export { round } from "./functions/round.js";
export { sort, sortBy } from "./functions/sort.js";
export { split } from "./functions/split.js";
export { startsWith } from "./functions/starts-with.js";
export { stringLength } from "./functions/string-length.js";
export { substring } from "./functions/substring.js";
export { substringAfter } from "./functions/substring-after.js";
export { substringBefore } from "./functions/substring-before.js";
export { sum } from "./functions/sum.js";
export { tolower } from "./functions/tolower.js";
export { toupper } from "./functions/toupper.js";
export { translate } from "./functions/translate.js";
export { trim } from "./functions/trim.js";
export { unixtime } from "./functions/unixtime.js";
export { urlDecode } from "./functions/url-decode.js";
export { urlEncode } from "./functions/url-encode.js";
export { uuid3 } from "./functions/uuid3.js";
export { uuid4 } from "./functions/uuid4.js";
export { xmlParse } from "./functions/xml-parse.js";
export { xmlToJson } from "./functions/xml-to-json.js";
export { JsonDocument } from "./json-node.js";
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
export { members } from "./members.js";
export { Node } from "./node.js";
export { EMPTY, NodeSet } from "./node-set.js";
export { path } from "./path.js";
export { recurse } from "./recurse.js";
export { asContent, respond, respondText, root } from "./response.js";
export { filter, first, rootOf, select, union } from "./select.js";
export { directory, served } from "./serve/directory.js";
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
  type PathStep,
  parent,
  preceding,
  precedingSibling,
  type Step,
  self,
} from "./step.js";
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
} from "./template.js";
export {
  respondTemplate,
  TemplateText,
  templateContent,
  templateJson,
  templateValue,
  typed,
} from "./template-text.js";
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
