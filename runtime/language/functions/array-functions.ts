import { counted } from "../../base/counted.js";
import { spend } from "../../base/work.js";
import { isXmlName } from "../../base/xml-name.js";
import { JsonDocument, JsonNode } from "../../data/json/json-node.js";
import { Node } from "../../data/model/node.js";
import { stringValue } from "../../data/model/string-value.js";
import {
  type ChildSteps,
  type Found,
  type Item,
  type JsonArray,
  type JsonValue,
  listOf,
  Selection,
  type Value,
} from "../../data/model/values.js";
import { XmlBuilder } from "../../data/xml/builder.js";
import { XmlElement } from "../../data/xml/xml-node.js";
import { at } from "../../data/xpath/child-path.js";
import { first } from "../../data/xpath/node-path.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/**
 * `array()`: the nodes, with their names, as the items of one JSON array. An attribute becomes an element `value` whose
 * attribute `name` has its name.
 * @throws TreeLimitError
 */
export function array(nodes: Found): Selection {
  const made = arrayOf(itemsOf(nodes));
  return made instanceof Node ? made : new WrappedNodes(nodes, made);
}

/**
 * Nodes over JSON in an array. They are plain values; elements with the names of the nodes are made if somebody asks
 * for them.
 */
class WrappedNodes extends Selection {
  #element: Node | undefined;

  constructor(
    private readonly wrapped: Found,
    private readonly values: JsonArray,
  ) {
    super();
  }

  get #array(): Node {
    this.#element ??= xmlArray(this.wrapped instanceof Selection ? this.wrapped.nodes() : this.values);
    return this.#element;
  }

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    return from === names.length ? this : this.#array.at(names, from, steps);
  }
  toJson(): JsonArray {
    return this.values;
  }
  toText(): string {
    return stringValue(this.values);
  }
  get size(): number {
    return 1;
  }
  nodes(): readonly Node[] {
    return [this.#array];
  }
  toItems(): readonly Item[] {
    return [this];
  }
  override get itemList(): JsonArray {
    return this.values;
  }
}

/** `array-reverse()`: a new array with the items in reverse order; the empty node-set if there is no array. */
export function arrayReverse(nodes: Found): JsonArray | Node | undefined {
  const items = listOf(first(nodes));
  return items && arrayOf([...items].reverse());
}

/** Yields what an item is sorted by; positions count from 1. */
type Key = (item: Item, position: number, last: number) => Found | Value;

/** The cost of an item, beside being compared with others. */
const stepsPerItem = 10;

type Sorted = JsonArray | Node | undefined;

/**
 * `sort()`: a new array in which items with equal keys keep their order. Missing keys and null come first, then
 * booleans, numbers, and all else by its text. The empty node-set if there is no array.
 */
export function sort(nodes: Found, key?: Key, isDescending = false): Sorted {
  const items = listOf(first(nodes));
  if (items === undefined) return undefined;
  spend(items.length * (stepsPerItem + Math.log2(items.length + 1)));
  const direction = isDescending ? -1 : 1;
  const keyed = items.map((item, index) => ({
    item,
    key: sortable(key === undefined ? item : key(item, index + 1, items.length)),
  }));
  keyed.sort((left, right) => direction * compareKeys(left.key, right.key));
  return arrayOf(keyed.map(({ item }) => item));
}

/** `sort()` with a key that is known at run time only: a path of names, and nothing else. */
export const sortBy = /* @__PURE__ */ counted(
  { units: 64, call: 100 },
  ($: Context, nodes: Found, key: string, isDescending = false): Sorted => {
    if (key === "") return sort(nodes, undefined, isDescending);
    const names = key.split("/").filter((name) => name !== ".");
    if (names.every(isXmlName)) return sort(nodes, (item) => at(item, ...names), isDescending);
    alert($, "sort", "A sorting key that is not constant must be a path of names, such as a/b.");
    return undefined;
  },
);

interface SortKey {
  readonly rank: number;
  readonly value: number | bigint | string;
}

function sortable(found: Found | Value): SortKey {
  const value: JsonValue | undefined = found instanceof Selection ? plain(found) : found;
  switch (typeof value) {
    case "boolean":
      return { rank: 1, value: Number(value) };
    case "bigint":
      return { rank: 2, value };
    case "number":
      return Number.isNaN(value) ? noKey : { rank: 2, value };
    case "string":
      return { rank: 3, value };
    default:
      return value === undefined || value === null ? noKey : { rank: 3, value: stringValue(value) };
  }
}

const noKey: SortKey = { rank: 0, value: 0 };

function plain(found: Selection): JsonValue | undefined {
  return found.size === 0 ? undefined : found.toJson();
}

function compareKeys(left: SortKey, right: SortKey): number {
  if (left.rank !== right.rank) return left.rank - right.rank;
  return left.value < right.value ? -1 : left.value > right.value ? 1 : 0;
}

export function itemsOf(nodes: Found): readonly Item[] {
  if (nodes === undefined) return [];
  return nodes instanceof Selection ? nodes.toItems() : [nodes];
}

/**
 * The items as one JSON array: plain data or, if one of them is XML, an element with copies of the nodes.
 * @throws TreeLimitError
 */
export function arrayOf(items: readonly Item[]): JsonArray | Node {
  const values: JsonValue[] = [];
  spend(items.length);
  for (const item of items) {
    if (item instanceof Node && !(item instanceof JsonNode || item instanceof JsonDocument)) {
      return xmlArray(items);
    }
    values.push(item instanceof Selection ? item.toJson() : (item ?? null));
  }
  return values;
}

/** `<json array="">…</json>` around copies of the items. */
export function xmlArray(items: readonly Item[]): Node {
  const builder = new XmlBuilder();
  builder.element("json", "", [{ name: "array", namespaceUri: "", value: "" }]);
  for (const item of items) addItem(builder, item);
  return builder.finish().documentElement as Node;
}

function addItem(builder: XmlBuilder, item: Item): void {
  const found = item instanceof Selection ? item.nodes()[0] : new JsonDocument(item ?? null).root;
  const node = found?.type === "document" ? found.elements[0] : found;
  if (node === undefined) return;
  if (node.type === "element") {
    copyElement(builder, node);
    return;
  }
  const name = node.type === "attribute" ? [{ name: "name", namespaceUri: "", value: node.name }] : [];
  builder.element("value", "", name);
  builder.text(node.toText());
  builder.close();
}

/** An element that leaves its document takes the namespaces in scope along. */
function copyElement(builder: XmlBuilder, top: Node): void {
  const pending: (Node | undefined)[] = [top];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === undefined) builder.close();
    else if (node.type === "element") {
      const attributes = node.attributes.map((one) => ({
        name: one.name,
        namespaceUri: one.namespaceUri,
        value: one.toText(),
      }));
      builder.element(node.name, node.namespaceUri, attributes, declarations(node, node === top));
      pending.push(undefined);
      for (let index = node.children.length - 1; index >= 0; index--) pending.push(node.children[index]);
    } else if (node.type === "text") builder.text(node.toText());
    else if (node.type === "comment") builder.comment(node.toText());
    else builder.processingInstruction(node.name, node.toText());
  }
}

function declarations(element: Node, isTop: boolean): ReadonlyMap<string, string> | undefined {
  if (!(element instanceof XmlElement)) return undefined;
  if (!isTop) return element.declared;
  return new Map(element.namespaces.map((one) => [one.name, one.toText()]));
}
