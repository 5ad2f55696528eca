import { climbs, isTypeTest, predicateClimbs } from "../../analyse/expressions/climbs.js";
import { nameTest } from "../../analyse/expressions/name-test.js";
import { isTimeless } from "../../analyse/expressions/timeless.js";
import { call, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Helper } from "../../code/helpers.js";
import { functions } from "../../constructs/functions/index.js";
import type { Axis, Expression, NodeTest, PathExpression, Step } from "../../syntax/xpath.js";
import { type Code, primary } from "./code.js";
import { expressionCode } from "./conversions.js";
import {
  directCode,
  isMemberName,
  isReadDirectly,
  itemsCode,
  membersAtHand,
  type Started,
} from "./direct-path.js";
import { isPositional, predicateCode } from "./predicate.js";
import { CallbackFocus, type Scope, typeOf } from "./scope.js";

export function pathCode(expression: PathExpression, scope: Scope): Code {
  const steps = stepsOf(expression, scope);
  if (isReadDirectly(expression, steps, scope))
    return primary(directCode(directStart(expression, steps, scope), scope), "nodes");
  const found = isReadAsValues(expression, scope) ? valueAt(expression, scope) : nodeSet(expression, scope);
  return primary(found, "nodes");
}

/** The path as an array and a function of its items, if it ends so that it would become a call with both. */
export function pathItems(expression: Expression, by: "each" | "where", scope: Scope) {
  if (expression.kind !== "path") return undefined;
  const steps = stepsOf(expression, scope);
  const isDirect = isReadDirectly(expression, steps, scope);
  return isDirect ? itemsCode(directStart(expression, steps, scope), by, scope) : undefined;
}

function directStart(expression: PathExpression, steps: readonly Step[], scope: Scope): Started {
  const isShared = scope.shared?.(expression, scope.focus, true) !== undefined;
  const members = isShared ? undefined : membersAtHand(expression, steps, scope);
  return members === undefined
    ? startOf(expression, steps, scope, true)
    : { from: members, steps, isMembers: true };
}

/** The constant or the expression that the path begins with, and the steps that are left. */
function startOf(
  expression: PathExpression,
  steps: readonly Step[],
  scope: Scope,
  isDirect = false,
): Started {
  const shared = scope.shared?.(expression, scope.focus, isDirect);
  if (shared === undefined) return { from: start(expression, scope), steps, isMembers: false };
  const done = sharedNames(expression, scope).length - shared.names.length;
  return { from: shared.doc, steps: steps.slice(done), isMembers: shared.isMembers };
}

/** `at` reads it, which asks for values alone. */
function isReadAsValues(expression: PathExpression, scope: Scope): boolean {
  const isOfItem =
    scope.focus instanceof CallbackFocus && scope.focus.items === "nodes" && isTypeTest(expression);
  return isOfItem || stepsOf(expression, scope).every((step) => isValueStep(step, scope));
}

/**
 * The path as what a variable holds: with the values that `at` finds, and nodes if somebody asks for them. Until then
 * its predicates must mean the same; where they may not, the nodes are made at once.
 */
export function pathValue(expression: PathExpression, scope: Scope): Doc {
  const canWait = stepsOf(expression, scope).every(
    (step) =>
      nameStep(step, scope) !== undefined || (isValueStep(step, scope) && step.predicates.every(isTimeless)),
  );
  return canWait ? walk("path", expression, scope) : nodeSet(expression, scope);
}

function valueAt(expression: PathExpression, scope: Scope): Doc {
  const { from, steps } = startOf(expression, stepsOf(expression, scope), scope);
  return steps.length === 0 ? from : call(scope.use("at"), [from, ...stepCodes(steps, scope)]);
}

function walk(helper: "path" | "select", expression: PathExpression, scope: Scope): Doc {
  const steps = stepCodes(stepsOf(expression, scope), scope);
  return call(scope.use(helper), [start(expression, scope), ...steps]);
}

const stepCodes = (steps: readonly Step[], scope: Scope) => steps.map((step) => stepCode(step, scope));

/** The step can be taken over plain JSON. Members whose names are no XML names are a matter for nodes. */
function isValueStep(step: Step, scope: Scope): boolean {
  if (nameStep(step, scope) !== undefined) return true;
  const { axis, test, predicates } = step;
  if (axis !== "child" && axis !== "descendant") return false;
  if (test.kind !== "any-name" && !isMemberName(test)) return false;
  return !predicates.some(predicateClimbs);
}

/** The names of a path of child steps alone, which needs no nodes: `a/b`, `$x/a/./b`; `undefined` for any other. */
export function plainPath(path: PathExpression): readonly string[] | undefined {
  const { names, isWhole } = leadingNames(path);
  return isWhole ? names : undefined;
}

/** The names of the child steps that a path begins with, as far as other paths may begin so, too. */
export function sharedNames(path: PathExpression, scope: Scope): readonly string[] {
  const { names, isWhole } = leadingNames(path);
  return isWhole || isReadAsValues(path, scope) ? names : [];
}

