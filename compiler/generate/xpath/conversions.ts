import { $, call } from "../../code/code.js";
import { functions } from "../../constructs/functions/index.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Expression } from "../../syntax/xpath.js";
import { type Code, primary } from "./code.js";
import { type Scope, typeOf } from "./scope.js";

/** The natural form of an expression. */
export const expressionCode = (expression: Expression, scope: Scope): Code =>
  scope.writer.expression(expression, scope);

/** As what a variable holds: node-sets keep their parents and identity. */
export const asValue = (expression: Expression, scope: Scope): Code => scope.writer.value(expression, scope);

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

/** Tells whether an expression always yields a number that JSON can hold. */
export function yieldsFinite(expression: Expression): boolean {
  if (expression.kind === "number") return Number.isFinite(expression.value);
  return expression.kind === "call" && functions.get(expression.name)?.isFinite === true;
}

/** Converts to the JavaScript value of a type other than that of nodes. */
export function asPrimitive(expression: Expression, type: StaticType, scope: Scope): Code {
  switch (type) {
    case "string":
      return asString(expression, scope);
    case "number":
      return asNumber(expression, scope);
    default:
      return asBoolean(expression, scope);
  }
}
