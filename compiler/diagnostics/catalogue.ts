import { fileDiagnostics } from "./catalogue-files.js";
import { flowDiagnostics } from "./catalogue-flows.js";
import { outputDiagnostics } from "./catalogue-output.js";
import { templateDiagnostics } from "./catalogue-templates.js";
import { type Entry, error } from "./entry.js";

export type { Severity } from "./entry.js";

/**
 * Every message that the build can print. A caller passes the name and its arguments, never prose.
 * Codes are stable: FLOW1… files, XML and API description; FLOW2… XPath; FLOW3… templates; FLOW4… flows and actions;
 * FLOW5… output. Each has a sample in test/diagnostics/.
 */
export const catalogue = {
  ...fileDiagnostics,
  ...templateDiagnostics,
  ...flowDiagnostics,
  ...outputDiagnostics,

  // XPath
  xpathUnexpected: error<{ found: string; expected: string }>(
    "FLOW2001",
    ({ found, expected }) => `Unexpected ${found} in this XPath expression, expected ${expected}.`,
  ),
  xpathUnterminatedString: error("FLOW2002", "This string literal has no closing quote."),
  xpathUnknownFunction: error<{ name: string; nearest: string | undefined }>(
    "FLOW2003",
    ({ name }) => `There is no function ${name}().`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}()?`),
  ),
  xpathArgumentCount: error<{ name: string; expected: string; found: number }>(
    "FLOW2004",
    ({ name, expected, found }) => `${name}() takes ${expected}, not ${found}.`,
  ),
  xpathEmpty: error("FLOW2005", "An XPath expression is missing here."),
  xpathUnknownAxis: error<{ name: string; nearest: string | undefined }>(
    "FLOW2006",
    ({ name }) => `There is no axis ${name}::.`,
    ({ nearest }) => (nearest === undefined ? undefined : `Did you mean ${nearest}::?`),
  ),
  xpathNotNodes: error<{ found: string }>(
    "FLOW2007",
    ({ found }) => `A node-set is needed here, but this is a ${found}.`,
  ),
  xpathTooDeep: error(
    "FLOW2008",
    "This expression is nested too deeply.",
    "Compute parts of it with eval first.",
  ),
} satisfies Record<string, Entry<never>>;

export type DiagnosticName = keyof typeof catalogue;

export type Arguments<N extends DiagnosticName> =
  (typeof catalogue)[N] extends Entry<infer A> ? ([A] extends [undefined] ? [] : [A]) : never;
