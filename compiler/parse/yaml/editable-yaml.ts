import type { Node, Scalar, YAMLMap, YAMLSeq } from "yaml";
import type { SourceText } from "../../source/source-text.js";
import { yaml } from "./package.js";
import type { YamlEntry, YamlFile, YamlValue } from "./yaml.js";

/** JSON that queries read. */
export type PlainJson = string | number | boolean | null | PlainJson[] | { [name: string]: PlainJson };

type Location = readonly (string | number)[];

/** The most values of an edited file, with its aliases written out. */
const maxValues = 1_000_000;
/** Of each value in others. An alias may repeat what it is a part of. */
const maxDepth = 500;
/** The most members and items that all queries together may look at. */
const maxSteps = 4_000_000;

/** A mapping or a list, twice: as JSON, and as the node that has its place. */
interface Part {
  readonly json: PlainJson[] | { [name: string]: PlainJson };
  readonly node: YAMLMap<Scalar, Node | null> | YAMLSeq<Node | null>;
}

export class TooMuchError extends Error {}

/** A copy of a file that other files change. Each value keeps the place where it was written. Aliases are written out. */
export class EditableYaml {
  readonly #file: YamlFile;
  readonly #root: { readonly node: Node | null; readonly json: PlainJson };
  readonly #sources = new Map<Node, SourceText>();
  readonly #parts = new WeakMap<object, Part>();
  #values = 0;
  #stepsLeft = maxSteps;
  #isCounting = false;

  /** @throws TooMuchError */
  constructor(file: YamlFile) {
    this.#file = file;
    this.#root = this.#copy(file, file.root);
  }

  /** The file as it is now. */
  edited(): YamlFile {
    return this.#file.withRoot(this.#root.node, this.#sources);
  }

  /**
   * Runs a query, whose steps are counted: filters in filters would have no bound otherwise.
   * @throws TooMuchError
   */
  query<T>(run: (json: PlainJson) => T): T {
    this.#isCounting = true;
    try {
      return run(this.#root.json);
    } finally {
      this.#isCounting = false;
    }
  }

  /**
   * Merges a value with a mapping, member by member, or adds it to a list (OpenAPI Overlay 1.0, section 4.4.3.2).
   * @throws TooMuchError
   */
  merge(target: object, file: YamlFile, value: YamlValue): void {
    const { json, node } = this.#parts.get(target) as Part;
    if (Array.isArray(json))
      for (const item of file.items(value) ?? [value]) {
        const copy = this.#copy(file, item);
        json.push(copy.json);
        (node as YAMLSeq).items.push(copy.node);
      }
    else {
      const map = node as YAMLMap<Scalar, Node | null>;
      const places = new Map(map.items.map(({ key }, place) => [key.value, place]));
      for (const entry of file.entries(value) ?? []) this.#mergeMember(json, map, places, file, entry);
    }
  }

  #mergeMember(
    members: { [name: string]: PlainJson },
    { items }: YAMLMap<Scalar, Node | null>,
    places: Map<unknown, number>,
    file: YamlFile,
    entry: YamlEntry,
  ): void {
    const old = members[entry.key];
    const isSameKind = Array.isArray(old) ? entry.items !== undefined : entry.entries !== undefined;
    if (typeof old === "object" && old !== null && isSameKind) {
      this.merge(old, file, entry.value);
      return;
    }
    const copy = this.#copy(file, entry.value);
    const place = places.get(entry.key) ?? items.length;
    items[place] = new (yaml().Pair)(this.#key(entry), copy.node);
    places.set(entry.key, place);
    members[entry.key] = copy.json;
  }

  remove(locations: readonly Location[]): void {
    const leaving = new Map<Part, Set<unknown>>();
    for (const location of locations) {
      const name = location.at(-1);
      const around = location
        .slice(0, -1)
        .reduce((json, step) => (json as Record<string, PlainJson>)[step] as PlainJson, this.#root.json);
      const part = this.#parts.get(around as object);
      if (part === undefined || name === undefined) continue;
      leaving.set(part, (leaving.get(part) ?? new Set()).add(name));
    }
    for (const [{ json, node }, names] of leaving)
      if (Array.isArray(json)) {
        const stays = (_: unknown, place: number): boolean => !names.has(place);
        node.items = (node as YAMLSeq<Node | null>).items.filter(stays);
        for (const [place, item] of json.filter(stays).entries()) json[place] = item;
        json.length = node.items.length;
      } else {
        const map = node as YAMLMap<Scalar, Node | null>;
        map.items = map.items.filter(({ key }) => !names.has(key.value));
        for (const name of names) delete json[name as string];
      }
  }

  #copy(
    file: YamlFile,
    value: YamlValue,
    depth = 0,
  ): { readonly node: Node | null; readonly json: PlainJson } {
    if (++this.#values > maxValues || depth > maxDepth) throw new TooMuchError();
    const node = file.resolved(value);
    const [entries, items] = [file.entries(node), file.items(node)];
    if (node === null || (entries === undefined && items === undefined)) {
      if (node !== null) this.#place(node, file.span(node).source);
      return { node, json: file.scalar(node) };
    }
    const span = file.span(node);
    if (items !== undefined) {
      const copies = items.map((item) => this.#copy(file, item, depth + 1));
      const list = new (yaml().YAMLSeq)<Node | null>();
      list.items = copies.map((copy) => copy.node);
      return this.#part({ json: copies.map(({ json }) => json), node: list }, span);
    }
    const map = new (yaml().YAMLMap)<Scalar, Node | null>();
    const json: { [name: string]: PlainJson } = Object.create(null);
    for (const entry of entries ?? []) {
      const copy = this.#copy(file, entry.value, depth + 1);
      map.items.push(new (yaml().Pair)(this.#key(entry), copy.node));
      json[entry.key] = copy.json;
    }
    return this.#part({ json, node: map }, span);
  }

  #key({ key, keySpan: { source, start, end } }: YamlEntry): Scalar {
    const node = new (yaml().Scalar)(key);
    node.range = [start, end, end];
    return this.#place(node, source);
  }

  #part(
    part: Part,
    { source, start, end }: { readonly source: SourceText; readonly start: number; readonly end: number },
  ): { readonly node: Node; readonly json: PlainJson } {
    part.node.range = [start, end, end];
    this.#place(part.node, source);
    const json = new Proxy(part.json, {
      get: (target, name) => {
        if (this.#isCounting && --this.#stepsLeft < 0) throw new TooMuchError();
        return Reflect.get(target, name);
      },
    });
    this.#parts.set(json, part);
    return { node: part.node, json: json as PlainJson };
  }

  #place<N extends Node>(node: N, source: SourceText): N {
    if (source !== this.#file.source) this.#sources.set(node, source);
    return node;
  }
}
