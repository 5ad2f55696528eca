import { checkDepth } from "../../base/tree-limits.js";
import { spend } from "../../base/work.js";
import { JsonDocument, JsonNode, typeName } from "../json/json-node.js";
import { Tree } from "../json/lazy-tree.js";
import { NodeSet } from "../model/node-set.js";
import {
  type Found,
  type Item,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  member,
  Selection,
} from "../model/values.js";
import { childSteps } from "./child-path.js";
import { selectSteps } from "./node-path.js";
import { applyPredicates, itemAt, type Predicate } from "./predicate.js";
import { isLocalName, type NameStep, type Step } from "./step.js";
import { noteVisits, treeIndex } from "./tree-index.js";

/**
 * `at` with any steps. JSON stays plain data, and no nodes are made, up to the first step that is more than a child or a
 * descendant. Predicates of these ask only for the content of an item, unless the path begins at `nodes(base)`.
 * @throws TreeLimitError where descendants nest too deep
 */
export function atSteps(base: Found, steps: readonly (string | Step)[]): Found {
  if ((base instanceof Selection && base.hasNodes) || isIndexed(base, steps[0]))
    return selectSteps(base, steps);
  let reached = base;
  let index = 0;
  if (base instanceof JsonDocument && steps[0] === base.rootName) {
    reached = base.value;
    index = 1;
  }
  for (; index < steps.length; index++) {
    const step = steps[index] as string | Step | NameStep;
    if (typeof step !== "string") {
      if (!isOfData(step)) return beyondData(reached, base, steps, index);
      const next = onlyChild(reached, step);
      if (next === several) return findAll(reached, steps, index, base);
      reached = next;
    } else if (typeof reached !== "object" || reached === null) {
      return undefined;
    } else if (reached instanceof Selection) {
      const end = endOfNames(steps, index);
      reached = reached.at(namesUntil(steps, end), index, childSteps);
      index = end - 1;
    } else if (isArray(reached)) {
      return findAll(reached, steps, index, base);
    } else {
      reached = member(reached, step);
    }
  }
  return reached;
}

/** Returns true if an index should answer: a whole document's descendants were looked for often enough. */
function isIndexed(base: Found, step: string | Step | undefined): boolean {
  return (
    base instanceof JsonDocument &&
    typeof step === "object" &&
    step.axis === "descendant" &&
    treeIndex(base.nodes()[0] as JsonDocument, true) !== undefined
  );
}

/** Returns true if data has what the step leads to: children and descendants by a name that members have, or by any. */
function isOfData(step: Step | NameStep): boolean {
  if ("member" in step) return step.member !== undefined;
  const { axis, test } = step;
  const isBelow = axis === "child" || axis === "descendant";
  return isBelow && (test === "*" || (isLocalName(test) && test !== "json-element"));
}

/**
 * Takes the steps from `steps[index]` on, which lead out of data. One of them data can answer: the attribute that tells
 * the type of an item.
 */
function beyondData(reached: Found, base: Found, steps: readonly (string | Step)[], index: number): Found {
  if (reached === undefined) return undefined;
  if (reached instanceof Selection)
    return reached.hasNodes ? selectSteps(reached, steps.slice(index)) : selectSteps(base, steps);
  const { axis, test } = steps[index] as Step;
  const isTypeOfItem = axis === "attribute" && steps.length === 1 && isLocalName(test);
  if (!isTypeOfItem) return selectSteps(base, steps);
  return typeName(reached) === test ? "" : undefined;
}

/** Says that a step may reach more than one item. */
const several: unique symbol = Symbol("several");

/** The child of an object, or the item of an array at a position, found without making a list of the children. */
function onlyChild(parent: Found, step: Step | NameStep): Found | typeof several {
  const { axis, test, predicates } = step;
  if ("member" in step && !(parent instanceof Selection) && !isArray(parent)) return memberOf(parent, step);
  if (axis !== "child" || test === "*" || parent instanceof Selection) return several;
  if (typeof parent !== "object" || parent === null) return undefined;
  if (!isArray(parent)) return passing(member(parent, test), predicates, 0);
  const [position] = predicates;
  if (test !== "value" || typeof position !== "number") return several;
  return passing(itemAt(parent, position), predicates, 1);
}

function memberOf(parent: JsonValue | undefined, { member: name }: NameStep): Found {
  return isObject(parent) && typeof name === "string" ? member(parent, name) : undefined;
}

/** The item if the predicates from `predicates[from]` on hold for it alone. */
function passing(item: JsonValue | undefined, predicates: readonly Predicate[], from: number): Found {
  if (item === undefined) return undefined;
  for (let index = from; index < predicates.length; index++) {
    const predicate = predicates[index] as Predicate;
    const holds = typeof predicate === "number" ? Math.abs(predicate) === 1 : predicate(item, 1, 1);
    if (!holds) return undefined;
  }
  return item;
}

/** Takes the steps from `steps[from]` on. `reached` is what those before led to from `base`. */
function findAll(reached: Found, steps: readonly (string | Step)[], from: number, base: Found): Found {
  let found = plainItems(reached);
  for (let index = from; index < steps.length && found !== undefined; ) {
    const step = steps[index] as string | Step | NameStep;
    const next = typeof step === "string" ? endOfNames(steps, index) : index + 1;
    if (found.items.length === 0) return undefined;
    // If items are inside each other, their children would have to be put in order.
    if (!found.disjoint || (typeof step === "object" && !isOfData(step))) found = undefined;
    else if (typeof step === "string")
      found = takeNames(found.items, steps as readonly string[], index, next);
    else
      found =
        step.axis === "descendant" ? takeDescendants(found.items, step) : takeChildren(found.items, step);
    if (index === 0 && base instanceof JsonDocument && found?.visited)
      noteVisits(base.nodes()[0] as JsonDocument, found.visited);
    index = next;
  }
  if (found === undefined) return selectSteps(base, steps);
  const { items, disjoint } = found;
  return items.length > 1 ? new NodeSet(items, disjoint, () => selectSteps(base, steps).nodes()) : items[0];
}

