import { Node } from "../../../data/model/node.js";
import { stringValue } from "../../../data/model/string-value.js";
import {
  type ChildSteps,
  type Found,
  type Item,
  type JsonArray,
  Selection,
} from "../../../data/model/values.js";
import { arrayOf, itemsOf, xmlArray } from "../documents/json-array.js";

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
  items(): readonly Item[] {
    return [this];
  }
  override get list(): JsonArray {
    return this.values;
  }
}
