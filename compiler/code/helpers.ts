import { runtimeExports } from "./runtime-exports.js";

/** The heavy parts of the runtime, `flowc/runtime/<entry>`, which only apps that call them load. */
interface Entries {
  handlers: typeof import("../../runtime/handlers.js");
  html: typeof import("../../runtime/html.js");
  crypto: typeof import("../../runtime/crypto.js");
  "xml-security": typeof import("../../runtime/xml-security.js");
  xslt: typeof import("../../runtime/xslt.js");
  saxon: typeof import("../../runtime/saxon.js");
  jwt: typeof import("../../runtime/jwt.js");
  sockets: typeof import("../../runtime/sockets.js");
  cache: typeof import("../../runtime/cache.js");
  resilience: typeof import("../../runtime/resilience.js");
  ldap: typeof import("../../runtime/ldap.js");
  "linear-pattern": typeof import("../../runtime/linear-pattern.js");
  docs: typeof import("../../runtime/docs.js");
  testing: typeof import("../../runtime/testing.js");
  validation: typeof import("../../runtime/validation.js");
}

/** The functions of the runtime that generated code may call. */
export type Helper =
  | keyof typeof import("../../runtime/index.js")
  | { [E in keyof Entries]: keyof Entries[E] }[keyof Entries];

/** The types of the runtime that generated code may name. */
interface Types {
  Content: import("../../runtime/index.js").Content;
  Context: import("../../runtime/index.js").Context;
  Flow: import("../../runtime/index.js").Flow;
  Outcome: import("../../runtime/index.js").Outcome;
  Value: import("../../runtime/index.js").Value;
  Stylesheet: import("../../runtime/xslt.js").Stylesheet;
  Template: import("../../runtime/xslt.js").Template;
  PatternMaker: import("../../runtime/xslt.js").PatternMaker;
  Prefixes: import("../../runtime/xslt.js").Prefixes;
  Contract: import("../../runtime/validation.js").Contract;
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
  Object.entries(runtimeExports).flatMap(([entry, names]) =>
    names.map((name) => [name, entry === "index" ? runtimeModule : `${runtimeModule}/${entry}`]),
  ),
);

/** All of them, which generated modules cannot have for names of their own. */
export const helpers: ReadonlySet<string> = new Set(specifiers.keys());