interface PlainItems {
  readonly items: readonly JsonValue[];
  /** True if no item is inside another one. */
  readonly disjoint: boolean;
  /** How many items were visited to find these. */
  readonly visited?: number;
}

/** `undefined` if an item is more than plain JSON. */
function plainItems(reached: Found): PlainItems | undefined {
  if (!(reached instanceof Selection))
    return { items: reached === undefined ? [] : [reached], disjoint: true };
  const items: JsonValue[] = [];
  for (const item of reached.toItems()) {
    const plain = plainItem(item);
    if (plain === undefined) return undefined;
    items.push(plain);
  }
  return { items, disjoint: items.length < 2 || (reached instanceof NodeSet && reached.disjoint) };
}

function plainItem(item: Item): JsonValue | undefined {
  if (!(item instanceof Selection)) return item;
  if (item instanceof JsonDocument) return { json: item.value };
  if (item instanceof JsonNode) return item.document.repeated === undefined ? item.value : undefined;
  return item instanceof Tree && item.repeated === undefined ? item.toJson() : undefined;
}

function endOfNames(steps: readonly (string | Step)[], from: number): number {
  let end = from;
  while (typeof steps[end] === "string") end++;
  return end;
}

/** The steps before `steps[end]`; from here on, they are names. */
function namesUntil(steps: readonly (string | Step)[], end: number): readonly string[] {
  return (end === steps.length ? steps : steps.slice(0, end)) as readonly string[];
}

function takeNames(
  items: readonly JsonValue[],
  names: readonly string[],
  from: number,
  to: number,
): PlainItems {
  const found: JsonValue[] = [];
  for (const item of items) addNamed(item, names, from, to, found);
  spend(items.length + found.length);
  return { items: found, disjoint: true };
}

function addNamed(
  item: JsonValue,
  names: readonly string[],
  from: number,
  to: number,
  found: JsonValue[],
): void {
  let reached: JsonValue | undefined = item;
  for (let index = from; index < to; index++) {
    if (typeof reached !== "object" || reached === null) return;
    const name = names[index] as string;
    if (isArray(reached)) {
      if (name === "value") for (const one of reached) addNamed(one, names, index + 1, to, found);
      return;
    }
    reached = member(reached, name);
  }
  if (reached !== undefined) found.push(reached);
}

function takeChildren(items: readonly JsonValue[], step: Step | NameStep): PlainItems {
  const isNamed = "member" in step;
  const test = isNamed ? step.member : step.test;
  const predicates = isNamed ? [] : step.predicates;
  if (typeof test !== "string") return { items: [], disjoint: true };
  const [item] = items;
  if (items.length === 1)
    return { items: applyPredicates(childrenOf(item, test), predicates), disjoint: true };
  const found: JsonValue[] = [];
  spend(items.length);
  for (const one of items) {
    for (const child of applyPredicates(childrenOf(one, test), predicates)) found.push(child);
  }
  return { items: found, disjoint: true };
}

function childrenOf(item: JsonValue | undefined, test: string): readonly JsonValue[] {
  if (typeof item !== "object" || item === null) return [];
  if (isArray(item)) return test === "value" || test === "*" ? item : [];
  if (test === "*") return valuesOf(item);
  const child = member(item, test);
  return child === undefined ? [] : [child];
}

/** `for … in` visits inherited members, too, but JSON inherits none that it visits. It is faster than a list of them. */
function valuesOf(object: JsonObject): readonly JsonValue[] {
  const values: JsonValue[] = [];
  for (const name in object) {
    const value = object[name];
    if (value !== undefined) values.push(value);
  }
  return values;
}

function takeDescendants(items: readonly JsonValue[], { test, predicates }: Step): PlainItems {
  const found: JsonValue[] = [];
  let disjoint = true;
  let visited = 0;
  for (const item of items) {
    const descendants = new Descendants(item, test);
    disjoint &&= descendants.disjoint;
    visited += descendants.visited;
    for (const one of applyPredicates(descendants.found, predicates)) found.push(one);
  }
  return { items: found, disjoint, visited };
}

/** The descendants with a name, in document order. */
class Descendants {
  readonly found: JsonValue[] = [];
  disjoint = true;
  visited = 0;

  constructor(
    top: JsonValue,
    private readonly test: string,
  ) {
    this.#add(top, 1, false);
  }

  #add(container: JsonValue, depth: number, isWithin: boolean): void {
    if (typeof container !== "object" || container === null) return;
    checkDepth(depth + 1);
    if (isArray(container)) {
      spend(1 + container.length);
      const matches = this.test === "value" || this.test === "*";
      for (const item of container) this.#visit(item, depth, matches, isWithin);
    } else {
      for (const name in container) {
        spend();
        this.#visit(container[name], depth, name === this.test || this.test === "*", isWithin);
      }
    }
  }

  #visit(value: JsonValue | undefined, depth: number, matches: boolean, isWithin: boolean): void {
    if (value === undefined) return;
    this.visited++;
    if (matches) {
      if (isWithin) this.disjoint = false;
      this.found.push(value);
    }
    this.#add(value, depth + 1, isWithin || matches);
  }
}
