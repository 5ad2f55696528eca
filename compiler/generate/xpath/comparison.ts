import { constant } from "../../analyse/expressions/constant.js";
import { call, type Operator, quote } from "../../code/code.js";
import type { Helper } from "../../code/helpers.js";
import { functions } from "../../constructs/functions/index.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { type Comparison, type Expression, mirrored } from "../../syntax/xpath.js";
import { type Code, complement, infix, precedence, primary } from "./code.js";
import { asBoolean, asNumber, asPrimitive, asString, asValue, expressionCode } from "./conversions.js";
import { type Scope, typeOf } from "./scope.js";

const comparisonHelpers: Record<Comparison, Helper> = {
  "=": "equal",
  "!=": "notEqual",
  "<": "less",
  "<=": "lessOrEqual",
  ">": "greater",
  ">=": "greaterOrEqual",
};
const comparisonOperators: Record<Comparison, Operator> = {
  "=": "===",
  "!=": "!==",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

/** XPath 1.0 §3.4. What the operands are decides which of its rules is left to do at run time. */
export function comparison(operator: Comparison, left: Expression, right: Expression, scope: Scope): Code {
  const types = [typeOf(left, scope), typeOf(right, scope)];
  const [leftType, rightType] = types;
  if (leftType === "nodes" && rightType === "nodes") {
    const args = [expressionCode(left, scope).doc, quote(operator), expressionCode(right, scope).doc];
    return primary(call(scope.use("compareNodes"), args), "boolean");
  }
  if (types.includes("any")) {
    const [nodes, other, relation] =
      rightType === "nodes" ? [right, left, mirrored[operator]] : [left, right, operator];
    const isOfNodes = leftType === "nodes" || rightType === "nodes";
    const first = isOfNodes ? expressionCode(nodes, scope) : asValue(nodes, scope);
    const args = [first.doc, quote(relation), asValue(other, scope).doc];
    return primary(call(scope.use(isOfNodes ? "compareFound" : "compare"), args), "boolean");
  }
  if (types.includes("boolean") && (operator === "=" || operator === "!="))
    return booleanEquality(operator, left, right, scope);
  if (leftType === "nodes" || rightType === "nodes") {
    const [nodes, other] = leftType === "nodes" ? [left, right] : [right, left];
    const helper = scope.use(comparisonHelpers[leftType === "nodes" ? operator : mirrored[operator]]);
    return primary(
      call(helper, [expressionCode(nodes, scope).doc, asPrimitive(other, typeOf(other, scope), scope).doc]),
      "boolean",
    );
  }
  const isEquality = operator === "=" || operator === "!=";
  const level = isEquality ? precedence.equality : precedence.relational;
  const ofStrings = isEquality && !types.includes("number");
  if (ofStrings && constant(left) === undefined && constant(right) === undefined) {
    // Two texts from outside may be long, which has to count; a constant is not.
    const texts = [asString(left, scope).doc, asString(right, scope).doc];
    return primary(call(scope.use(comparisonHelpers[operator]), texts), "boolean");
  }
  const convert = ofStrings ? asString : asNumber;
  return infix(convert(left, scope), comparisonOperators[operator], convert(right, scope), level, "boolean");
}

function booleanEquality(operator: "=" | "!=", left: Expression, right: Expression, scope: Scope): Code {
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const known = constant(value);
    if (typeof known !== "boolean") continue;
    const found = asBoolean(other, scope);
    return known === (operator === "=") ? found : complement(found);
  }
  return infix(
    widened(left, scope),
    comparisonOperators[operator],
    widened(right, scope),
    precedence.equality,
    "boolean",
  );
}

/** TypeScript would not let what it knows to be `true` be compared with what it knows to be `false`. */
function widened(expression: Expression, scope: Scope): Code {
  const value = asBoolean(expression, scope);
  return isCertain(expression, scope) ? primary(call(scope.use("toBoolean"), [value.doc]), "boolean") : value;
}

/** Tells whether TypeScript may know the boolean: a variable's last value, or the existence of a file. */
function isCertain(expression: Expression, scope: Scope): boolean {
  switch (expression.kind) {
    case "variable":
      return scope.variable(expression).narrowing !== "none";
    case "call":
      return isCertainCall(functions.get(expression.name));
    case "binary":
      return isCertain(expression.left, scope) || isCertain(expression.right, scope);
    default:
      return false;
  }
}

const isCertainCall = (definition: FunctionDefinition | undefined): boolean =>
  definition?.operation === "negation" || definition?.isKnownByBuild === true;
