import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { textOf } from "../../source/source-text.js";
import type { BinaryExpression, Expression } from "../../syntax/xpath.js";
import type { FlowRule } from "./rule.js";

/** Finds operands of arithmetic, and of order, that the schemas say are no numbers. */
export const arithmetic: FlowRule = ({ operandTypesOf, valuesOf, reporter }) => {
  const check = (expression: Expression, allowed: ReadonlySet<string>) => {
    const types = [...(operandTypesOf(expression) ?? [])].filter((type) => type !== "null");
    if (types.length > 0 && !types.some((type) => allowed.has(type)))
      reporter.report(expression.span, "schemaArithmetic", { types });
  };
  return {
    expression(inner) {
      if (inner.kind === "negate") check(inner.operand, numbers);
      if (inner.kind === "binary" && operators.has(inner.operator)) {
        for (const operand of [inner.left, inner.right]) {
          check(operand, numbers);
          checkName(operand, reporter);
        }
        checkFactors(inner, reporter);
      }
      if (inner.kind === "binary" && orders.has(inner.operator)) {
        const date = [inner.left, inner.right].find((operand) => valuesOf(operand) === "dates");
        if (date !== undefined) reporter.report(date.span, "orderOfDates");
      }
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

/** Finds names that end like a difference, as in `($request/get/page-1) * 20`. */
function checkName(operand: Expression, reporter: Reporter): void {
  const last = operand.kind === "path" ? operand.steps.at(-1) : undefined;
  const name = last?.axis === "child" && last.test.kind === "name" ? last.test.name : "";
  const at = name.lastIndexOf("-");
  const [minuend, number] = [name.slice(0, Math.max(at, 0)), name.slice(at + 1)];
  if (last !== undefined && minuend !== "" && /^\d+$/.test(number))
    reporter.report(last.span, "nameWithMinus", { name, minuend, number });
}

/** Finds `… * 100 div 100`, whose factors cancel each other out. */
function checkFactors({ operator, left, right, span }: BinaryExpression, reporter: Reporter): void {
  if (operator !== "div" || right.kind !== "number" || left.kind !== "binary" || left.operator !== "*")
    return;
  const isSame = [left.left, left.right].some(
    (factor) => factor.kind === "number" && factor.value === right.value,
  );
  if (isSame && right.value !== 0) reporter.report(span, "cancelledFactor", { factor: textOf(right.span) });
}

const orders: ReadonlySet<string> = new Set(["<", "<=", ">", ">="]);
const operators: ReadonlySet<string> = new Set(["+", "-", "*", "div", "mod"]);
const numbers: ReadonlySet<string> = new Set(["number"]);
/** A sum is often made of texts that hold numbers. */
const summands: ReadonlySet<string> = new Set(["number", "string"]);
