import { spend } from "../base/work.js";
import { nodesOf } from "../data/json/json-node.js";
import type { Node } from "../data/model/node.js";
import type { Found } from "../data/model/values.js";
import { documentRoot } from "../data/xpath/node-path.js";
import { applyPredicates, type Predicate } from "../data/xpath/predicate.js";
import { matcher, type PathStep, type Step } from "../data/xpath/step.js";

/** One alternative of a pattern (XSLT 1.0 §5.2). */
export interface Pattern {
  /** The node that the first step starts from. */
  readonly start: "anywhere" | "root" | ((node: Node) => Found);
  readonly steps: readonly PatternStep[];
}

interface PatternStep {
  readonly step: Step;
  readonly matches: (node: Node) => boolean;
  /** True if any number of elements may lie between this step and the one before. */
  readonly isBelow: boolean;
}

/** A relative pattern. */
export function anywhere(...steps: PathStep[]): Pattern {
  return { start: "anywhere", steps: patternSteps(steps) };
}

/** A pattern that begins with `/`. */
export function fromRoot(...steps: PathStep[]): Pattern {
  return { start: "root", steps: patternSteps(steps) };
}

/** A pattern that begins with `id()` or `key()`. */
export function fromNodes(start: (node: Node) => Found, ...steps: PathStep[]): Pattern {
  return { start, steps: patternSteps(steps) };
}

function patternSteps(written: readonly PathStep[]): readonly PatternStep[] {
  const steps: PatternStep[] = [];
  let isBelow = false;
  for (const one of written) {
    const step: Step = typeof one === "string" ? { axis: "child", test: one, predicates: [] } : one;
    if (step.axis === "descendantOrSelf") isBelow = true;
    else {
      steps.push({ step, matches: matcher(step.test, step.axis), isBelow });
      isBelow = false;
    }
  }
  return steps;
}

/** Returns true if the last step can take a node of that type and name, whatever is around it. */
export function mayMatch({ start, steps }: Pattern, node: Node): boolean {
  const last = steps.at(-1);
  if (last !== undefined) return isOfAxis(last, node) && last.matches(node);
  return start === "root" ? node.type === "document" : true;
}

/** The name that the last step asks for: expanded, `{uri}*`, or the target of a processing instruction. */
export function namesOf({ steps }: Pattern): readonly string[] {
  const test = steps.at(-1)?.step.test ?? "*";
  if (test.endsWith(")")) return /'(.*)'|"(.*)"/.exec(test)?.slice(1) ?? [];
  return test === "*" ? [] : [test];
}

/**
 * The nodes that pass the predicates of a step, of the children or attributes of a node; and those that a pattern starts
 * from, of the tree below a node.
 */
export type Kept = WeakMap<Step | Pattern, WeakMap<Node, ReadonlySet<Node>>>;

/** Returns true if a node matches. `kept` remembers sets of nodes for as long as no tree changes. */
export function matchesPattern(pattern: Pattern, node: Node, kept: Kept): boolean {
  return matchesTo(pattern, pattern.steps.length - 1, node, kept);
}

/** Returns true if the steps up to the one with that number lead to the node. */
function matchesTo(pattern: Pattern, last: number, node: Node, kept: Kept): boolean {
  spend();
  const step = pattern.steps[last];
  if (step === undefined) return isStart(pattern, node, kept);
  if (!isOfAxis(step, node) || !step.matches(node) || !holds(step.step, node, kept)) return false;
  if (last === 0 && !step.isBelow && pattern.start === "anywhere") return true;
  if (!step.isBelow) return node.parent !== undefined && matchesTo(pattern, last - 1, node.parent, kept);
  for (let above = node.parent; above !== undefined; above = above.parent)
    if (matchesTo(pattern, last - 1, above, kept)) return true;
  return false;
}

function isStart(pattern: Pattern, node: Node, kept: Kept): boolean {
  const { start } = pattern;
  if (start === "anywhere") return true;
  if (start === "root") return node.type === "document";
  const root = documentRoot(node) as Node;
  return remembered(kept, pattern, root, () => nodesOf(start(root))).has(node);
}

function isOfAxis({ step: { axis } }: PatternStep, node: Node): boolean {
  if (axis === "attribute") return node.type === "attribute";
  return node.type !== "attribute" && node.type !== "namespace" && node.type !== "document";
}

function holds(step: Step, node: Node, kept: Kept): boolean {
  if (step.predicates.every(isOfNode)) {
    return step.predicates.every((predicate) => (predicate as TestOfNode)(node, 1, 1));
  }
  const { parent } = node;
  if (parent === undefined) return false;
  const nodes = remembered(kept, step, parent, () => {
    const all = step.axis === "attribute" ? parent.attributes : parent.children;
    spend(all.length);
    return applyPredicates(all.filter(matcher(step.test, step.axis)), step.predicates);
  });
  return nodes.has(node);
}

function remembered(
  kept: Kept,
  key: Step | Pattern,
  node: Node,
  find: () => readonly Node[],
): ReadonlySet<Node> {
  const known = kept.get(key) ?? new WeakMap<Node, ReadonlySet<Node>>();
  kept.set(key, known);
  let nodes = known.get(node);
  if (nodes === undefined) {
    nodes = new Set(find());
    known.set(node, nodes);
  }
  return nodes;
}

type TestOfNode = Exclude<Predicate, number>;

/** A predicate that asks for neither position nor size declares only the node. */
function isOfNode(predicate: Predicate): boolean {
  return typeof predicate === "function" && predicate.length < 2;
}
