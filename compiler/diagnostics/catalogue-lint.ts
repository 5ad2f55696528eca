import { warning } from "./entry.js";

/** FLOW4150 to FLOW4159, and FLOW4199: what works, but has no effect. The command line leaves them out with `--no-lint`. */
export const lintDiagnostics = {
  variableUnread: warning<{ name: string }>(
    "FLOW4150",
    ({ name }) => `Nothing reads $${name}.`,
    "Leave it out, or use it.",
  ),
  variableReplaced: warning<{ name: string }>(
    "FLOW4151",
    ({ name }) => `$${name} gets another value before anything reads this one.`,
    "Leave this out, or write a condition that says which of them counts.",
  ),
  answerUnread: warning(
    "FLOW4154",
    "Nothing reads the answer to the request {id}.",
    'Leave the request out, or use its answer. If it is sent for its effect, set "method", or "exit-on-error".',
  ),
  contentReplaced: warning(
    "FLOW4152",
    "Other content takes the place of this before anybody sees it.",
    'Leave it out, or keep it in a variable: out="$name".',
  ),
  statusReplaced: warning(
    "FLOW4153",
    "Another status takes the place of this.",
    "Leave it out, or write a condition that says which of them counts.",
  ),
  sheetUnused: warning<{ name: string; isKey: boolean }>(
    "FLOW4199",
    ({ name, isKey }) =>
      isKey
        ? `No key() names the key ${name}.`
        : `Nothing calls the template ${name}, and it has no pattern.`,
    "Leave it out, or use it.",
  ),
} as const;

const codes: ReadonlySet<string> = new Set(Object.values(lintDiagnostics).map(({ code }) => code));

export function isLint({ code }: { readonly code: string }): boolean {
  return codes.has(code);
}
