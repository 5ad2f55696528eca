type Main = typeof import("../../runtime/index.js");

/**
 * Parts of the runtime that are heavy, and that only apps which call them load: `flowc/runtime/<entry>`, and what
 * generated code may call of each.
 */
const entries = {
  html: ["htmlParse", "parseHtml"],
  crypto: ["calcSignature", "verifySignature", "encrypt", "decrypt"],
  "xml-security": ["verifyXmldsig", "decryptXml"],
  xslt: [
    ...["transformed", "transformedContent", "stylesheet", "anywhere", "fromRoot", "fromNodes"],
    ...["max", "min", "highest", "lowest"],
    ...["difference", "intersection", "distinct", "hasSameNode", "leading", "trailing"],
    ...["concatNodes", "padding", "align", "tokenize", "splitText", "replaceText"],
  ],
  saxon: ["saxonStylesheet", "transformedBySaxon", "contentBySaxon"],
  jwt: ["jwtEncode", "jwtDecode", "jwtScheme", "keySet", "security"],
  sockets: ["sockets"],
  cache: ["httpCache"],
  ldap: ["ldapLookup", "ldapQuery"],
  "linear-pattern": ["linear", "matchesPattern", "replacePattern", "splitPattern"],
  docs: ["published", "docsPage"],
  testing: ["assert", "backendFlow", "setEnv", "testRequest"],
  validation: ["validation", "configureValidation", "mocking", "upstreamApi"],
} as const satisfies { readonly [E in keyof Entries]: readonly (keyof Entries[E])[] };

interface Entries {
  html: typeof import("../../runtime/html/index.js");
  crypto: typeof import("../../runtime/crypto/index.js");
  "xml-security": typeof import("../../runtime/xml-security/index.js");
  xslt: typeof import("../../runtime/xslt/index.js");
  saxon: typeof import("../../runtime/saxon/index.js");
  jwt: typeof import("../../runtime/jwt/index.js");
  sockets: typeof import("../../runtime/sockets/index.js");
  cache: typeof import("../../runtime/cache/index.js");
  ldap: typeof import("../../runtime/ldap/index.js");
  "linear-pattern": typeof import("../../runtime/linear-pattern/index.js");
  docs: typeof import("../../runtime/docs/index.js");
  testing: typeof import("../../runtime/testing/index.js");
  validation: typeof import("../../runtime/validation/index.js");
}

/** What generated code may call of the runtime. */
export type Helper = keyof Main | (typeof entries)[keyof Entries][number];

/** What generated code names of the runtime's types. */
interface Types {
  Content: import("../../runtime/index.js").Content;
  Context: import("../../runtime/index.js").Context;
  Flow: import("../../runtime/index.js").Flow;
  Outcome: import("../../runtime/index.js").Outcome;
  Value: import("../../runtime/index.js").Value;
  Stylesheet: import("../../runtime/xslt/index.js").Stylesheet;
  Template: import("../../runtime/xslt/index.js").Template;
  PatternMaker: import("../../runtime/xslt/index.js").PatternMaker;
  Prefixes: import("../../runtime/xslt/index.js").Prefixes;
  Contract: import("../../runtime/validation/index.js").Contract;
}

export type RuntimeType = keyof Types;

const runtimeModule = "flowc/runtime";

/** The module that exports a helper. */
export const moduleOf = (helper: Helper): string => specifiers.get(helper) ?? runtimeModule;

export function moduleOfType(type: RuntimeType): string {
  switch (type) {
    case "Stylesheet":
    case "Template":
    case "PatternMaker":
    case "Prefixes":
      return `${runtimeModule}/xslt`;
    case "Contract":
      return `${runtimeModule}/validation`;
    default:
      return runtimeModule;
  }
}

const specifiers: ReadonlyMap<string, string> = new Map(
  Object.entries(entries).flatMap(([entry, names]) =>
    names.map((name) => [name, `${runtimeModule}/${entry}`]),
  ),
);

/**
 * The names of the main entry. Loading it would take longer than most builds, so they are listed here; the type names
 * the ones that the list lacks.
 */
