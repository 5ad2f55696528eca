import type { Reporter } from "../../diagnostics/reporter.js";
import { anyType, type VariableTypes } from "../../syntax/static-type.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { hasConstantVariables } from "./constants.js";
import { tokenizeTemplate } from "./json-tokens.js";
import type { Decision } from "./path-decisions.js";
import { checkPaths } from "./paths.js";
import { templateShape } from "./shape.js";

/** Proves that a template always yields JSON, or reports the path through its conditions on which it does not. */
export function analyseTemplate(
  template: Template,
  reporter: Reporter,
  variables: VariableTypes = anyType,
): TemplateFacts {
  if (template.hasErrors) return { kind: "empty" };
  const parts = tokenizeTemplate(template.parts);
  const paths = checkPaths(parts, variables);
  if (paths.isEmpty) return { kind: "empty" };
  if (!paths.canSucceed && paths.isComplete) {
    const [first] = [...paths.failures].sort((a, b) => a.length - b.length);
    if (first !== undefined) reporter.report(first.span, "templateNeverJson", { reason: first.reason });
    return { kind: "empty" };
  }
  for (const { span, reason, decisions } of paths.failures) {
    reporter.report(span, "templateMaybeNotJson", { reason, path: pathText(decisions) });
  }
  if (!paths.isComplete) reporter.report(template.span, "templateTooManyPaths");
  const isValid = paths.isComplete && paths.failures.length === 0;
  const scope = isValid ? templateShape(parts) : undefined;
  if (scope === undefined) return { kind: "text", parts, source: template };
  return hasConstantVariables(parts)
    ? { kind: "json", scope }
    : { kind: "text", parts, source: template, scope };
}

/** A message names at most this many decisions, the last ones. */
const maxShown = 4;

/** The end of a message: `where {{if a}} (3:5) is false and {{loop b}} (4:5) runs no times`. */
function pathText(decisions: readonly Decision[]): string {
  const shown = decisions.slice(-maxShown).map(({ span, outcome }) => {
    const { line, column } = span.source.place(span.start);
    const command = span.source.text.slice(span.start, span.end).replace(/\s+/g, " ");
    const head = /^\{\{.*?\}\}/.exec(command)?.[0] ?? command;
    return `${head.length > 40 ? `${head.slice(0, 39)}…` : head} (${line}:${column}) ${outcome}`;
  });
  return shown.length === 0 ? "on every path" : `where ${shown.join(" and ")}`;
}
