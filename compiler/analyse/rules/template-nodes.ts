import { textOf } from "../../source/source-text.js";
import { commonType, isPrimitive } from "../../syntax/static-type.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { visitTemplate } from "../../syntax/visit-template.js";
import type { Expression, Step } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/** Finds the name of the nodes of a `{{with}}` once more at the beginning of a path from them. */
export const namesOfContexts: FlowRule = ({ describedTypesOf, reporter }) => ({
  templatePart(part) {
    if (part.kind !== "block" || part.command.use !== "context") return;
    const [{ value, parts }] = part.ways;
    const [context, ...others] = value.operands;
    const own = context.kind === "path" ? nameOf(context.steps.at(-1)) : undefined;
    if (own === undefined || others.length > 0 || describedTypesOf(context) !== undefined) return;
    const check = (expression: Expression): void =>
      walkExpression(expression, (inner, isPerNode) => {
        if (inner.kind !== "path" || inner.start !== "context" || inner.steps.length < 2 || isPerNode) return;
        const [first] = inner.steps;
        if (first !== undefined && nameOf(first) === own)
          reporter.report(first.span, "ownName", { name: own });
      });
    for (const inner of parts) {
      if (inner.kind === "block" && inner.command.hasContext) continue;
      visitTemplate([inner], { value: ({ operands }) => operands.forEach(check) });
    }
  },
});

/** Finds the whole path in a `{{loop}}` over it, which leads to the first item in each round. */
export const pathsOfLoops: FlowRule = ({ reporter }) => ({
  templatePart(part) {
    if (part.kind !== "block" || part.command.use !== "items") return;
    const [{ value, parts }] = part.ways;
    const [over, ...others] = value.operands;
    if (over.kind !== "path" || typeof over.start === "string" || others.length > 0) return;
    const beginning = `${textOf(over.span)}/value/`;
    visitTemplate(parts, {
      value: ({ operands }, use) => {
        for (const operand of use === "value" ? operands : []) {
          const path = operand.kind === "path" ? textOf(operand.span) : "";
          if (path.startsWith(beginning) && !path.includes("["))
            reporter.report(operand.span, "firstInEachRound", {
              inner: path.slice(beginning.length),
              isAll: false,
            });
        }
      },
    });
  },
});

const nameOf = (step: Step | undefined): string | undefined =>
  step?.axis === "child" && step.test.kind === "name" && step.predicates.length === 0
    ? step.test.name
    : undefined;

/** Proves that loops and pair producers are given nodes. */
export const templateNodes: FlowRule = ({ reporter, typeOf }) => ({
  templateValue({ span, operands }, use) {
    if (use !== "items" && use !== "members") return;
    const found = operands.map(typeOf).reduce(commonType);
    if (!isPrimitive(found)) return;
    const [operand, ...others] = operands;
    const variable = others.length === 0 && operand.kind === "variable" ? operand.name : undefined;
    reporter.report(span, "xpathNotNodes", { found, variable });
  },
});
