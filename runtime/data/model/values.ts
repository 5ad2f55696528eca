import type { Node } from "./node.js";

/** An integer that a number cannot hold, such as an ID of 64 bits, is a `bigint`; no other number is one. */
export type JsonValue = string | number | bigint | boolean | null | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [name: string]: JsonValue;
}

/**
 * Takes child steps by name. `names[from]` is the name of the first step to take. The selections get this as an
 * argument, because it makes selections itself.
 */
export interface ChildSteps {
  /** The steps from a value. It is what the steps `names[originFrom]` to `names[from - 1]` led to from `origin`. */
  fromValue(value: Found, names: readonly string[], from: number, origin: Found, originFrom: number): Found;
  /** The steps from every node of a set. `isDisjoint` says that no node is inside another one. */
  fromSet(set: Selection, isDisjoint: boolean, names: readonly string[], from: number): Found;
}

/**
 * A node-set, or a part of one, that is not plain JSON: a node of a document, a set of nodes, or a tree that is made
 * when it is read. The methods are what conversions and paths need.
 */
export abstract class Selection {
  /** The children reached by the names from `names[from]` on. */
  abstract at(names: readonly string[], from: number, steps: ChildSteps): Found;
  /** The first node as JSON; `null` for an empty set. */
  abstract toJson(): JsonValue;
  /** XPath 1.0 §4.2 string(): the string-value of the first node. */
  abstract toText(): string;
  /** How many nodes there are. */
  abstract get size(): number;
  /** The nodes in document order, with identity and parents. */
  abstract nodes(): readonly Node[];
  /** The nodes as items: plain JSON where a node is no more than its value. */
  abstract toItems(): readonly Item[];
  /** True if a path from here on finds nodes, since there is no data that could stand for them. */
  get hasNodes(): boolean {
    return false;
  }
  /** The first of the items. */
  get firstItem(): Item {
    return this.toItems()[0];
  }
  /** The items of the JSON array that the selection stands for; `undefined` if it stands for none. */
  get itemList(): readonly Item[] | undefined {
    return undefined;
  }
}

/**
 * The value that a variable holds and an expression yields. A primitive is an XPath string, number or
 * boolean; a `bigint` is the string of its digits, which is a number as JSON. An object or array is the root
 * element of a JSON tree; `undefined` is the empty node-set.
 */
export type Value = string | number | bigint | boolean | JsonObject | JsonArray | Selection | undefined;

/**
 * The result of a path. `undefined` is the empty node-set. Every other plain JSON value, primitives and
 * `null` included, is one node with that value. In a `Value`, a primitive is no node; the compiler knows
 * which of the two it deals with.
 */
export type Found = JsonValue | Selection | undefined;

/** A context item: one node, as plain JSON where nobody asks for its parent or identity. */
export type Item = JsonValue | Selection | undefined;

/** `Array.isArray` narrows to a mutable array of `any`; this narrows to the type of our data. */
export function isArray(value: unknown): value is JsonArray {
  return Array.isArray(value);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isArray(value);
}

/** The items, if the item is a JSON array; else `undefined`. */
export function listOf(item: Item): readonly Item[] | undefined {
  if (isArray(item)) return item;
  return item instanceof Selection ? item.itemList : undefined;
}

/**
 * The object's own member of that name. All that an object inherits is functions, which JSON never holds, and
 * `__proto__`; so only that name needs care.
 */
export function member(object: JsonObject, name: string): JsonValue | undefined {
  const value: unknown = object[name];
  if (typeof value === "function") return undefined;
  if (name === "__proto__" && !Object.hasOwn(object, name)) return undefined;
  return value as JsonValue | undefined;
}

/** Sets a member as the object's own, even if its name is `__proto__`. */
export function setMember(object: Record<string, JsonValue>, name: string, value: JsonValue): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[name] = value;
  }
}
