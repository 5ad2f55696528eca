import type { Node } from "../data-model/node.js";
import { emptySet, NodeRange, NodeSet } from "../data-model/node-set.js";
import { type Found, type Item, Selection } from "../data-model/values.js";
import { JsonDocument, nodesOf } from "../json/node.js";
import { spend } from "../limits/work.js";
import { axes, reverseAxes } from "./axes.js";
import { noteWalk, rangeAlong } from "./axis-index.js";
import { inDocumentOrder, merged } from "./document-order.js";
import { applyPredicates, type Predicate } from "./predicate.js";
import { Reach } from "./reach.js";
import type { PathStep, Step } from "./step.js";

/**
 * A location path, read as nodes with identity, parents and document order.
 * @throws TreeLimitError where the tree has more or deeper nodes than may be visited
 */
export function select(base: Found, ...steps: PathStep[]): NodeSet {
  let set = nodeSetOf(base);
  for (const step of fuse(steps)) {
    if (set.size === 0) return emptySet;
    set = take(set, step);
  }
  return set;
}

/** `select` with child steps only, from nodes that are known already. */
export function selectNames(nodes: readonly Node[], disjoint: boolean, names: readonly string[]): NodeSet {
  return select(new NodeSet(nodes, disjoint || nodes.length < 2), ...names);
}

/** The nodes for which all predicates hold; positions count in document order, as in `(//a)[1]`. */
export function filter(base: Found, ...predicates: Predicate[]): NodeSet {
  const set = nodeSetOf(base);
  return new NodeSet(applyPredicates(set.nodes(), predicates), set.disjoint);
}

/** XPath's `|`. */
export function union(...sets: Found[]): NodeSet {
  const nodes = merged(sets.map(nodesOf));
  return new NodeSet(nodes, nodes.length < 2);
}

/** The document node of the tree that the first node is in: the node that `/` stands for. */
export function documentRoot(item: Found): Node | undefined {
  if (item !== undefined && typeof item !== "object") return new JsonDocument(item);
  let node = nodesOf(item)[0];
  while (node?.parent !== undefined) node = node.parent;
  return node;
}

/** The first node in document order, as an item. */
export function first(set: Found): Item {
  return set instanceof Selection ? set.first : set;
}

function nodeSetOf(base: Found): NodeSet {
  if (base instanceof NodeRange) return base;
  const nodes = nodesOf(base);
  return new NodeSet(nodes, nodes.length < 2 || (base instanceof NodeSet && base.disjoint));
}

const descendants: Omit<Step, "test"> = { axis: "descendant", predicates: [] };

/**
 * Writes `//name` as one step. It is `descendant-or-self::node()/child::name`, which is `descendant::name` if no
 * position counts.
 */
function fuse(written: readonly PathStep[]): readonly Step[] {
  const steps: Step[] = [];
  for (const one of written) {
    const step: Step = typeof one === "string" ? { axis: "child", test: one, predicates: [] } : one;
    const before = steps.at(-1);
    if (before !== undefined && isAnyDescendant(before) && isPlainChild(step)) {
      steps[steps.length - 1] = { ...descendants, test: step.test };
    } else {
      steps.push(step);
    }
  }
  return steps;
}

function isAnyDescendant(step: Step): boolean {
  return step.axis === "descendantOrSelf" && step.test === "node()" && step.predicates.length === 0;
}

function isPlainChild(step: Step): boolean {
  return step.axis === "child" && step.predicates.length === 0;
}

function take(set: NodeSet, step: Step): NodeSet {
  if (set.size === 1 && step.predicates.length === 0) {
    const range = rangeAlong(set.nodes()[0] as Node, step);
    if (range !== undefined) return range.size === 0 ? emptySet : range;
  }
  const reached = step.predicates.length === 0 ? reachAll(set.nodes(), step) : reachEach(set.nodes(), step);
  const downwards = step.axis === "child" || step.axis === "attribute" || step.axis === "self";
  const ordered = isOrdered(set, step) ? reached : inDocumentOrder(reached);
  return new NodeSet(ordered, ordered.length < 2 || (set.disjoint && downwards));
}

/** Whether the nodes are in document order and without duplicates as they come. */
function isOrdered(set: NodeSet, { axis }: Step): boolean {
  if (axis === "self" || axis === "attribute" || axis === "namespace") return true;
  if (axis === "child" || axis === "descendant" || axis === "descendantOrSelf") return set.disjoint;
  return set.size === 1 && !reverseAxes.has(axis);
}

function reachAll(nodes: readonly Node[], step: Step): readonly Node[] {
  const mayMeet = nodes.length > 1 && !isUnique(step);
  const reach = new Reach(step, mayMeet ? new Set<Node>() : undefined);
  if (nodes.length === 1) visit(nodes[0] as Node, step, reach);
  else {
    const walk = axes[step.axis];
    for (const node of nodes) walk(node, reach);
    spend(nodes.length + reach.visited);
  }
  return reach.take();
}

/** Whether a node is reached from one other node only. */
function isUnique({ axis }: Step) {
  return axis === "child" || axis === "attribute" || axis === "namespace" || axis === "self";
}

/** Takes the step from each node by itself: with predicates, positions count anew for each. */
function reachEach(nodes: readonly Node[], step: Step): readonly Node[] {
  const reach = new Reach(step, undefined);
  const kept: Node[] = [];
  for (const node of nodes) {
    for (const one of reachFrom(node, step, reach)) kept.push(one);
  }
  return kept;
}

/** The nodes of the step from one node, in the direction of its axis. */
function reachFrom(node: Node, step: Step, reach: Reach): readonly Node[] {
  const range = rangeAlong(node, step);
  if (range === undefined) {
    visit(node, step, reach);
    return applyPredicates(reach.take(), reach.predicates);
  }
  const isReverse = reverseAxes.has(step.axis);
  const [position, ...others] = step.predicates;
  if (typeof position === "number" && position < 0) {
    const last = range.nth(-position, !isReverse);
    return last === undefined ? [] : applyPredicates([last], others);
  }
  range.visit(isReverse, (one) => reach.add(one));
  spend(reach.visited);
  return applyPredicates(reach.take(), reach.predicates);
}

function visit(node: Node, { axis }: Step, reach: Reach): void {
  axes[axis](node, reach);
  spend(1 + reach.visited);
  noteWalk(node, axis, reach.visited);
}
