import { $, call, quote } from "../../code/code.js";
import { functions } from "../../constructs/functions/index.js";
import { isPrimitive } from "../../syntax/static-type.js";
import type { BinaryExpression, Expression } from "../../syntax/xpath.js";
import { type Scope, typeOf } from "../scope.js";
import { callCode } from "./call.js";
import {
  ADDITIVE,
  AND,
  type Code,
  constantCode,
  infix,
  MULTIPLICATIVE,
  negation,
  OR,
  primary,
} from "./code.js";
import { comparison } from "./comparison.js";
import { constant } from "./constant.js";
import { nodeSet, pathCode, pathValue } from "./path.js";

/**
 * The natural form of an expression. A node-set comes in value reading: where plain JSON will do, no node is made
 * (runtime/data-model/values.ts, `Found`).
 */
export function expressionCode(expression: Expression, scope: Scope): Code {
  const folded = constant(expression);
  if (folded !== undefined) return constantCode(folded);
  switch (expression.kind) {
    case "literal":
      return primary(quote(expression.value), "string");
    case "number":
      return constantCode(expression.value);
    case "negate":
      return negation(asNumber(expression.operand, scope));
    case "variable": {
      const { doc, type, narrowing } = scope.variable(expression);
      return primary(doc, narrowing === "none" && isPrimitive(type) ? "any" : type);
    }
    case "path":
      return pathCode(expression, scope);
    case "filter":
      return primary(nodeSet(expression, scope), "nodes");
    case "call":
      return callCode(expression, scope);
    case "binary":
      return binaryCode(expression, scope);
    default:
      return expression satisfies never;
  }
}

function binaryCode(expression: BinaryExpression, scope: Scope): Code {
  const { operator, left, right } = expression;
  switch (operator) {
    case "or":
      return infix(asBoolean(left, scope), "||", asBoolean(right, scope), OR, "boolean");
    case "and":
      return infix(asBoolean(left, scope), "&&", asBoolean(right, scope), AND, "boolean");
    case "+":
    case "-":
      return infix(asNumber(left, scope), ARITHMETIC[operator], asNumber(right, scope), ADDITIVE, "number");
    case "*":
    case "div":
    case "mod":
      return infix(
        asNumber(left, scope),
        ARITHMETIC[operator],
        asNumber(right, scope),
        MULTIPLICATIVE,
        "number",
      );
    case "|":
      return primary(nodeSet(expression, scope), "nodes");
    default:
      return comparison(operator, left, right, scope);
  }
}

const ARITHMETIC = { "+": "+", "-": "-", "*": "*", div: "/", mod: "%" } as const;

export function asString(expression: Expression, scope: Scope): Code {
  const value = expressionCode(expression, scope);
  return value.type === "string" ? value : primary(call(scope.use("string"), [value.doc]), "string");
}

export function asNumber(expression: Expression, scope: Scope): Code {
  const value = expressionCode(expression, scope);
  switch (value.type) {
    case "number":
      return value;
    case "boolean":
    case "any":
      return primary(call(scope.use("toNumber"), [value.doc]), "number");
    default:
      return primary(call(scope.use("number"), [value.doc]), "number");
  }
}

export const asBoolean = (expression: Expression, scope: Scope): Code =>
  booleanCode(expressionCode(expression, scope), scope);

export function booleanCode(value: Code, scope: Scope): Code {
  switch (value.type) {
    case "boolean":
      return value;
    case "nodes":
      return primary(call(scope.use("exists"), [value.doc]), "boolean");
    default:
      return primary(call(scope.use("toBoolean"), [value.doc]), "boolean");
  }
}

/** As JSON for a template. */
export function asJson(expression: Expression, scope: Scope): Code {
  const value = expressionCode(expression, scope);
  switch (value.type) {
    case "string":
    case "boolean":
      return value;
    case "nodes":
      return primary(call(scope.use("json"), [value.doc]), "any");
    default:
      if (typeOf(expression, scope) === "string") return asString(expression, scope);
      if (typeOf(expression, scope) === "boolean") return asBoolean(expression, scope);
      // A number may be one that JSON cannot hold; that is logged, with the request it happened in.
      if (yieldsFinite(expression)) return value;
      return primary(call(scope.use("toJson"), [$, value.doc]), "any");
  }
}

/** Whether an expression yields a number that JSON can hold, whatever its input. */
export function yieldsFinite(expression: Expression): boolean {
  if (expression.kind === "number") return Number.isFinite(expression.value);
  return expression.kind === "call" && functions.get(expression.name)?.isFinite === true;
}

/** As what a variable holds: node-sets keep their parents and identity. */
export function asValue(expression: Expression, scope: Scope): Code {
  if (expression.kind === "path") return primary(pathValue(expression, scope), "nodes");
  return expressionCode(expression, scope);
}
