import * as cache from "../../runtime/cache.js";
import * as crypto from "../../runtime/crypto.js";
import * as docs from "../../runtime/docs.js";
import * as handler from "../../runtime/handler.js";
import * as handlers from "../../runtime/handlers.js";
import * as html from "../../runtime/html.js";
import * as index from "../../runtime/index.js";
import * as jwt from "../../runtime/jwt.js";
import * as ldap from "../../runtime/ldap.js";
import * as linearPattern from "../../runtime/linear-pattern.js";
import * as resilience from "../../runtime/resilience.js";
import * as saxon from "../../runtime/saxon.js";
import * as sockets from "../../runtime/sockets.js";
import * as testing from "../../runtime/testing.js";
import * as validation from "../../runtime/validation.js";
import * as xmlSecurity from "../../runtime/xml-security.js";
import * as xslt from "../../runtime/xslt.js";

/** The modules that generated code imports from. The main one, which comes last, counts for names that others have, too. */
const entries = {
  ...{
    cache,
    crypto,
    docs,
    handlers,
    html,
    jwt,
    ldap,
    "linear-pattern": linearPattern,
    resilience,
    saxon,
    sockets,
  },
  ...{ testing, validation, "xml-security": xmlSecurity, xslt, index },
};

/** Handlers of an app have those members in their bundle that they use. */
const withMembers: object = {
  ...handler,
  ...Object.fromEntries(Object.keys(handler.xpath).map((name) => [`xpath.${name}`, true])),
};

/** The text of `compiler/code/runtime-exports.ts`. */
export function runtimeExports(): string {
  const lists = Object.entries(entries).map(
    ([entry, names]) => `  "${entry}": [\n${rows(names, "    ")}  ],\n`,
  );
  return `/** The names that the entries of the runtime export, by \`npm run docs\`: to load them takes longer than most builds. */
// biome-ignore format: it is written by a program
export const runtimeExports: Readonly<Record<string, readonly string[]>> = {
${lists.join("")}};

/** The values that \`flowc/handler\` exports, and the members of its namespace \`xpath\`. */
// biome-ignore format: it is written by a program
export const handlerExports: ReadonlySet<string> = new Set([
${rows(withMembers, "  ")}]);
`;
}

const rows = (names: object, indent: string): string =>
  Object.keys(names)
    .sort()
    .map((name) => `"${name}",`)
    .join(" ")
    .replace(/(.{1,104})(?: |$)/g, `${indent}$1\n`);
