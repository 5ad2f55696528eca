import { constant } from "../../analyse/expressions/constant.js";
import { quote } from "../../code/code.js";
import { isPrimitive } from "../../syntax/static-type.js";
import type { BinaryExpression, Expression } from "../../syntax/xpath.js";
import { callCode } from "./call.js";
import { type Code, constantCode, infix, negation, precedence, primary } from "./code.js";
import { comparison } from "./comparison.js";
import { asBoolean, asNumber } from "./conversions.js";
import { nodeSet, pathCode, pathValue } from "./path.js";
import type { ExpressionWriter, Scope } from "./scope.js";

/**
 * The natural form of an expression. A node-set comes in value reading: where plain JSON will do, no node is made
 * (runtime/data/model/values.ts, `Found`).
 */
function expressionCode(expression: Expression, scope: Scope): Code {
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
      return infix(asBoolean(left, scope), "||", asBoolean(right, scope), precedence.or, "boolean");
    case "and":
      return infix(asBoolean(left, scope), "&&", asBoolean(right, scope), precedence.and, "boolean");
    case "+":
    case "-":
      return infix(
        asNumber(left, scope),
        arithmeticOperators[operator],
        asNumber(right, scope),
        precedence.additive,
        "number",
      );
    case "*":
    case "div":
    case "mod":
      return infix(
        asNumber(left, scope),
        arithmeticOperators[operator],
        asNumber(right, scope),
        precedence.multiplicative,
        "number",
      );
    case "|":
      return primary(nodeSet(expression, scope), "nodes");
    default:
      return comparison(operator, left, right, scope);
  }
}

const arithmeticOperators = { "+": "+", "-": "-", "*": "*", div: "/", mod: "%" } as const;

/** As what a variable holds: node-sets keep their parents and identity. */
function valueCode(expression: Expression, scope: Scope): Code {
  if (expression.kind === "path") return primary(pathValue(expression, scope), "nodes");
  return expressionCode(expression, scope);
}

/** Writes any expression; what writes a part of one reaches it through the scope. */
export const expressionWriter: ExpressionWriter = { expression: expressionCode, value: valueCode };
