import { spend } from "../../base/work.js";
import { JsonDocument, nodesOf } from "../json/json-node.js";
import type { Node } from "../model/node.js";
import { emptySet, NodeSet } from "../model/node-set.js";
import { type Found, type Item, Selection } from "../model/values.js";
import { axes, reverseAxes } from "./axes.js";
import { noteWalk, rangeAlong } from "./axis-index.js";
import { inDocumentOrder, merged } from "./document-order.js";
import { applyPredicates, type Predicate } from "./predicate.js";
import { Reach } from "./reach.js";
import { isLocalName, type Step } from "./step.js";

/**
 * A location path, read as nodes with identity, parents and document order.
 * @throws TreeLimitError where the tree has more or deeper nodes than may be visited
 */
export function select(base: Found, ...steps: (string | Step)[]): NodeSet {
  return selectSteps(base, steps);
}

/** The same with its steps as a list. */
export function selectSteps(base: Found, steps: readonly (string | Step)[]): NodeSet {
  let set = nodes(base);
  for (let index = 0; index < steps.length; index++) {
    if (set.size === 0) return emptySet;
    const step = steps[index] as string | Step;
    const name = typeof step === "object" && isAnyDescendant(step) ? plainChild(steps[index + 1]) : undefined;
    if (name !== undefined) {
      // `//name` is `descendant-or-self::node()/child::name`, which is `descendant::name` if no position counts.
      set = take(set, { ...descendants, test: name });
      index++;
    } else if (typeof step === "object") set = take(set, step);
    else set = isLocalName(step) ? takeNamed(set, step) : take(set, { ...children, test: step });
  }
  return set;
}

/** `select` with child steps only, from nodes that are known already. */
export function selectNames(nodes: readonly Node[], disjoint: boolean, names: readonly string[]): NodeSet {
  return selectSteps(new NodeSet(nodes, disjoint || nodes.length < 2), names);
}

/** The nodes for which all predicates hold; positions count in document order, as in `(//a)[1]`. */
export function filter(base: Found, ...predicates: Predicate[]): NodeSet {
  const set = nodes(base);
  return new NodeSet(applyPredicates(set.nodes(), predicates), set.disjoint);
}

/** XPath's `|`. */
export function union(...sets: Found[]): NodeSet {
  const all = merged(sets.map(nodesOf));
  return new NodeSet(all, all.length < 2);
}

/** How many levels it takes to go up in one step. */
const levelsPerStep = 16;

/** The document node of the tree that the first node is in: the node that `/` stands for. */
export function documentRoot(item: Found): Node | undefined {
  if (item !== undefined && typeof item !== "object") return new JsonDocument(item);
  let node = nodesOf(item)[0];
  let height = 0;
  for (; node?.parent !== undefined; height++) node = node.parent;
  spend(height / levelsPerStep);
  return node;
}

/** The first node in document order, as an item. */
export function first(set: Found): Item {
  return set instanceof Selection ? set.firstItem : set;
}

/** The nodes that a value stands for. What a path finds from here on are nodes, too. */
export function nodes(base: Found): NodeSet {
  if (base instanceof NodeSet && base.hasNodes && (base.disjoint || base.size > 1)) return base;
  const all = nodesOf(base);
  return new NodeSet(all, all.length < 2 || (base instanceof NodeSet && base.disjoint));
}

const children: Omit<Step, "test"> = { axis: "child", predicates: [] };
const descendants: Omit<Step, "test"> = { axis: "descendant", predicates: [] };

function isAnyDescendant(step: Step): boolean {
  return step.axis === "descendantOrSelf" && step.test === "node()" && step.predicates.length === 0;
}

/** The node test of a child step without predicates. */
function plainChild(step: string | Step | undefined): string | undefined {
  if (typeof step !== "object") return step;
  return step.axis === "child" && step.predicates.length === 0 ? step.test : undefined;
}

/** The child step to elements of that name in no namespace. */
function takeNamed(set: NodeSet, name: string): NodeSet {
  const nodes = set.nodes();
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined && only.elements.length > fewChildren)
    return take(set, { ...children, test: name });
  const found: Node[] = [];
  let visited = 0;
  for (const { elements } of nodes) {
    visited += elements.length;
    for (const element of elements)
      if (element.name === name && element.namespaceUri === "") found.push(element);
  }
  spend(nodes.length + visited);
  if (found.length === 0) return emptySet;
  return new NodeSet(set.disjoint ? found : inDocumentOrder(found), set.disjoint || found.length < 2);
}

/** With more of them, an index may know those of a name. */
const fewChildren = 15;

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

/** Returns true if the nodes are in document order and without duplicates as they come. */
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

/** Returns true if a node is reached from one other node only. */
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
