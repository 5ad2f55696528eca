import { each as eachOf, nth as nthOf, where as whereIn } from "../../data/xpath/array-path.js";
import { at as atPath, members as membersOf } from "../../data/xpath/child-path.js";
import {
  documentRoot as documentRootOf,
  filter as filterNodes,
  nodes as nodesFor,
  union as unionOf,
} from "../../data/xpath/node-path.js";
import { atSteps } from "../../data/xpath/value-path.js";
import { path as pathOf } from "../../data/xpath/variable-path.js";
import { rootElement as rootElementOf } from "../../request/respond.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";
import type { Holds, PathStep, Predicate } from "./steps.js";

/**
 * A path (XPath 1.0 §2): `at(order, "lines", "value")` is `order/lines/value`. One item is plain data where it can be, several are
 * a node-set, and none is `undefined`.
 */
export function at(base: Untyped, ...steps: PathStep[]): Untyped {
  const from = found(base);
  return areNames(steps) ? atPath(from, ...steps) : atSteps(from, steps);
}

function areNames(steps: readonly PathStep[]): steps is readonly string[] {
  return steps.every((step) => typeof step === "string");
}

/** The same as a variable of a flow holds it: nodes that know their parents. */
export function path(base: Untyped, ...steps: PathStep[]): Untyped {
  return pathOf(found(base), ...steps);
}

/**
 * Data as a node-set: a path begins at it whose predicates ask for more than the content of an item, as in
 * `at(nodes(order), child("lines", (lines) => name(lines) === "lines"))`.
 */
export function nodes(base: Untyped): Untyped {
  return nodesFor(found(base));
}

/** The nodes for which all predicates hold (XPath 1.0 §3.3). Positions count in document order, as in `(//a)[1]`. */
export function filter(base: Untyped, ...predicates: Predicate[]): Untyped {
  return filterNodes(found(base), ...predicates);
}

/** The operator `|` (XPath 1.0 §3.3): the nodes of all, each once, in document order. */
export function union(...sets: Untyped[]): Untyped {
  return unionOf(...sets.map(found));
}

/** The items of an array for which a predicate holds: `where(lines, (line) => line.price > 5)` is `lines/value[price > 5]`. */
export function where(list: Untyped, holds: Holds): Untyped {
  return whereIn(found(list), holds);
}

/** What is read of each item of an array: `each(lines, (line) => line.price)` is `lines/value/price`. */
export function each(list: Untyped, read: (item: Untyped) => Untyped): Untyped {
  return eachOf(found(list), read);
}

/** The item of an array at a position, from 1, or from -1 at its end: `lines/value[2]`. */
export function nth(list: Untyped, position: number): Untyped {
  return nthOf(found(list), position);
}

/** The children of an item as properties: `members(order).customer?.name` is `order/customer/name`. */
export function members(item: Untyped): Untyped {
  return membersOf(found(item));
}

/** The node that `/` stands for: the document of the first node (XPath 1.0 §2). */
export function documentRoot(item: Untyped): Untyped {
  return documentRootOf(found(item));
}

/** The context item of a template: the root element of a document, and anything else as it is. */
export function rootElement(item: Untyped): Untyped {
  return rootElementOf(found(item));
}
