import { climbs, isTypeStep, isTypeTest, predicateClimbs } from "../../analyse/expressions/climbs.js";
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
  endsInNames,
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
  if (isReadDirectly(expression, steps, scope)) {
    const started = directStart(expression, steps, scope);
    if (started.isMembers || !endsInNames(started.steps)) return primary(directCode(started, scope), "nodes");
  }
  if (!isReadAsValues(expression, scope))
    return primary(walk("at", expression, scope, asksForNodes(expression, scope)), "nodes");
  const { from, steps: rest } = startOf(expression, steps, scope);
  const doc = rest.length === 0 ? from : call(scope.use("at"), [from, ...stepCodes(rest, scope)]);
  return primary(doc, "nodes");
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

/** It asks for values alone. */
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
  const steps = stepsOf(expression, scope);
  if (steps.length === 0) return call(scope.use("path"), [start(expression, scope)]);
  const mayChange = steps.some(
    (step) => nameStep(step, scope) === undefined && !step.predicates.every(isTimeless),
  );
  const fromNodes = (mayChange && !endsInNodes(expression, scope)) || asksForNodes(expression, scope);
  return walk("path", expression, scope, fromNodes);
}

/** @param fromNodes begins at `nodes(…)`, so that each step leads to nodes */
function walk(helper: "at" | "path", expression: PathExpression, scope: Scope, fromNodes: boolean): Doc {
  const { start: from } = expression;
  const steps = stepCodes(stepsOf(expression, scope), scope);
  const doc = start(expression, scope);
  const hasNodes = typeof from === "object" && (from.kind === "filter" || from.kind === "binary");
  const base = fromNodes && !hasNodes ? call(scope.use("nodes"), [doc]) : doc;
  return steps.length === 0 ? base : call(scope.use(helper), [base, ...steps]);
}

const stepCodes = (steps: readonly Step[], scope: Scope) => steps.map((step) => stepCode(step, scope));

/** A step leads out of data, so that it makes nodes whatever the path begins at: `@id`, `..`, `text()`. */
const endsInNodes = (expression: PathExpression, scope: Scope): boolean =>
  stepsOf(expression, scope).some((step) => !isOfData(step, scope));

/** Before any such step, a predicate asks for more than values. */
function asksForNodes(expression: PathExpression, scope: Scope): boolean {
  const steps = stepsOf(expression, scope);
  const first = steps.findIndex((step) => !isOfData(step, scope));
  const before = first < 0 ? steps : steps.slice(0, first);
  // XPath's strings have no type; that of data is known without nodes.
  return (
    before.some((step) => !isValueStep(step, scope)) ||
    (first === 0 && scope.hasNodesOnly !== true && isTypeStep(steps))
  );
}

/** The step can be taken over plain JSON. */
const isValueStep = (step: Step, scope: Scope): boolean =>
  isOfData(step, scope) && (nameStep(step, scope) !== undefined || !step.predicates.some(predicateClimbs));

/** It leads to what JSON has. Members whose names are no XML names are a matter for nodes. */
function isOfData(step: Step, scope: Scope): boolean {
  if (nameStep(step, scope) !== undefined) return true;
  const { axis, test } = step;
  return (axis === "child" || axis === "descendant") && (test.kind === "any-name" || isMemberName(test));
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
    ? call(scope.use("nodes"), [expressionCode(expression, scope).doc])
    : nodeSet(expression, scope);

/** The same for what makes nodes of a variable by itself. */
export const operandNodes = (expression: Expression, scope: Scope): Doc =>
  expression.kind === "variable" ? expressionCode(expression, scope).doc : nodeSet(expression, scope);

/** As what has nodes, with parents, identity and document order: they are made at once where the path does not end in data. */
export function nodeSet(expression: Expression, scope: Scope): Doc {
  switch (expression.kind) {
    case "path": {
      const isOfNodes = scope.hasNodesOnly === true && typeof expression.start === "string";
      const fromNodes = (!isOfNodes && !endsInNodes(expression, scope)) || asksForNodes(expression, scope);
      return walk("path", expression, scope, fromNodes);
    }
    case "filter": {
      const predicates = expression.predicates.map((predicate) => predicateCode(predicate, scope));
      return call(scope.use("filter"), [operandNodes(expression.primary, scope), ...predicates]);
    }
    case "binary":
      if (expression.operator === "|") {
        return call(
          scope.use("union"),
          unionOperands(expression).map((each) => operandNodes(each, scope)),
        );
      }
      break;
    case "call":
      if (functions.get(expression.name)?.returns === "nodes") return expressionCode(expression, scope).doc;
      break;
    default:
      break;
  }
  return call(scope.use("nodes"), [expressionCode(expression, scope).doc]);
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
  if (axis === "child" && isMemberName(test) && predicates.length === 0) return quote(test.name);
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
