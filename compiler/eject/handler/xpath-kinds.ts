import type { Kind } from "./written.js";

const byKind: Readonly<Partial<Record<Kind, string>>> = {
  boolean:
    "exists equal notEqual less lessOrEqual greater greaterOrEqual compare compareFound compareNodes holds contains startsWith " +
    "endsWith toBoolean matches lang",
  number: "count sum number toNumber floor ceiling round stringLength",
  string:
    "string concat substring substringAfter substringBefore normalizeSpace translate name localName namespaceUri tolower toupper trim lookup " +
    "join capitalizeFirst base64Encode base64UrlEncode urlEncode md5 uuid3 fitSerialize replace",
  array: "loop loopItems",
  object: "pairs object omitMissing loopPairs",
  json: "json toJson",
  nodes:
    "at path nodes where each nth members child descendant descendantOrSelf attribute parent ancestor ancestorOrSelf self " +
    "following followingSibling preceding precedingSibling named locallyNamed filter union rootElement documentRoot within " +
    "coalesce sort split namespace jsonElement id array arrayReverse jsonParse jsonStringify jsonToXml base64Decode base64UrlDecode " +
    "urlDecode deflate exactNumber replacement unixtime",
};

/** The members of `xpath` in `flowc/handler`, and what they yield. */
export const xpathKinds: ReadonlyMap<string, Kind> = new Map(
  Object.entries(byKind).flatMap(([kind, names]) =>
    names.split(" ").map((name) => [name, kind as Kind] as const),
  ),
);
