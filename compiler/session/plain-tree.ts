import type { Files } from "../source/files.js";
import { SourceText, type Span } from "../source/source-text.js";
import { anything, jsonTypes, nothing } from "../syntax/schema.js";

/** Objects that are compared by identity, wherever they come from. */
const constants: readonly unknown[] = [anything, nothing, jsonTypes];

/** A tree in JSON, in which the same object may stand in several places, also in itself. */
export interface PlainTree {
  /** The paths of the files that spans lead to. */
  readonly sources: readonly string[];
  /** The names of the members of objects. */
  readonly shapes: readonly (readonly string[])[];
  /** The root comes first. */
  readonly rows: readonly Row[];
}

/** The number of a shape, or one of `kinds`, and the values. */
type Row = readonly [kind: number, ...values: readonly PlainValue[]];

/** A list stands for more than a primitive: `[]` for `undefined`, `[row]` for an object, two or three numbers for a file or a span. */
type PlainValue = string | number | boolean | null | readonly number[];

const kinds = { list: -1, map: -2, set: -3, call: -4, constant: -5 } as const;

type Call = (...args: readonly unknown[]) => unknown;

/** `undefined` for a tree with anything that JSON could not tell. */
export function plainTree(root: object, files: Files): PlainTree | undefined {
  const tree = new TreeWriter(files);
  tree.write(root);
  const { sources, shapes, rows } = tree;
  return tree.isPlain ? { sources, shapes, rows } : undefined;
}

class TreeWriter implements PlainTree {
  readonly rows: Row[] = [];
  readonly calls: Call[] = [];
  isPlain = true;
  readonly #numbers = new Map<object, number>();
  readonly #sources = new Map<SourceText, number>();
  readonly #shapes = new Map<string, number>();

  constructor(private readonly files: Files) {}

  get sources(): readonly string[] {
    return [...this.#sources.keys()].map(({ path }) => path);
  }

  get shapes(): readonly (readonly string[])[] {
    return [...this.#shapes.keys()].map((shape) => JSON.parse(shape) as readonly string[]);
  }

  /** A queue instead of recursion: schemas lead to each other, and nest to any depth. */
  write(root: object): void {
    this.#value(root);
    for (const object of this.#numbers.keys()) this.rows.push(this.#row(object));
  }

  #row(object: object): Row {
    const values = (some: Iterable<unknown>) => Array.from(some, (value) => this.#value(value));
    if (constants.includes(object)) return [kinds.constant, constants.indexOf(object)];
    if (typeof object === "function") {
      this.calls.push(object as Call);
      return [kinds.call];
    }
    if (Array.isArray(object)) return [kinds.list, ...values(object)];
    if (object instanceof Map) return [kinds.map, ...values([...object].flat(1))];
    if (object instanceof Set) return [kinds.set, ...values(object)];
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== Object.prototype) this.isPlain = false;
    return [numbered(this.#shapes, JSON.stringify(Object.keys(object))), ...values(Object.values(object))];
  }

  #value(value: unknown): PlainValue {
    if (value === undefined) return [];
    if (typeof value === "number") this.isPlain &&= Number.isFinite(value) && !Object.is(value, -0);
    if (typeof value === "bigint" || typeof value === "symbol") this.isPlain = false;
    if (typeof value !== "function" && (typeof value !== "object" || value === null))
      return value as PlainValue;
    if (value instanceof SourceText) return [this.#source(value), 0];
    if (!isSpan(value)) return [numbered(this.#numbers, value)];
    return [this.#source(value.source), value.start, value.end];
  }

  #source(source: SourceText): number {
    if (this.files.get(source.path) !== source) this.isPlain = false;
    return numbered(this.#sources, source);
  }
}

const isSpan = (value: object): value is Span =>
  "source" in value && value.source instanceof SourceText && Object.keys(value).length === 3;

function numbered<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

/**
 * The tree again.
 * @param again makes the tree as it was made first: only that can tell what the functions in it return
 */
export function treeOf<Tree extends object>(
  { sources, shapes, rows }: PlainTree,
  files: Files,
  again: () => Tree,
): Tree {
  const texts = sources.map((path) => files.get(path) as SourceText);
  let calls: readonly Call[] | undefined;
  let count = 0;
  const callNumber = (number: number): Call => {
    return (...args) => {
      if (calls === undefined) {
        const writer = new TreeWriter(files);
        writer.write(again());
        calls = writer.calls;
      }
      return calls[number]?.(...args);
    };
  };
  const objects = rows.map(([kind, first]): object => {
    if (kind === kinds.list) return [];
    if (kind === kinds.map) return new Map();
    if (kind === kinds.set) return new Set();
    if (kind === kinds.call) return callNumber(count++);
    return kind === kinds.constant ? (constants[first as number] as object) : {};
  });
  const read = (value: PlainValue | undefined): unknown => {
    if (!Array.isArray(value)) return value;
    const [first, start, end] = value as readonly number[];
    if (first === undefined) return undefined;
    if (start === undefined) return objects[first];
    return end === undefined ? texts[first] : texts[first]?.span(start, end);
  };
  rows.forEach((row, number) => {
    const object = objects[number];
    const [kind] = row;
    const value = (index: number) => read(row[index]);
    if (Array.isArray(object)) for (let at = 1; at < row.length; at++) object.push(value(at));
    else if (object instanceof Map)
      for (let at = 1; at < row.length; at += 2) object.set(value(at), value(at + 1));
    else if (kind === kinds.set)
      for (let at = 1; at < row.length; at++) (object as Set<unknown>).add(value(at));
    else for (const [at, name] of (shapes[kind] ?? []).entries()) setOwn(object, name, value(at + 1));
  });
  return objects[0] as Tree;
}

/** Also members that objects have from elsewhere: schemas come with any names. */
function setOwn(object: object | undefined, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else (object as Record<string, unknown>)[name] = value;
}
