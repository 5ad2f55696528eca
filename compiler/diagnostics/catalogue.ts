/**
 * Every message that the build can print. A caller passes the name and its arguments, never prose.
 * Codes are stable: FLOW1… files, XML and API description; FLOW2… XPath; FLOW3… templates; FLOW4… flows and actions;
 * FLOW5… output. Each has a sample in test/diagnostics/.
 */
export type Severity = "error" | "warning";

interface Entry<A> {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string | ((args: A) => string);
  readonly hint?: string | ((args: A) => string | undefined);
}

const error = <A = undefined>(code: string, message: Entry<A>["message"], hint?: Entry<A>["hint"]): Entry<A> =>
  hint === undefined ? { code, severity: "error", message } : { code, severity: "error", message, hint };

const warning = <A = undefined>(code: string, message: Entry<A>["message"], hint?: Entry<A>["hint"]): Entry<A> =>
  hint === undefined ? { code, severity: "warning", message } : { code, severity: "warning", message, hint };

export const catalogue = {
  // XPath
  xpathUnexpected: error<{ found: string; expected: string }>(
    "FLOW2001",
    ({ found, expected }) => `Unexpected ${found} in an XPath expression, expected ${expected}.`,
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
  xpathTooDeep: error("FLOW2008", "This expression is nested too deeply.", "Compute parts of it with eval first."),
  xpathUnknownPrefix: error<{ prefix: string }>(
    "FLOW2009",
    ({ prefix }) => `The namespace prefix ${prefix} is not declared.`,
    ({ prefix }) => `Use *[name() = "${prefix}:…"] or local-name() to match prefixed names.`,
  ),
} satisfies Record<string, Entry<never>>;

export type DiagnosticName = keyof typeof catalogue;

export type Arguments<N extends DiagnosticName> = (typeof catalogue)[N] extends Entry<infer A>
  ? [A] extends [undefined]
    ? []
    : [A]
  : never;
