import type { TemplateExpression } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";

/** Tells whether an expression is `@name`, which is a string if the attribute exists. */
export function isAttribute({ operands }: TemplateExpression): boolean {
  return operands.every((operand) => operand.kind === "path" && operand.steps.at(-1)?.axis === "attribute");
}

/** Properties that every client request has (specification, `$request`). */
const alwaysSent = new Set([
  "method",
  "purpose",
  "debug",
  "host",
  "port",
  "id",
  "url",
  "path",
  "headers",
  "endpoint",
]);

/** Tells whether an expression always yields nodes to make pairs of: `$request/path`, or a union with such a path. */
export function isNeverEmpty({ operands }: TemplateExpression): boolean {
  return operands.some(function always(expression: Expression): boolean {
    if (expression.kind === "binary" && expression.operator === "|")
      return always(expression.left) || always(expression.right);
    if (expression.kind !== "path" || typeof expression.start === "string") return false;
    const [step, ...rest] = expression.steps;
    if (expression.start.kind !== "variable" || expression.start.name !== "request" || step === undefined)
      return false;
    if (rest.length > 0 || step.axis !== "child" || step.predicates.length > 0) return false;
    return step.test.kind === "any-name" || (step.test.kind === "name" && alwaysSent.has(step.test.name));
  });
}
