import { waits } from "../../analyse/expressions/calls.js";
import { constant } from "../../analyse/expressions/constant.js";
import { arrow, call, code } from "../../code/code.js";
import { type Doc, way } from "../../code/doc.js";
import type { Span } from "../../source/source-text.js";
import type { JsonKey } from "../../syntax/json-template.js";
import type { TemplateExpression } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import { type Code, coalesced, primary } from "../xpath/code.js";
import { asBoolean, asJson, asString, asValue, expressionCode, yieldsFinite } from "../xpath/conversions.js";
import { contextNodes } from "../xpath/path.js";
import { type Scope, typeOf } from "../xpath/scope.js";
import { type Callback, callWith } from "./callback.js";

/** A placeholder: the first operand that is not null. */
export function jsonCode({ operands }: TemplateExpression, scope: Scope): Code {
  const reached = reachable(operands, scope);
  const last = reached.length - 1;
  const codes = reached.map((operand, index) => (index < last ? nullableJson : asJson)(operand, scope));
  return coalesced(codes, operands[0].span);
}

/** A number that JSON cannot hold is null as well; it need not be logged where something else takes its place. */
const nullableJson = (operand: Expression, scope: Scope): Code =>
  primary(call(scope.use("json"), [expressionCode(operand, scope).doc]), "any");

/** Operands up to the first one that is never null: what stands behind it is never reached. */
function reachable(operands: readonly Expression[], scope: Scope): readonly Expression[] {
  const end = operands.findIndex((operand) => !isNullable(operand, scope));
  return end < 0 ? operands : operands.slice(0, end + 1);
}

function isNullable(expression: Expression, scope: Scope): boolean {
  const type = typeOf(expression, scope);
  return type === "nodes" || type === "any" || (type === "number" && !yieldsFinite(expression));
}

/** As a condition. */
export function booleanCode({ operands }: TemplateExpression, scope: Scope): Code {
  const [first, ...rest] = operands;
  if (rest.length === 0) return asBoolean(first, scope);
  if (operands.every((operand) => typeOf(operand, scope) === "nodes")) {
    const found = operands.map((operand) => alternative(operand, expressionCode(operand, scope)));
    return primary(call(scope.use("exists"), [firstFound(found, scope)]), "boolean");
  }
  return primary(call(scope.use("toBoolean"), [valueCode({ operands }, scope).doc]), "boolean");
}

/** As what a variable holds. */
export function valueCode({ operands }: Pick<TemplateExpression, "operands">, scope: Scope): Code {
  const reached = reachable(operands, scope);
  if (reached.length === 1) return asValue(operands[0], scope);
  const values = reached.map((operand) => alternative(operand, asValue(operand, scope)));
  return primary(firstFound(values, scope), "any");
}

/**
 * The value that a loop runs over, or a context: nodes only where the content asks for more than their
 * content.
 */
export function contextCode({ operands }: TemplateExpression, needsNodes: boolean, scope: Scope): Doc {
  const contexts = reachable(operands, scope).map((operand) =>
    alternative(operand, needsNodes ? nodeContext(operand, scope) : expressionCode(operand, scope)),
  );
  return firstFound(contexts, scope);
}

/** With parents, also for what a variable may hold without them; a string that it may hold instead stays one. */
function nodeContext(expression: Expression, scope: Scope): Code {
  const code = expressionCode(expression, scope);
  if (code.type !== "nodes" && code.type !== "any") return code;
  const nodes = primary(contextNodes(expression, scope), code.type);
  if (code.type === "nodes") return nodes;
  const either = [nodes, code].map((each) => alternative(expression, each));
  return primary(firstFound(either, scope), code.type);
}

/** An operand of `??`. */
interface Alternative {
  readonly span: Span;
  readonly doc: Doc;
  readonly waits: boolean;
  readonly isConstant: boolean;
}

const alternative = (operand: Expression, { doc }: Code): Alternative => ({
  span: operand.span,
  doc,
  waits: waits(operand),
  isConstant: constant(operand) !== undefined,
});

/** `??` of node-sets: JavaScript's own would take an empty set, or one that begins with null, for a value. */
const firstFound = (alternatives: readonly Alternative[], scope: Scope): Doc =>
  alternatives.reduceRight((right, left) => ({
    doc: right.isConstant
      ? call(scope.use("coalesce"), [left.doc, right.doc])
      : callWith({ helper: "coalesce" }, left.doc, [defaultCallback(left.span, right)], scope),
    span: left.span,
    waits: left.waits || right.waits,
    isConstant: false,
  })).doc;

const defaultCallback = (span: Span, { doc, waits }: Alternative): Callback => ({
  doc: arrow(code``, way({ span, kind: "default", hasOther: true }, doc)),
  waits,
});

function stringCode(value: TemplateExpression, scope: Scope): Doc {
  const [first, ...rest] = value.operands;
  if (rest.length === 0) return asString(first, scope).doc;
  return call(scope.use("string"), [jsonCode(value, scope).doc]);
}

/** A string, for the name of a member. */
export const keyCode = (key: JsonKey, scope: Scope): Doc =>
  key.kind === "dot" ? call(scope.use("string"), [scope.focus.item()]) : stringCode(key.value, scope);
