import { isObject, type JsonObject, type JsonValue } from "../../../runtime/data/model/values.js";
import { entriesOf, itemsOf, memberOf, textOf } from "./json.js";

const start = "#/components/schemas/";

/** The name of the component that a schema refers to. */
export function referenceOf(schema: JsonValue | undefined): string | undefined {
  const reference = textOf(schema, "$ref");
  return reference?.startsWith(start) ? reference.slice(start.length) : undefined;
}

/** A schema that more than these extend stands for itself alone. */
const maxHeirs = 200;

/** The relations between the schemas of a document. */
export class SchemaGraph {
  readonly schemas: ReadonlyMap<string, JsonValue>;
  /** Those that have parts which only requests or only responses have, in themselves or in what they refer to. */
  readonly #directed: ReadonlySet<string>;
  /** Those with parts that are bytes. */
  readonly #binary: ReadonlySet<string>;
  /** Those that have a schema in their `allOf`. */
  readonly #children = new Map<string, string[]>();
  readonly #heirs = new Map<string, readonly string[]>();
  /** References that would make a type nothing but itself. */
  readonly #endless: ReadonlySet<string>;

  constructor(schemas: JsonValue | undefined) {
    this.schemas = new Map(entriesOf(schemas));
    const referrers = new Map<string, string[]>();
    const directed: string[] = [];
    const binary: string[] = [];
    for (const [name, schema] of this.schemas) {
      const found = scan(schema);
      for (const to of found.references) add(referrers, to, name);
      if (found.isDirected) directed.push(name);
      if (found.isBinary) binary.push(name);
      for (const parent of itemsOf(memberOf(schema, "allOf"))) {
        const to = referenceOf(parent);
        if (to !== undefined) add(this.#children, to, name);
      }
    }
    for (const name of this.schemas.keys())
      if (this.isFamily(name)) for (const heir of this.heirs(name)) add(referrers, heir, name);
    this.#directed = closure(directed, referrers);
    this.#binary = closure(binary, referrers);
    this.#endless = this.#backReferences();
  }

  isDirected(name: string): boolean {
    return this.#directed.has(name);
  }

  hasBytes(name: string): boolean {
    return this.#binary.has(name);
  }

  /** The schema that a value has, behind its references. */
  resolve(schema: JsonValue | undefined): JsonValue | undefined {
    let found = schema;
    for (let hops = 0; hops < 20; hops++) {
      const name = referenceOf(found);
      if (name === undefined) return found;
      found = this.schemas.get(name);
    }
    return undefined;
  }

  /** The schemas that extend one, directly or through others, and those that it knows by its `mapping`. */
  heirs(name: string): readonly string[] {
    const known = this.#heirs.get(name);
    if (known !== undefined) return known;
    const found = new Set(this.#children.get(name));
    const mapping = memberOf(memberOf(this.schemas.get(name), "discriminator"), "mapping");
    for (const [, target] of entriesOf(mapping)) {
      const to = referenceOf({ $ref: target });
      if (to !== undefined && this.schemas.has(to)) found.add(to);
    }
    // A set goes on to what is added while it is gone through.
    for (const heir of found) {
      for (const child of this.#children.get(heir) ?? []) found.add(child);
      if (found.size > maxHeirs) break;
    }
    found.delete(name);
    const heirs = found.size > maxHeirs ? [] : [...found];
    this.#heirs.set(name, heirs);
    return heirs;
  }

  /** It stands for those that extend it. */
  isFamily(name: string): boolean {
    const schema = this.schemas.get(name);
    return (
      textOf(memberOf(schema, "discriminator"), "propertyName") !== undefined &&
      memberOf(schema, "oneOf") === undefined &&
      memberOf(schema, "anyOf") === undefined &&
      this.heirs(name).length > 0
    );
  }

  /** @param from the type that refers: the name of a schema, or of a family's own part */
  isEndless(from: string, to: string): boolean {
    return this.#endless.has(`${from} ${to}`);
  }

  /** The parts of a type that have no object and no list around them. */
  #immediate(node: string): readonly string[] {
    const isPart = node.startsWith(partMark);
    const name = isPart ? node.slice(partMark.length) : node;
    if (!isPart && this.isFamily(name)) return [partMark + name, ...this.heirs(name)];
    const found: string[] = [];
    const pending: { readonly schema: JsonValue | undefined; readonly isInAll: boolean }[] = [
      { schema: this.schemas.get(name), isInAll: false },
    ];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { schema, isInAll } = next;
      const to = referenceOf(schema);
      if (to !== undefined) found.push(isInAll && this.isFamily(to) ? partMark + to : to);
      for (const item of itemsOf(memberOf(schema, "allOf"))) pending.push({ schema: item, isInAll: true });
      for (const keyword of ["oneOf", "anyOf"])
        for (const item of itemsOf(memberOf(schema, keyword))) pending.push({ schema: item, isInAll: false });
    }
    return found;
  }

  /** The references that close a circle of such parts: TypeScript has no types for them. */
  #backReferences(): ReadonlySet<string> {
    const back = new Set<string>();
    const state = new Map<string, "open" | "done">();
    for (const root of this.schemas.keys()) {
      if (state.has(root)) continue;
      state.set(root, "open");
      const stack = [{ node: root, next: this.#immediate(root), at: 0 }];
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const to = top.next[top.at++];
        if (to === undefined) {
          state.set(top.node, "done");
          stack.pop();
        } else if (state.get(to) === "open") back.add(`${top.node} ${to}`);
        else if (!state.has(to)) {
          state.set(to, "open");
          stack.push({ node: to, next: this.#immediate(to), at: 0 });
        }
      }
    }
    return back;
  }
}

/** Before the name of a schema with heirs: the part that they have from it. No name of a component has a blank. */
export const partMark = "part ";

interface Scan {
  readonly references: ReadonlySet<string>;
  readonly isDirected: boolean;
  readonly isBinary: boolean;
}

function scan(schema: JsonValue): Scan {
  const references = new Set<string>();
  let [isDirected, isBinary] = [false, false];
  const pending: JsonValue[] = [schema];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) for (const item of next as readonly JsonValue[]) pending.push(item);
    if (!isObject(next)) continue;
    const to = referenceOf(next);
    if (to !== undefined) references.add(to);
    isDirected ||= next.readOnly === true || next.writeOnly === true;
    isBinary ||= next.format === "binary";
    // It names its heirs only in its mapping, or not at all.
    for (const target of Object.values((next.discriminator as JsonObject | undefined)?.mapping ?? {}))
      pending.push({ $ref: target as JsonValue });
    for (const [key, value] of Object.entries(next)) if (!data.has(key)) pending.push(value);
  }
  return { references, isDirected, isBinary };
}

const data: ReadonlySet<string> = new Set([
  "enum",
  "const",
  "default",
  "example",
  "examples",
  "discriminator",
]);

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

function closure(
  names: readonly string[],
  referrers: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const found = new Set(names);
  // A set goes on to what is added while it is gone through.
  for (const name of found) for (const referrer of referrers.get(name) ?? []) found.add(referrer);
  return found;
}
