import {
  allOf,
  anything,
  eitherOf,
  type JsonType,
  jsonTypes,
  nothing,
  type Schema,
} from "../../syntax/schema.js";

/** The rule of a schema for a member of an object, or for the items of an array (the member `value`). */
type Member =
  | { readonly kind: "impossible" }
  /**
   * `unlisted`: the schema lists other members, but does not forbid this one. `open`: it says nothing about
   * members.
   */
  | { readonly kind: "listed" | "unlisted" | "open"; readonly schema: Schema };

const open: Member = { kind: "open", schema: anything };

const knownMembers = new WeakMap<Schema, Map<string, Member>>();

export function memberOf(schema: Schema, name: string): Member {
  // Many paths ask the same of a schema that is composed of all the values of a variable.
  const members = knownMembers.get(schema) ?? new Map<string, Member>();
  knownMembers.set(schema, members);
  const member = members.get(name) ?? findMember(schema, name);
  members.set(name, member);
  return member;
}

function findMember(schema: Schema, name: string): Member {
  // A member whose name is no XML name becomes `<json-element>`, and a prefix is never part of a member's
  // name.
  if (name === "json-element" || name.includes(":")) return open;
  const member = new Fold(open, (one) => ownMember(one, name), all, either).of(schema);
  return member.kind !== "impossible" && typesOf(member.schema).size === 0 ? { kind: "impossible" } : member;
}

const knownTypes = new WeakMap<Schema, ReadonlySet<JsonType>>();

export function typesOf(schema: Schema): ReadonlySet<JsonType> {
  const types = knownTypes.get(schema) ?? findTypes(schema);
  knownTypes.set(schema, types);
  return types;
}

function findTypes(schema: Schema): ReadonlySet<JsonType> {
  const fold = new Fold<ReadonlySet<JsonType>>(
    jsonTypes,
    ({ types }) => types,
    (sets) => new Set([...jsonTypes].filter((type) => sets.every((set) => set.has(type)))),
    (sets) => new Set(sets.flatMap((set) => [...set])),
  );
  return fold.of(schema);
}

/** The texts that a value can have; `undefined` if the schema does not list them. */
export function valuesOf(schema: Schema): Schema["values"] {
  // Only parameters are known to be texts of numbers, and what is composed is not known to be dates.
  if (typeof schema.values === "string") return schema.values;
  const fold = new Fold<ReadonlySet<string> | undefined>(
    undefined,
    ({ types, values }) => (types.size === 0 ? new Set() : typeof values === "string" ? undefined : values),
    (sets) => {
      const known = sets.filter((set) => set !== undefined);
      const [first] = known;
      return first && new Set([...first].filter((value) => known.every((set) => set.has(value))));
    },
    (sets) => (sets.every((set) => set !== undefined) ? new Set(sets.flatMap((set) => [...set])) : undefined),
  );
  return fold.of(schema);
}

/** Tells whether a text of the schema may hold a number, as far as the schema says anything of its texts. */
export function mayHoldNumber(schema: Schema): boolean {
  const any = (parts: readonly boolean[]) => parts.includes(true);
  return new Fold(true, ({ isNumeral }) => isNumeral === true, any, any).of(schema);
}

/** The names of the members that a schema lists, including those of the schemas that it is composed of. */
export function memberNames(schema: Schema): ReadonlySet<string> {
  const names = new Set<string>();
  const collect = ({ members }: Schema) => {
    for (const name of members.keys()) names.add(name);
  };
  new Fold(undefined, collect, ignore, ignore).of(schema);
  return names;
}

function ignore() {
  return undefined;
}

function ownMember(schema: Schema, name: string): Member {
  const { types, otherMembers, items, hasLowerCaseNames } = schema;
  if (hasLowerCaseNames === true && name !== name.toLowerCase()) return { kind: "impossible" };
  const found: Member[] = [];
  if (types.has("object")) {
    const listed = schema.members.get(name) ?? otherMembers;
    if (listed === undefined)
      found.push(schema.members.size > 0 ? { kind: "unlisted", schema: anything } : open);
    else if (listed !== nothing) found.push({ kind: "listed", schema: listed });
  }
  if (types.has("array") && name === "value")
    found.push(items === undefined ? open : { kind: "listed", schema: items });
  return either(found);
}

/** Combines what several schemas say if all of them apply. */
function all(members: readonly Member[]): Member {
  const possible = members.filter((member) => member.kind !== "impossible");
  if (possible.length < members.length) return { kind: "impossible" };
  const schema = allOf(possible.map((member) => member.schema));
  return { kind: strongest(possible, ["listed", "unlisted", "open"]), schema };
}

/** Combines what several schemas say if at least one of them applies. */
function either(members: readonly Member[]): Member {
  const possible = members.filter((member) => member.kind !== "impossible");
  if (possible.length === 0) return { kind: "impossible" };
  const schema = eitherOf(possible.map((member) => member.schema));
  return { kind: strongest(possible, ["listed", "open", "unlisted"]), schema };
}

type Possible = Exclude<Member, { kind: "impossible" }>;

function strongest(members: readonly Possible[], order: readonly Possible["kind"][]): Possible["kind"] {
  return order.find((kind) => members.some((member) => member.kind === kind)) ?? "open";
}

/** A schema that is composed of more schemas counts as one that allows anything. */
const maxSchemas = 250;

/** Combines what a schema says itself with what `allOf` and `anyOf` say. It visits each schema once. */
class Fold<T> {
  readonly #known = new Map<Schema, T>();

  constructor(
    /** The result for a schema that is still being visited, and for schemas beyond the limit. */
    private readonly unknown: T,
    private readonly own: (schema: Schema) => T,
    private readonly all: (parts: readonly T[]) => T,
    private readonly either: (parts: readonly T[]) => T,
  ) {}

  of(schema: Schema): T {
    const known = this.#known.get(schema);
    if (known !== undefined || this.#known.has(schema)) return known as T;
    if (this.#known.size >= maxSchemas) return this.unknown;
    this.#known.set(schema, this.unknown);
    const result = this.all([
      this.own(schema),
      ...schema.allOf.map((part) => this.of(part)),
      ...schema.anyOf.map((parts) => this.either(parts.map((part) => this.of(part)))),
    ]);
    this.#known.set(schema, result);
    return result;
  }
}
