/** What generated code may call of `flowc/runtime`; each is exported there under this name. */
export const helpers = [
  // paths and nodes
  "at", "path", "select", "filter", "union", "rootOf", "root",
  "ancestor", "ancestorOrSelf", "attribute", "child", "descendant", "descendantOrSelf", "following", "followingSibling",
  "namespace", "parent", "preceding", "precedingSibling", "self",
  // conversions and comparisons
  "string", "number", "json", "exists", "toNumber", "toBoolean", "toJson", "typed", "holds",
  "equal", "notEqual", "less", "lessOrEqual", "greater", "greaterOrEqual", "compare",
  // XPath functions
  "count", "id", "localName", "namespaceUri", "name", "concat", "startsWith", "contains", "substringBefore",
  "substringAfter", "substring", "stringLength", "normalizeSpace", "translate", "lang", "sum", "floor", "ceiling", "round",
  "content", "body",
  // templates
  "pairs", "loop", "loopItems", "loopPairs", "within", "withinItems", "withinPairs", "coalesce", "none",
  "TemplateText", "templateJson", "templateValue", "respondTemplate",
  // actions
  "readBody", "respond", "request", "requests", "transformed", "respondTransformed", "fail", "setHeaders", "setStatus",
  "echo", "recurse",
  // the app
  "service",
] as const;

export type Helper = (typeof helpers)[number];
