import { append } from "../../source/lists.js";
import { keywords, type Schema, type SchemaObject } from "./described.js";

const start = "#/components/schemas/";

const nameIn = (reference: string | undefined): string | undefined =>
  reference?.startsWith(start) ? reference.slice(start.length) : undefined;

/** The name of the component that a schema refers to. */
export const referenceOf = (schema: Schema | undefined): string | undefined => nameIn(keywords(schema).$ref);

/** The values of a discriminator by the schemas that they stand for. */
export function tagsOf({ discriminator }: SchemaObject): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, string[]>();
  for (const [tag, target] of Object.entries(discriminator?.mapping ?? {}))
    append(tags, nameIn(target) ?? "", tag);
  return tags;
}

/** A schema that more than these extend stands for itself alone. */
const maxHeirs = 200;

/** The relations between the schemas of a document. */
export class SchemaGraph {
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Those that have parts which only requests or only responses have, in themselves or in what they refer to. */
  readonly directed: ReadonlySet<string>;
  /** Those with parts that are bytes. */
  readonly binary: ReadonlySet<string>;
  /** Those that have a schema in their `allOf`. */
  readonly #children = new Map<string, string[]>();
  readonly #heirs = new Map<string, readonly string[]>();
  /** References that would make a type nothing but itself. */
  readonly #endless: ReadonlySet<string>;

  constructor(schemas: Readonly<Record<string, Schema>>) {
    this.schemas = new Map(Object.entries(schemas));
    const referrers = new Map<string, string[]>();
    const [directed, binary] = [new Set<string>(), new Set<string>()];
    for (const [name, schema] of this.schemas) {
      const found = scan(schema);
      for (const to of found.references) append(referrers, to, name);
      if (found.isDirected) directed.add(name);
      if (found.isBinary) binary.add(name);
      for (const parent of keywords(schema).allOf ?? [])
        append(this.#children, referenceOf(parent) ?? "", name);
    }
    for (const name of this.schemas.keys())
      if (this.isFamily(name)) for (const heir of this.heirs(name)) append(referrers, heir, name);
    // A set goes on to what is added while it is gone through.
    for (const all of [directed, binary])
      for (const name of all) for (const referrer of referrers.get(name) ?? []) all.add(referrer);
    [this.directed, this.binary] = [directed, binary];
    this.#endless = this.#backReferences();
  }

  /** The schema that a value has, behind its references. */
  resolve(schema: Schema | undefined): SchemaObject {
    let found = schema;
    for (let hops = 0; hops < 20; hops++) {
      const name = referenceOf(found);
      if (name === undefined) return keywords(found);
      found = this.schemas.get(name);
    }
    return {};
  }

  /** The schemas that extend one, directly or through others, and those that it knows by its `mapping`. */
  heirs(name: string): readonly string[] {
    const known = this.#heirs.get(name);
    if (known !== undefined) return known;
    const mapped = tagsOf(keywords(this.schemas.get(name))).keys();
    const found = new Set([
      ...(this.#children.get(name) ?? []),
      ...[...mapped].filter((one) => this.schemas.has(one)),
    ]);
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
    const { discriminator, oneOf, anyOf } = keywords(this.schemas.get(name));
    const isBase = discriminator !== undefined && oneOf === undefined && anyOf === undefined;
    return isBase && this.heirs(name).length > 0;
  }

  /** @param from the type that refers: the name of a schema, or of a family's own part */
  isEndless(from: string, to: string): boolean {
    return this.#endless.has(`${from} ${to}`);
  }

  /** The parts of a type that have no object and no list around them. */
  #immediate(node: string): readonly string[] {
    const name = schemaName(node);
    if (node === name && this.isFamily(name)) return [partMark + name, ...this.heirs(name)];
    const within = (schema: Schema | undefined, isInAll: boolean): readonly string[] => {
      const { allOf = [], oneOf = [], anyOf = [] } = keywords(schema);
      const to = referenceOf(schema);
      const parts = [
        ...[...anyOf, ...oneOf].flatMap((one) => within(one, false)),
        ...allOf.flatMap((one) => within(one, true)),
      ];
      return to === undefined ? parts : [isInAll && this.isFamily(to) ? partMark + to : to, ...parts];
    };
    return within(this.schemas.get(name), false);
  }

  /** The references that close a circle of such parts: TypeScript has no types for them. */
  #backReferences(): ReadonlySet<string> {
    const back = new Set<string>();
    const done = new Map<string, boolean>();
    const stack: { readonly node: string; readonly next: readonly string[]; at: number }[] = [];
    const open = (node: string) => {
      done.set(node, false);
      stack.push({ node, next: this.#immediate(node), at: 0 });
    };
    for (const root of this.schemas.keys()) {
      if (!done.has(root)) open(root);
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const to = top.next[top.at++];
        if (to === undefined) done.set(stack.pop()?.node ?? "", true);
        else if (!done.has(to)) open(to);
        else if (done.get(to) === false) back.add(`${top.node} ${to}`);
      }
    }
    return back;
  }
}

/** Before the name of a schema with heirs: the part that they have from it. No name of a component has a blank. */
export const partMark = "part ";

export const schemaName = (node: string): string =>
  node.startsWith(partMark) ? node.slice(partMark.length) : node;

/** The references anywhere in a schema, and its parts that are not the same everywhere. */
function scan(schema: Schema) {
  const references = new Set<string>();
  let [isDirected, isBinary] = [false, false];
  const refer = (reference: string) => references.add(nameIn(reference) ?? "");
  JSON.stringify(schema, (key, value) => {
    if (key === "$ref" && typeof value === "string") refer(value);
    isDirected ||= (key === "readOnly" || key === "writeOnly") && value === true;
    isBinary ||= key === "format" && value === "binary";
    // It names its heirs only in its mapping, or not at all.
    if (key === "discriminator") for (const to of Object.values(value?.mapping ?? {})) refer(String(to));
    return data.has(key) ? undefined : value;
  });
  return { references, isDirected, isBinary };
}

const data: ReadonlySet<string> = new Set("enum const default example examples discriminator".split(" "));
