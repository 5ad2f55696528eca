import { entry, parenthesized } from "../../code/code.js";
import { type Doc, widthOf } from "../../code/doc.js";
import { printDoc } from "../../code/print-doc.js";
import type { Schema } from "../../syntax/schema.js";
import type { ts } from "./syntax.js";

/**
 * What an expression of a handler yields, as far as it is proven:
 * - `text` is a string or nothing, of a parameter or a setting,
 * - `numeric` is a number or nothing,
 * - `decoded` is a parameter that the description types, so that it is no string, or nothing,
 * - `json` is one value of JSON, or nothing,
 * - `items` is an array that stands for a node-set, with an item for each node,
 * - `nodes` is a node-set as flows have it, or a value of which nothing is known.
 */
export type Kind =
  | "string"
  | "number"
  | "boolean"
  | "text"
  | "numeric"
  | "decoded"
  | "json"
  | "array"
  | "object"
  | "items"
  | "nodes";

/** How strong the operators are that hold an expression together (ECMA-262 §13), from the weakest. */
export const levels = {
  arrow: 0,
  conditional: 1,
  nullish: 2,
  or: 3,
  and: 4,
  equality: 5,
  relational: 6,
  additive: 7,
  multiplicative: 8,
  unary: 9,
  primary: 10,
} as const;

export type Level = (typeof levels)[keyof typeof levels];

/** An expression of a handler. */
export interface Written {
  readonly doc: Doc;
  readonly kind: Kind;
  readonly level: Level;
  /** What the members of an object are, if all are known. */
  readonly members?: ReadonlyMap<string, Kind> | undefined;
  /** What is proven of its members, since the app validates it. */
  readonly schema?: Schema | undefined;
  /** It is an object, or nothing: it has no members that others have. */
  readonly isObject?: boolean;
  /** It is neither `undefined` nor `null` here. */
  readonly isThere?: boolean;
  /** Header fields: `set-cookie` may be several nodes in flows, and all of them are other nodes than plain data is. */
  readonly isFields?: boolean;
  /** Leads to the same as nodes, which have names and parents. */
  readonly source?: ts.Expression;
  /** It is never `undefined`. */
  readonly isSet?: boolean;
  /** It is neither `undefined` nor `null`, whatever its kind. */
  readonly isValue?: boolean;
  /** A number that is whole, so that JavaScript writes it as XPath does. */
  readonly isWhole?: boolean;
  /** The opposite of a condition, where it is more than `!` before it. */
  readonly negated?: (() => Written) | undefined;
}

/** What a function is called with. */
export type Given = Pick<Written, "kind" | "schema">;

export const written = (doc: Doc, kind: Kind, level: Level = levels.primary): Written => ({
  doc,
  kind,
  level,
});

/** An entry of an object literal: `name: value`, or the name alone if the value has it. */
export const memberEntry = (name: string, value: Doc): Doc =>
  widthOf(value) === name.length && printDoc(value).text === name ? value : entry(name, value);

/** The code, in parentheses where it would not hold together otherwise. */
export const within = ({ doc, level }: Written, needed: Level): Doc =>
  level < needed ? parenthesized(doc) : doc;

/** Thrown where a handler has no counterpart for what a flow does. */
export class NoCounterpart extends Error {}

/** A set that knows whether it has grown. */
class Learnt<T> extends Set<T> {
  hasGrown = false;

  override add(value: T): this {
    this.hasGrown ||= !this.has(value);
    return super.add(value);
  }
}

/**
 * What is learnt by writing a handler. Where an assumption turns out to be wrong, the rest is written without it, and then the whole
 * once more, as often as something was learnt.
 */
export class Decisions {
  /** Variables that other flows read, too. */
  readonly shared = new Learnt<string>();
  /** Variables that have to stay node-sets. */
  readonly nodeSets = new Learnt<string>();
  /** The offsets of statements that stay XML. */
  readonly parts = new Learnt<number>();

  /** Tells whether anything was learnt since this was asked before. */
  haveGrown(): boolean {
    const all = [this.shared, this.nodeSets, this.parts];
    const grown = all.some(({ hasGrown }) => hasGrown);
    for (const each of all) each.hasGrown = false;
    return grown;
  }
}

/** Tells whether there is a value in any case, which is no node. */
export const isPrimitive = (of: Written | undefined): boolean => of !== undefined && primitives.has(of.kind);

const primitives: ReadonlySet<Kind> = new Set<Kind>(["string", "number", "boolean", "object", "array"]);

/**
 * What one of several is.
 * @param mayBeNothing all but the last may be nothing
 */
export function commonKind(all: readonly Written[], mayBeNothing = false): Kind {
  const kinds = new Set(all.map(({ kind }) => kind));
  if (mayBeNothing && [...kinds].every((kind) => kind === "text" || kind === "string"))
    return all.at(-1)?.kind ?? "json";
  const [only] = kinds;
  if (kinds.size === 1 && only !== undefined) return only;
  return kinds.has("nodes") || kinds.has("items") ? "nodes" : "json";
}
