import { parseNumber } from "../../../runtime/data/model/number.js";
import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Template } from "../../syntax/template.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { visitTemplate } from "../../syntax/visit-template.js";
import type { BinaryOperator, Expression, FunctionCall } from "../../syntax/xpath.js";
import type { Variables } from "../types/node-types.js";

/**
 * Finds what authors write who know other languages better: texts that are joined with `+`, dates without quotes, and
 * texts with variables in them.
 */
export function checkTexts(
  expressions: Iterable<Expression>,
  variables: Variables,
  names: ReadonlySet<string>,
  reporter: Reporter,
): void {
  for (const expression of expressions) {
    const embedded = new Set<Expression | undefined>();
    walkExpression(expression, (inner) => {
      if (inner.kind === "call" && inner.embedded !== undefined)
        embedded.add(inner.arguments[functions.get(inner.name)?.embeds ?? -1]);
      if (inner.kind === "binary") checkBinary(inner, variables, reporter);
      else if (inner.kind === "negate") checkOperand(inner.operand, "-", variables, reporter);
      else if (inner.kind === "call") checkConversion(inner, variables, reporter);
      else if (inner.kind === "literal" && !embedded.has(inner)) checkFilling(inner, names, reporter);
    });
  }
}

const arithmetic: ReadonlySet<BinaryOperator> = new Set(["+", "-", "*", "div", "mod"]);

type Binary = Extract<Expression, { kind: "binary" }>;

function checkBinary(expression: Binary, variables: Variables, reporter: Reporter): void {
  const { operator, left, right } = expression;
  if (!arithmetic.has(operator)) return;
  if (isDate(expression))
    reporter.report(expression.span, "dateWithoutQuotes", { text: written(expression) });
  checkOperand(left, operator, variables, reporter);
  checkOperand(right, operator, variables, reporter);
}

function checkOperand(
  operand: Expression,
  operator: BinaryOperator,
  variables: Variables,
  reporter: Reporter,
): void {
  const text = noNumber(operand, variables);
  if (text !== undefined)
    reporter.report(operand.span, "arithmeticWithText", { text, isSum: operator === "+" });
}

/** Reports a text with digits that is made a number of, and is none: `12,50`. Without digits, NaN is meant. */
function checkConversion(
  { name, arguments: [operand] }: FunctionCall,
  variables: Variables,
  reporter: Reporter,
): void {
  const definition = functions.get(name);
  const isNumber = definition?.converts === true && definition.returns === "number";
  if (!isNumber || operand === undefined) return;
  const text = noNumber(operand, variables);
  if (text !== undefined && /\d/.test(text) && Number.isNaN(Number(text)))
    reporter.report(operand.span, "arithmeticWithText", { text, isSum: false });
}

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

/** Whether this is a subtraction that looks like a date: `2026-11-22`. */
function isDate(expression: Binary): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(written(expression));
}

function written({ span: { source, start, end } }: Expression): string {
  return source.text.slice(start, end);
}

/** Finds variables in the texts of a template, written as JavaScript fills them in. */
export function checkTemplateTexts(
  { parts }: Template,
  names: ReadonlySet<string>,
  reporter: Reporter,
): void {
  visitTemplate(parts, {
    part(part) {
      if (part.kind !== "text" || typeof part.text === "string") return;
      const { text } = part.text;
      for (const { 0: found, 1: name = "", index } of text.matchAll(filling)) {
        const end = index + found.length;
        const isAlone = text[index - 1] === '"' && text[end] === '"';
        if (names.has(name))
          reporter.report(part.text.span(index, end), "variableInText", { name, isAlone, isTemplate: true });
      }
    },
  });
}

const filling = /\$\{\s*\$?([A-Za-z_][\w-]*)(?:\/[\w/-]*)?\s*\}/g;

/** Reports a variable in a text, which has nothing filled in. */
function checkFilling(
  { span, value }: Extract<Expression, { kind: "literal" }>,
  names: ReadonlySet<string>,
  reporter: Reporter,
): void {
  for (const [text, , braced, plain] of value.matchAll(/\$(\{\s*\$?([A-Za-z_][\w-]*)|([A-Za-z_][\w-]*))/g)) {
    const name = braced ?? plain ?? "";
    if (!names.has(name)) continue;
    reporter.report(span, "variableInText", { name, isAlone: text === value, isTemplate: false });
    return;
  }
}
