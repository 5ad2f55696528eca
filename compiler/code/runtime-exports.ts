/** The names that the entries of the runtime export, by `npm run docs`: to load them takes longer than most builds. */
// biome-ignore format: it is written by a program
export const runtimeExports: Readonly<Record<string, readonly string[]>> = {
  "cache": [
    "httpCache",
  ],
  "crypto": [
    "calcSignature", "decrypt", "encrypt", "verifySignature",
  ],
  "docs": [
    "docsPage", "published",
  ],
  "handlers": [
    "handle",
  ],
  "html": [
    "htmlParse", "parseHtml",
  ],
  "jwt": [
    "jwtDecode", "jwtEncode", "jwtScheme", "keySet", "security",
  ],
  "ldap": [
    "ldapLookup", "ldapQuery",
  ],
  "linear-pattern": [
    "linear", "matchesPattern", "replacePattern", "splitPattern",
  ],
  "resilience": [
    "credentials", "guard", "rateLimit", "upstreams",
  ],
  "saxon": [
    "contentBySaxon", "saxonStylesheet", "transformedBySaxon",
  ],
  "sockets": [
    "sockets",
  ],
  "testing": [
    "assert", "backendFlow", "isTested", "runTest", "setEnv", "testRequest",
  ],
  "validation": [
    "boundedPattern", "characterCount", "configureValidation", "described", "equal", "formats",
    "isMultipleOf", "mocking", "uniqueItems", "upstreamApi", "validation", "verdicts",
  ],
  "xml-security": [
    "decryptXml", "verifyXmldsig",
  ],
  "xslt": [
    "align", "anywhere", "concatNodes", "difference", "distinct", "fromNodes", "fromRoot", "hasSameNode",
    "highest", "intersection", "leading", "lowest", "max", "min", "padding", "replaceText", "splitText",
    "stylesheet", "tokenize", "trailing", "transformed", "transformedContent",
  ],
  "index": [
    "TemplateText", "ancestor", "ancestorOrSelf", "applyCodecs", "array", "arrayReverse", "asContent", "at",
    "attribute", "authenticate", "base64Decode", "base64Encode", "base64UrlDecode", "base64UrlEncode",
    "binaryFile", "body", "bodyDocument", "bodyInput", "bounded", "capitalizeFirst", "ceiling", "charsets",
    "child", "claimsFields", "coalesce", "compare", "compareFound", "compareNodes", "concat", "contains",
    "content", "contentInput", "contentText", "contentValue", "cors", "count", "debug", "deflate",
    "descendant", "descendantOrSelf", "directory", "documentOf", "documentOrText", "documentRoot", "dump",
    "each", "echo", "emptyInput", "endsWith", "equal", "exactNumber", "exists", "fail", "fileExists",
    "fileInput", "filter", "fitLog", "fitSerialize", "floor", "following", "followingSibling", "fromFile",
    "getLog", "greater", "greaterOrEqual", "hasClass", "hasContent", "holds", "id", "inflate", "join",
    "json", "jsonBody", "jsonContent", "jsonElement", "jsonParse", "jsonStringify", "jsonToCsv",
    "jsonToXml", "lang", "less", "lessOrEqual", "localName", "locallyNamed", "log", "lookup", "loop",
    "loopAsync", "loopItems", "loopItemsAsync", "loopPairs", "loopPairsAsync", "matches", "md5", "members",
    "multipart", "name", "named", "nameshave", "namespace", "namespaceUri", "noDocument", "nodes", "none",
    "normalizeSpace", "notEqual", "nth", "number", "object", "omitMissing", "orNothing", "pairs", "parent",
    "passBody", "path", "preceding", "precedingSibling", "present", "problemDocument", "proxyRequest",
    "readBody", "recurse", "replace", "replaced", "replacement", "request", "requestEnded", "requests",
    "respond", "respondTemplate", "rootElement", "round", "self", "serve", "served", "servedContent",
    "service", "setConfig", "setHeaders", "setStatus", "sort", "sortBy", "split", "startsWith",
    "storageInput", "string", "stringLength", "substring", "substringAfter", "substringBefore", "sum",
    "tag", "templateContent", "templateJson", "templateValue", "textFile", "toBoolean", "toJson",
    "toNumber", "tolower", "toupper", "translate", "trim", "union", "unixtime", "untag", "urlDecode",
    "urlEncode", "uuid3", "uuid4", "valueInput", "variableInput", "where", "within", "writeContent",
    "writeStorage", "xmlFile", "xmlParse", "xmlToJson",
  ],
};

/** The values that `flowc/handler` exports, and the members of its namespace `xpath`. */
// biome-ignore format: it is written by a program
export const handlerExports: ReadonlySet<string> = new Set([
  "attribute", "child", "content", "descendant", "fail", "flow", "handler", "list", "logger", "number",
  "respond", "select", "string", "upstream", "upstreams", "xml", "xpath", "xpath.ancestor",
  "xpath.ancestorOrSelf", "xpath.array", "xpath.arrayReverse", "xpath.at", "xpath.attribute",
  "xpath.base64Decode", "xpath.base64Encode", "xpath.base64UrlDecode", "xpath.base64UrlEncode",
  "xpath.capitalizeFirst", "xpath.ceiling", "xpath.child", "xpath.coalesce", "xpath.compare",
  "xpath.compareFound", "xpath.compareNodes", "xpath.concat", "xpath.contains", "xpath.content",
  "xpath.count", "xpath.deflate", "xpath.descendant", "xpath.descendantOrSelf", "xpath.documentRoot",
  "xpath.each", "xpath.endsWith", "xpath.equal", "xpath.exactNumber", "xpath.exists", "xpath.filter",
  "xpath.fitSerialize", "xpath.floor", "xpath.following", "xpath.followingSibling", "xpath.greater",
  "xpath.greaterOrEqual", "xpath.holds", "xpath.id", "xpath.join", "xpath.json", "xpath.jsonElement",
  "xpath.jsonParse", "xpath.jsonStringify", "xpath.jsonToXml", "xpath.lang", "xpath.less",
  "xpath.lessOrEqual", "xpath.localName", "xpath.locallyNamed", "xpath.lookup", "xpath.loop",
  "xpath.loopItems", "xpath.loopPairs", "xpath.matches", "xpath.md5", "xpath.members", "xpath.name",
  "xpath.named", "xpath.namespace", "xpath.namespaceUri", "xpath.nodes", "xpath.none",
  "xpath.normalizeSpace", "xpath.notEqual", "xpath.nth", "xpath.number", "xpath.object",
  "xpath.omitMissing", "xpath.pairs", "xpath.parent", "xpath.path", "xpath.preceding",
  "xpath.precedingSibling", "xpath.replace", "xpath.replacement", "xpath.rootElement", "xpath.round",
  "xpath.self", "xpath.sort", "xpath.split", "xpath.startsWith", "xpath.string", "xpath.stringLength",
  "xpath.substring", "xpath.substringAfter", "xpath.substringBefore", "xpath.sum", "xpath.toBoolean",
  "xpath.toNumber", "xpath.tolower", "xpath.toupper", "xpath.translate", "xpath.trim", "xpath.union",
  "xpath.unixtime", "xpath.urlDecode", "xpath.urlEncode", "xpath.uuid3", "xpath.variable", "xpath.where",
  "xpath.within",
]);
