import { arrow, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { functions } from "../../constructs/functions/index.js";
import { changed } from "../../source/changed.js";
import type { Expression } from "../../syntax/xpath.js";
import { type Code, constantCode, operand, precedence } from "./code.js";
import { booleanCode, expressionCode } from "./conversions.js";
import { CallbackFocus, callbackVariables, type Scope, typeOf } from "./scope.js";

/** A predicate is a position, or a function of node, position and size. */
export function predicateCode(
  predicate: Expression,
  scope: Scope,
  items: "nodes" | "members" = "nodes",
): Doc {
  const position = constantPosition(predicate);
  if (position !== undefined) return constantCode(position).doc;
  const { inner, focus } = callbackScope(scope, items);
  const body = predicateBody(expressionCode(predicate, inner), inner);
  return arrow(focus.parameters(), body);
}

/** A position that the predicate names: `[2]`; from the end and negative, `[last()]` and `[last() - 1]`. */
export function constantPosition(predicate: Expression): number | undefined {
  if (predicate.kind === "number") return predicate.value;
  if (isLast(predicate)) return -1;
  if (predicate.kind !== "binary" || predicate.operator !== "-" || !isLast(predicate.left)) return undefined;
  const { right } = predicate;
  return right.kind === "number" && Number.isInteger(right.value) ? -1 - right.value : undefined;
}

const isLast = (expression: Expression): boolean =>
  expression.kind === "call" && functions.get(expression.name)?.operation === "last";

function predicateBody(value: Code, scope: Scope): Doc {
  switch (value.type) {
    case "number":
      return code`${scope.focus.position()} === ${operand(value, precedence.relational)}`;
    case "any":
      return call(scope.use("holds"), [value.doc, scope.focus.position()]);
    default:
      return booleanCode(value, scope).doc;
  }
}

/** Inside a function of an item, its position and the number of items. */
export function callbackScope(scope: Scope, items?: "nodes" | "members") {
  const names = scope.names.inner();
  const documentRoot = (item: Doc) => call(scope.use("documentRoot"), [item]);
  const focus = new CallbackFocus(names, documentRoot, "item", items);
  const current = scope.current ?? (() => focus.item());
  const inner: Scope = changed(scope, { names, focus, current, variable: callbackVariables(scope) });
  return { inner, focus };
}

/** Tells whether a predicate depends on the position of the node: a number, or anything that may be one. */
export function isPositional(predicate: Expression, scope: Scope): boolean {
  const type = typeOf(predicate, scope);
  return type === "number" || type === "any" || asksForPosition(predicate);
}

function asksForPosition(expression: Expression): boolean {
  switch (expression.kind) {
    case "call": {
      const { operation } = functions.get(expression.name) ?? {};
      return operation === "position" || operation === "last" || expression.arguments.some(asksForPosition);
    }
    case "binary":
      return asksForPosition(expression.left) || asksForPosition(expression.right);
    case "negate":
      return asksForPosition(expression.operand);
    case "filter":
      return asksForPosition(expression.primary);
    case "path":
      return typeof expression.start !== "string" && asksForPosition(expression.start);
    default:
      return false;
  }
}
