import { functions } from "../../constructs/functions/index.js";
import { textOf } from "../../source/source-text.js";
import type { Expression } from "../../syntax/xpath.js";
import { typeOfPath } from "../types/node-types.js";
import type { FlowRule } from "./rule.js";

/** Finds JSON arrays that are counted, searched or compared in place of their items. */
export const arrays: FlowRule = ({ known, describedTypesOf, reporter }) => {
  const isArray = (expression: Expression) => {
    if (expression.kind !== "path" && expression.kind !== "variable") return false;
    const types = [...(describedTypesOf(expression) ?? [])].filter((type) => type !== "null");
    return types.length === 0
      ? typeOfPath(expression, known) === "array"
      : types.every((type) => type === "array");
  };
  const checkText = (array: Expression, other: Expression) => {
    if (other.kind === "literal" && other.value !== "" && isArray(array))
      reporter.report(array.span, "arrayAsText", { array: textOf(array.span), text: textOf(other.span) });
  };
  return {
    expression(inner) {
      if (inner.kind === "binary" && (inner.operator === "=" || inner.operator === "!=")) {
        checkText(inner.left, inner.right);
        checkText(inner.right, inner.left);
      }
      if (inner.kind !== "call") return;
      const [first, second] = inner.arguments;
      const { parameters = [], examines } = functions.get(inner.name) ?? {};
      if (first === undefined) return;
      if (parameters[0]?.use === "presence" && isArray(first))
        reporter.report(first.span, "arrayCounted", { name: inner.name, array: textOf(first.span) });
      if (examines === true && second !== undefined) checkText(first, second);
    },
  };
};
