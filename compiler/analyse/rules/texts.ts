import { parseNumber } from "../../../runtime/data/model/string-value.js";
import { functions } from "../../constructs/functions/index.js";
import { textOf } from "../../source/source-text.js";
import type { BinaryExpression, BinaryOperator, Expression, FunctionCall } from "../../syntax/xpath.js";
import { isConversion } from "../expressions/converted.js";
import type { Variables } from "../types/node-types.js";
import type { FlowRule } from "./rule.js";

/**
 * Finds texts by authors who know other languages better: joined with `+`, dates without quotes, and with variables in
 * them.
 */
export const texts: FlowRule = ({ known, variables, reporter }) => {
  const checkOperand = (operand: Expression, operator: BinaryOperator) => {
    const text = noNumber(operand, known);
    if (text !== undefined)
      reporter.report(operand.span, "arithmeticWithText", { text, isSum: operator === "+" });
  };
  const checkBinary = ({ span, operator, left, right }: BinaryExpression) => {
    if (!arithmetic.has(operator)) return;
    const text = textOf(span);
    // A subtraction that looks like a date: `2026-11-22`.
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) reporter.report(span, "dateWithoutQuotes", { text });
    checkOperand(left, operator);
    checkOperand(right, operator);
  };
  /** Reports a text with digits that is made a number of, and is none: `12,50`. Without digits, NaN is meant. */
  const checkConversion = (call: FunctionCall) => {
    const [operand] = call.arguments;
    if (operand === undefined || !isConversion(call, "number")) return;
    const text = noNumber(operand, known);
    if (text !== undefined && /\d/.test(text) && Number.isNaN(Number(text)))
      reporter.report(operand.span, "arithmeticWithText", { text, isSum: false });
  };
  const embedded = new Set<Expression | undefined>();
  return {
    expression(inner) {
      if (inner.kind === "call" && inner.embedded !== undefined)
        embedded.add(inner.arguments[functions.get(inner.name)?.embeds ?? -1]);
      if (inner.kind === "binary") checkBinary(inner);
      else if (inner.kind === "negate") checkOperand(inner.operand, "-");
      else if (inner.kind === "call") checkConversion(inner);
      else if (inner.kind === "literal" && !embedded.has(inner)) {
        // A text has nothing filled in.
        const found = [...inner.value.matchAll(/\$(\{\s*\$?([A-Za-z_][\w-]*)|([A-Za-z_][\w-]*))/g)];
        const filled = found.find(([, , braced, plain]) => variables.has(braced ?? plain ?? ""));
        if (filled === undefined) return;
        const [text, , braced, plain = ""] = filled;
        const isAlone = text === inner.value;
        reporter.report(inner.span, "variableInText", { name: braced ?? plain, isAlone, isTemplate: false });
      }
    },
    templatePart(part) {
      if (part.kind !== "text" || typeof part.text === "string") return;
      const { text } = part.text;
      for (const { 0: found, 1: name = "", index } of text.matchAll(filling)) {
        const end = index + found.length;
        const isAlone = text[index - 1] === '"' && text[end] === '"';
        if (variables.has(name))
          reporter.report(part.text.span(index, end), "variableInText", { name, isAlone, isTemplate: true });
      }
    },
  };
};

const arithmetic: ReadonlySet<BinaryOperator> = new Set(["+", "-", "*", "div", "mod"]);

/** A variable, written as JavaScript fills it in. */
const filling = /\$\{\s*\$?([A-Za-z_][\w-]*)(?:\/[\w/-]*)?\s*\}/g;

/** The text that an expression always has in its value, where that text can be in no number. */
function noNumber(expression: Expression, variables: Variables): string | undefined {
  switch (expression.kind) {
    case "literal":
      return Number.isNaN(parseNumber(expression.value)) ? expression.value : undefined;
    case "variable": {
      const { value } = variables(expression);
      return value === undefined || value === "initial" || value.kind !== "literal"
        ? undefined
        : noNumber(value, variables);
    }
    case "call": {
      if (functions.get(expression.name)?.keepsText !== "joined") return undefined;
      const texts = expression.arguments.flatMap((part) => (part.kind === "literal" ? part.value : []));
      return texts.find((text) => /[^\d\s.-]/.test(text));
    }
    default:
      return undefined;
  }
}