function leadingNames({ steps }: PathExpression) {
  const names: string[] = [];
  for (const step of steps) {
    if (isAnyNode(step, "self")) continue;
    const { axis, test, predicates } = step;
    if (predicates.length > 0 || axis !== "child" || !isMemberName(test)) return { names, isWhole: false };
    names.push(test.name);
  }
  return { names, isWhole: true };
}

function start({ start: from }: PathExpression, scope: Scope): Doc {
  if (from === "context") return scope.focus.item();
  if (from === "root") return scope.focus.root();
  return from.kind === "filter" || climbs(from) ? nodeSet(from, scope) : expressionCode(from, scope).doc;
}

/** As nodes whatever may be asked of them, also where a function yields plain JSON. */
export const contextNodes = (expression: Expression, scope: Scope): Doc =>
  expression.kind === "call"
    ? call(scope.use("select"), [expressionCode(expression, scope).doc])
    : nodeSet(expression, scope);

/** As a set of nodes with parents, identity and document order. */
export function nodeSet(expression: Expression, scope: Scope): Doc {
  switch (expression.kind) {
    case "path":
      return walk("select", expression, scope);
    case "filter": {
      const predicates = expression.predicates.map((predicate) => predicateCode(predicate, scope));
      return call(scope.use("filter"), [nodeSet(expression.primary, scope), ...predicates]);
    }
    case "binary":
      if (expression.operator === "|") {
        return call(
          scope.use("union"),
          unionOperands(expression).map((each) => nodeSet(each, scope)),
        );
      }
      break;
    case "call":
      if (functions.get(expression.name)?.returns === "nodes") return expressionCode(expression, scope).doc;
      break;
    default:
      break;
  }
  return call(scope.use("select"), [expressionCode(expression, scope).doc]);
}

function unionOperands(expression: Expression): Expression[] {
  if (expression.kind !== "binary" || expression.operator !== "|") return [expression];
  return [...unionOperands(expression.left), ...unionOperands(expression.right)];
}

/** The steps without those that change nothing, and with `//a` as what it means. */
function stepsOf({ steps }: PathExpression, scope: Scope): readonly Step[] {
  const taken: Step[] = [];
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as Step;
    const next = steps[index + 1];
    if (isAnyNode(step, "self")) continue;
    if (
      isAnyNode(step, "descendant-or-self") &&
      next?.axis === "child" &&
      !next.predicates.some((predicate) => isPositional(predicate, scope))
    ) {
      // `//a` is every descendant a, unless a predicate counts the children of each parent.
      taken.push({ ...next, axis: "descendant" });
      index++;
    } else taken.push(step);
  }
  return taken;
}

const isAnyNode = ({ axis, test, predicates }: Step, wanted: Axis) =>
  axis === wanted && test.kind === "type" && test.type === "node" && predicates.length === 0;

const axisHelpers: Readonly<Record<Axis, Helper>> = {
  ancestor: "ancestor",
  "ancestor-or-self": "ancestorOrSelf",
  attribute: "attribute",
  child: "child",
  descendant: "descendant",
  "descendant-or-self": "descendantOrSelf",
  following: "following",
  "following-sibling": "followingSibling",
  namespace: "namespace",
  parent: "parent",
  preceding: "preceding",
  "preceding-sibling": "precedingSibling",
  self: "self",
};

export function stepCode(step: Pick<Step, "axis" | "test" | "predicates">, scope: Scope): Doc {
  const { axis, test, predicates } = step;
  const byName = nameStep(step, scope);
  if (byName !== undefined) return call(scope.use(byName.helper), [expressionCode(byName.key, scope).doc]);
  if (axis === "child" && test.kind === "name" && predicates.length === 0) return quote(test.name);
  return call(scope.use(axisHelpers[axis]), [
    nodeTest(test),
    ...predicates.map((predicate) => predicateCode(predicate, scope)),
  ]);
}

/** A child step to what has a name that is data, if that is certainly a string or nodes. */
function nameStep(
  step: Pick<Step, "axis" | "test" | "predicates">,
  scope: Scope,
): { readonly helper: Helper; readonly key: Expression } | undefined {
  const found = scope.hasNodesOnly === true ? undefined : nameTest(step);
  if (found === undefined) return undefined;
  const { of, key } = found;
  const type = typeOf(key, scope);
  return type === "string" || type === "nodes" ? { helper: nameHelpers[of], key } : undefined;
}

const nameHelpers = { qualified: "named", local: "locallyNamed", "json-element": "jsonElement" } as const;

function nodeTest(test: NodeTest): Doc {
  switch (test.kind) {
    case "name":
      return quote(test.name);
    case "any-name":
      return quote("*");
    case "any-in-namespace":
      return quote(`${test.prefix}:*`);
    case "type":
      return quote(`${test.type}()`);
    case "processing-instruction":
      return quote(
        test.target === undefined ? "processing-instruction()" : `processing-instruction('${test.target}')`,
      );
    default:
      return test satisfies never;
  }
}
