import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Flow } from "../../syntax/flow.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { flowExpressions } from "../flows/expressions.js";
import type { JsonTypesOf } from "../schemas/check-schemas.js";

/** Finds operands of arithmetic that the schemas say are no numbers. */
export function checkArithmetic(flows: Iterable<Flow>, jsonTypesOf: JsonTypesOf, reporter: Reporter): void {
  const check = (expression: Expression, allowed: ReadonlySet<string>) => {
    const types = [...(jsonTypesOf(expression) ?? [])].filter((type) => type !== "null");
    if (types.length > 0 && !types.some((type) => allowed.has(type)))
      reporter.report(expression.span, "schemaArithmetic", { types });
  };
  for (const flow of flows) {
    for (const expression of flowExpressions(flow)) {
      walkExpression(expression, (inner) => {
        if (inner.kind === "negate") check(inner.operand, numbers);
        if (inner.kind === "binary" && operators.has(inner.operator))
          for (const operand of [inner.left, inner.right]) check(operand, numbers);
        if (inner.kind === "call" && functions.get(inner.name)?.adds === true)
          for (const argument of inner.arguments) check(argument, summands);
      });
    }
  }
}

const operators: ReadonlySet<string> = new Set(["+", "-", "*", "div", "mod"]);
const numbers: ReadonlySet<string> = new Set(["number"]);
/** A sum is often made of texts that hold numbers. */
const summands: ReadonlySet<string> = new Set(["number", "string"]);
