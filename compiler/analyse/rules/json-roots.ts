import { functions } from "../../constructs/functions/index.js";
import { textOf } from "../../source/source-text.js";
import type { Expression } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/** Finds the root of JSON where its members are meant, or its text. */
export const jsonRoots: FlowRule = ({ known, reporter }) => {
  /** Tells whether an expression is `$body/json`, or the same of an answer. */
  const isRoot = (expression: Expression | undefined): expression is Expression => {
    if (expression?.kind !== "path" || typeof expression.start === "string") return false;
    const { start, steps } = expression;
    const [step, ...others] = steps;
    const isNamed = step?.axis === "child" && step.test.kind === "name" && step.test.name === "json";
    if (!isNamed || others.length > 0 || step.predicates.length > 0) return false;
    if (start.kind === "variable") return start.name === "body" && known(start).value === "initial";
    return start.kind === "call" && functions.get(start.name)?.contentRead?.(start)?.as === "document";
  };
  return {
    expression(inner) {
      if (inner.kind !== "call" || functions.get(inner.name)?.parses !== "json") return;
      const [parsed] = inner.arguments;
      if (isRoot(parsed)) reporter.report(parsed.span, "parsedAlready", { path: textOf(parsed.span) });
    },
    templateValue({ operands }, use) {
      if (use !== "members") return;
      for (const operand of operands)
        if (isRoot(operand)) reporter.report(operand.span, "rootPair", { path: textOf(operand.span) });
    },
  };
};
