import { isPlainName } from "../../../runtime/data/xpath/child-path.js";
import { climbs } from "../../analyse/expressions/climbs.js";
import { variablesMadeWhenRead } from "../../analyse/expressions/predefined.js";
import { arrow, call, chain, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { functions } from "../../constructs/functions/index.js";
import type { Expression, FunctionCall, NodeTest, PathExpression, Step } from "../../syntax/xpath.js";
import { callbackScope, constantPosition, isPositional, predicateCode } from "./predicate.js";
import { CallbackFocus, type Scope } from "./scope.js";

/** The path is read as properties, and by functions of arrays. Members of `$request` and the like are no properties. */
export function isReadDirectly({ start }: PathExpression, steps: readonly Step[], scope: Scope): boolean {
  if (scope.hasNodesOnly === true || start === "root") return false;
  if (start !== "context") {
    if (start.kind !== "call" && start.kind !== "variable") return false;
    if (climbs(start) || (start.kind === "variable" && variablesMadeWhenRead.has(start.name))) return false;
  }
  return steps.every((step) => isDirect(step, scope));
}

function isDirect({ axis, test, predicates }: Step, scope: Scope): boolean {
  if (axis !== "child" || !isMemberName(test)) return false;
  const [only, ...others] = predicates;
  if (only === undefined) return true;
  if (test.name !== "value" || others.length > 0) return false;
  return constantPosition(only) !== undefined || (!isPositional(only, scope) && asksForMembers(only, scope));
}

/** An expanded name, `{uri}local`, is none: JSON has no namespaces. */
export const isMemberName = (test: NodeTest): test is NodeTest & { readonly kind: "name" } =>
  test.kind === "name" && !/[:{]/.test(test.name) && test.name !== "json-element";

/** The members of the item that the path starts at, where they are at hand. */
export function membersAtHand({ start }: PathExpression, steps: readonly Step[], scope: Scope) {
  const { focus } = scope;
  if (start !== "context" || !isNamed(steps[0], true)) return undefined;
  return focus instanceof CallbackFocus && focus.items === "members" ? focus.item() : scope.members?.(focus);
}

/** The beginning of a path, and the steps that are left. */
export interface Started {
  readonly from: Doc;
  readonly steps: readonly Step[];
  /** It begins not with an item but with its members. */
  readonly isMembers: boolean;
}

/** `each(where(members($.order).lines, (item) => greater(item.price, 5)), (item) => item.article?.name)` */
export function directCode({ from, steps, isMembers }: Started, scope: Scope): Doc {
  let doc = from;
  for (let index = 0; index < steps.length; ) {
    const isItem = isMembers && index === 0;
    const step = steps[index++] as Step;
    const [predicate] = step.predicates;
    const name = nameOf(step);
    const end = endOfChain(steps, index, isItems(step));
    const names = steps.slice(index, end);
    if (predicate !== undefined) {
      const helper = constantPosition(predicate) === undefined ? "where" : "nth";
      doc = call(scope.use(helper), [doc, predicateCode(predicate, scope, "members")]);
    } else if (isItems(step) && names.length > 0) {
      doc = call(scope.use("each"), [doc, readerCode(names, scope)]);
      index = end;
    } else if (isItem || (!isItems(step) && isMember(name))) {
      const start = isItem ? doc : call(scope.use("members"), [doc]);
      doc = chain(start, [name, ...names.map(nameOf)]);
      index = end;
    } else {
      doc = call(scope.use("at"), [doc, quote(name)]);
    }
  }
  return doc;
}

/** The steps are names, of which a chain cannot read the last, and nothing else: `at` reads all of them, in one go. */
export function endsInNames(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  return (
    last !== undefined &&
    !isNamed(last, steps.length === 1) &&
    steps.every(({ predicates }) => predicates.length === 0) &&
    !steps.slice(0, -1).some(isItems)
  );
}

/** The array and the function of a path that ends in a call with both: `lines/value/price`, `lines/value[price > 5]`. */
export function itemsCode(started: Started, by: "each" | "where", scope: Scope): readonly Doc[] | undefined {
  const { steps } = started;
  const last = steps.at(-1)?.predicates[0];
  const at = by === "where" ? steps.length - 1 : steps.findLastIndex(isItems);
  const isEnd =
    by === "where"
      ? last !== undefined && constantPosition(last) === undefined
      : at >= 0 && at < steps.length - 1 && endOfChain(steps, at + 1, true) === steps.length;
  if (!isEnd) return undefined;
  const list = directCode({ ...started, steps: steps.slice(0, at) }, scope);
  const read = last ? predicateCode(last, scope, "members") : readerCode(steps.slice(at + 1), scope);
  return [list, read];
}

/** `(item) => item.a?.b` */
function readerCode(names: readonly Step[], scope: Scope): Doc {
  const { inner, focus } = callbackScope(scope, "members");
  const read = directCode({ from: focus.item(), steps: names, isMembers: true }, inner);
  return arrow(focus.parameters(), read);
}

/** The step from an array to its items, all of them. */
const isItems = (step: Step): boolean => nameOf(step) === "value" && step.predicates.length === 0;

/** A child that can be read as a property of an object. */
export const isMember = (name: string): boolean => !(name in Object.prototype);

/**
 * The end of the names from `steps[from]` on that one chain can read.
 * @param isFirst the first of them is that of a member
 */
function endOfChain(steps: readonly Step[], from: number, isFirst: boolean): number {
  let end = from;
  while (isNamed(steps[end], isFirst && end === from)) end++;
  return end;
}

const isNamed = (step: Step | undefined, isFirst?: boolean): boolean =>
  step !== undefined && step.predicates.length === 0 && isPlainName(nameOf(step), isFirst);

const nameOf = ({ test }: Step): string => (test.kind === "name" ? test.name : "");

/** Tells whether a predicate asks for members of its item alone, and never for the item itself. */
function asksForMembers(expression: Expression, scope: Scope): boolean {
  switch (expression.kind) {
    case "literal":
    case "number":
    case "variable":
      return true;
    case "negate":
      return asksForMembers(expression.operand, scope);
    case "binary": {
      const { operator, left, right } = expression;
      return operator !== "|" && asksForMembers(left, scope) && asksForMembers(right, scope);
    }
    case "call":
      return callAsksForMembers(expression, scope);
    case "path": {
      const { start, steps } = expression;
      if (start === "context") return isNamed(steps[0], true) && isReadDirectly(expression, steps, scope);
      return start !== "root" && asksForMembers(start, scope);
    }
    default:
      return false;
  }
}

function callAsksForMembers({ name, arguments: args }: FunctionCall, scope: Scope): boolean {
  const definition = functions.get(name);
  if (definition === undefined || definition.generate !== undefined) return false;
  const { reads, operation, needsNode, contextDefault, parameters } = definition;
  if (needsNode !== undefined || (reads === "focus" && operation === undefined)) return false;
  if (contextDefault === true && args.length === 0) return false;
  return args.every(
    (argument, index) =>
      (parameters[index] ?? parameters.at(-1))?.type !== "any" && asksForMembers(argument, scope),
  );
}
