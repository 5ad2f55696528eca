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
    "fileInput", "filter", "find", "fitLog", "fitSerialize", "floor", "following", "followingSibling",
    "fromFile", "getLog", "greater", "greaterOrEqual", "hasClass", "hasContent", "holds", "id", "inflate",
    "join", "json", "jsonBody", "jsonContent", "jsonElement", "jsonParse", "jsonStringify", "jsonToCsv",
    "jsonToXml", "lang", "less", "lessOrEqual", "localName", "locallyNamed", "log", "lookup", "loop",
    "loopAsync", "loopItems", "loopItemsAsync", "loopPairs", "loopPairsAsync", "matches", "md5", "members",
    "multipart", "name", "named", "nameshave", "namespace", "namespaceUri", "noDocument", "none",
    "normalizeSpace", "notEqual", "nth", "number", "object", "pairs", "parent", "passBody", "path",
    "preceding", "precedingSibling", "present", "problemDocument", "proxyRequest", "readBody", "recurse",
    "replace", "replaced", "replacement", "request", "requestEnded", "requests", "respond",
    "respondTemplate", "rootElement", "round", "select", "self", "serve", "served", "servedContent",
    "service", "setConfig", "setHeaders", "setStatus", "sort", "sortBy", "split", "startsWith",
    "storageInput", "string", "stringLength", "substring", "substringAfter", "substringBefore", "sum",
    "tag", "templateContent", "templateJson", "templateValue", "textFile", "toBoolean", "toJson",
    "toNumber", "tolower", "toupper", "translate", "trim", "typed", "union", "unixtime", "untag",
    "urlDecode", "urlEncode", "uuid3", "uuid4", "valueInput", "variableInput", "where", "withPairs",
    "within", "writeContent", "writeStorage", "xmlFile", "xmlParse", "xmlToJson",
  ],
};

/** The values that `flowc/handler` exports. */
// biome-ignore format: it is written by a program
export const handlerExports: ReadonlySet<string> = new Set([
  "attribute", "child", "content", "descendant", "fail", "flow", "handler", "logger", "number", "respond",
  "select", "string", "upstream", "upstreams", "xml",
]);