const main: Readonly<Record<keyof Main, true>> = {
  // paths and nodes
  at: true,
  find: true,
  members: true,
  named: true,
  locallyNamed: true,
  jsonElement: true,
  path: true,
  select: true,
  filter: true,
  union: true,
  documentRoot: true,
  rootElement: true,
  ancestor: true,
  ancestorOrSelf: true,
  attribute: true,
  child: true,
  descendant: true,
  descendantOrSelf: true,
  following: true,
  followingSibling: true,
  namespace: true,
  parent: true,
  preceding: true,
  precedingSibling: true,
  self: true,
  // conversions and comparisons
  string: true,
  number: true,
  json: true,
  exists: true,
  toNumber: true,
  toBoolean: true,
  toJson: true,
  exactNumber: true,
  typed: true,
  holds: true,
  equal: true,
  notEqual: true,
  less: true,
  lessOrEqual: true,
  greater: true,
  greaterOrEqual: true,
  compare: true,
  compareNodes: true,
  // XPath functions
  count: true,
  id: true,
  localName: true,
  namespaceUri: true,
  name: true,
  concat: true,
  startsWith: true,
  contains: true,
  substringBefore: true,
  substringAfter: true,
  substring: true,
  stringLength: true,
  normalizeSpace: true,
  translate: true,
  lang: true,
  sum: true,
  floor: true,
  ceiling: true,
  round: true,
  content: true,
  body: true,
  // the engine's own functions
  applyCodecs: true,
  base64Decode: true,
  base64Encode: true,
  base64UrlDecode: true,
  base64UrlEncode: true,
  capitalizeFirst: true,
  deflate: true,
  inflate: true,
  endsWith: true,
  join: true,
  matches: true,
  bounded: true,
  md5: true,
  replace: true,
  replacement: true,
  split: true,
  tolower: true,
  toupper: true,
  trim: true,
  urlDecode: true,
  urlEncode: true,
  jsonParse: true,
  jsonStringify: true,
  jsonToCsv: true,
  jsonToXml: true,
  xmlToJson: true,
  xmlParse: true,
  fitSerialize: true,
  hasClass: true,
  array: true,
  arrayReverse: true,
  sort: true,
  sortBy: true,
  unixtime: true,
  uuid3: true,
  uuid4: true,
  fitLog: true,
  getLog: true,
  lookup: true,
  noDocument: true,
  jsonContent: true,
  jsonBody: true,
  xmlFile: true,
  bodyDocument: true,
  fileExists: true,
  hasContent: true,
  // templates
  object: true,
  pairs: true,
  loop: true,
  loopItems: true,
  loopPairs: true,
  loopAsync: true,
  loopItemsAsync: true,
  loopPairsAsync: true,
  within: true,
  withinItems: true,
  withinPairs: true,
  coalesce: true,
  none: true,
  TemplateText: true,
  templateJson: true,
  templateValue: true,
  respondTemplate: true,
  // actions
  readBody: true,
  respond: true,
  request: true,
  proxyRequest: true,
  passBody: true,
  charsets: true,
  multipart: true,
  requests: true,
  fail: true,
  setConfig: true,
  serve: true,
  servedContent: true,
  served: true,
  directory: true,
  setHeaders: true,
  setStatus: true,
  log: true,
  debug: true,
  tag: true,
  untag: true,
  echo: true,
  authenticate: true,
  dump: true,
  nameshave: true,
  replaced: true,
  recurse: true,
  // locations
  asContent: true,
  templateContent: true,
  contentInput: true,
  storageInput: true,
  bodyInput: true,
  emptyInput: true,
  variableInput: true,
  valueInput: true,
  fileInput: true,
  textFile: true,
  binaryFile: true,
  present: true,
  documentOf: true,
  documentOrText: true,
  writeContent: true,
  writeStorage: true,
  contentValue: true,
  contentText: true,
  // the app
  service: true,
  fromFile: true,
  requestEnded: true,
  cors: true,
};

/** All of them, which generated modules cannot have for names of their own. */
export const helpers: ReadonlySet<string> = new Set([...Object.keys(main), ...specifiers.keys()]);
