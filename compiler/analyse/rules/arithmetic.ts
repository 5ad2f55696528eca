import { functions } from "../../constructs/functions/index.js";
import type { Expression } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/** Finds operands of arithmetic that the schemas say are no numbers. */
export const arithmetic: FlowRule = ({ operandTypesOf, reporter }) => {
  const check = (expression: Expression, allowed: ReadonlySet<string>) => {
    const types = [...(operandTypesOf(expression) ?? [])].filter((type) => type !== "null");
    if (types.length > 0 && !types.some((type) => allowed.has(type)))
      reporter.report(expression.span, "schemaArithmetic", { types });
  };
  return {
    expression(inner) {
      if (inner.kind === "negate") check(inner.operand, numbers);
      if (inner.kind === "binary" && operators.has(inner.operator))
        for (const operand of [inner.left, inner.right]) check(operand, numbers);
      if (inner.kind !== "call") return;
      const { returns, parameters = [] } = functions.get(inner.name) ?? {};
      if (returns !== "number") return;
      for (const [index, { type, use }] of parameters.entries()) {
        const argument = inner.arguments[index];
        if (argument !== undefined && type === "nodes" && use === undefined) check(argument, summands);
      }
    },
  };
};

const operators: ReadonlySet<string> = new Set(["+", "-", "*", "div", "mod"]);
const numbers: ReadonlySet<string> = new Set(["number"]);
/** A sum is often made of texts that hold numbers. */
const summands: ReadonlySet<string> = new Set(["number", "string"]);
