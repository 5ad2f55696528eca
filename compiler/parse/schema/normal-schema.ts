import type { Span } from "../../source/source-text.js";
import type { Dialect } from "../../syntax/contract.js";
import type { Located } from "../yaml/references.js";
import type { YamlValue } from "../yaml/yaml.js";
import { keywords, typeNames } from "./keywords.js";
import { isChoice, readSubtypes, readTag, type Subtypes, type Tag } from "./subtypes.js";

/** The longest chain of references that is followed, since references can form circles. */
const maxHops = 20;

/** A schema that consists of more parts says too much to list. */
const maxParts = 1000;

/** The schemas of a description, each read once. */
export class Schemas {
  readonly #known = new Map<YamlValue, NormalSchema>();
  readonly #heirs = new Map<YamlValue, Subtypes | undefined>();

  constructor(readonly dialect: Dialect) {}

  of(written: Located): NormalSchema {
    const { value } = written;
    const schema = this.#known.get(value) ?? new NormalSchema(written, this);
    if (value !== null) this.#known.set(value, schema);
    return schema;
  }

  /** The subtypes that a reference stands for, if it leads to a schema that others extend. */
  heirs(reference: Located, text: string): Subtypes | undefined {
    const target = reference.follow(text);
    if (target === undefined || this.of(target).tag === undefined || isChoice(target)) return undefined;
    if (!this.#heirs.has(target.value))
      this.#heirs.set(target.value, readSubtypes(target, { from: reference, text }));
    return this.#heirs.get(target.value);
  }
}

/** A limit for numbers. */
export interface Bound {
  readonly keyword: string;
  readonly limit: number;
  readonly isExclusive: boolean;
}

/** A schema for values that have a member with this name. */
export interface Dependent {
  readonly name: string;
  /** Members that must be there then, too. */
  readonly required: readonly string[];
  readonly schema: NormalSchema | undefined;
}

/**
 * A schema as it is meant, whichever version of JSON Schema it is written in; whoever asks what a keyword says asks here. A
 * keyword that the version does not have says nothing. Parts are read when they are asked for, so schemas may contain
 * themselves.
 */
export class NormalSchema {
  /** The keywords that count. In draft 4, a reference replaces all beside it. */
  readonly keywords: ReadonlyMap<string, Located>;
  readonly #isOld: boolean;
  readonly #lists = new Map<string, readonly NormalSchema[]>();
  #members: ReadonlyMap<string, NormalSchema> | undefined;
  #listed: ReadonlySet<string> | "open" | undefined;
  #choice: Subtypes | "none" | undefined;

  constructor(
    readonly written: Located,
    private readonly schemas: Schemas,
  ) {
    this.#isOld = schemas.dialect === "draft-04";
    this.keywords = this.#isOld && written.reference !== undefined ? new Map() : written.ownMembers;
  }

  get span(): Span {
    return this.written.span;
  }

  /** `true` allows every value, `false` none. `undefined` of a schema that has keywords. */
  get constant(): boolean | undefined {
    return this.written.boolean;
  }

  /** What its `$ref` leads to: values must match that, too. */
  get reference(): NormalSchema | undefined {
    const { referred } = this.written;
    return referred && this.schemas.of(referred);
  }

  /** The subtypes that its `$ref` stands for: those of a schema that others extend. */
  get heirs(): Subtypes | undefined {
    const { reference } = this.written;
    return reference === undefined ? undefined : this.schemas.heirs(this.written, reference);
  }

  /** Nothing but its `$ref` says something of values. */
  get isAlias(): boolean {
    if (this.written.reference === undefined) return false;
    return [...this.keywords.keys()].every((name) => keywords.get(name)?.use !== "judges");
  }

  /**
   * The schema that it is an alias of, or itself; `undefined` if a reference leads nowhere.
   * @param isPart it is in an `allOf`: there, a reference does not stand for subtypes
   */
  target(isPart = false): NormalSchema | undefined {
    let found: NormalSchema | undefined = this;
    for (let hops = 0; found?.isAlias === true; hops++) {
      if ((hops > 0 || !isPart) && found.heirs !== undefined) return found;
      found = hops < maxHops ? found.reference : undefined;
    }
    return found;
  }

  /** The types that `type` names, `integer` beside `number`; `undefined` if it names none, or others. */
  get types(): ReadonlySet<string> | undefined {
    const type = this.keywords.get("type");
    if (type === undefined) return undefined;
    const names = (type.list ?? [type]).map(({ string = "" }) => string);
    if (!names.every((name) => typeNames.has(name))) return undefined;
    return new Set(this.admitsNull ? [...names, "null"] : names);
  }

  /** `null` is allowed beside the types and values, by `nullable` of OpenAPI 3.0 or what is common before. */
  get admitsNull(): boolean {
    return this.keywords.has("type") && nullables.some((name) => this.keywords.get(name)?.boolean === true);
  }

  /** It says something of members, or has a part that may. */
  get mayHaveMembers(): boolean {
    const schema = this.target() ?? this;
    const { members, patternMembers, otherMembers, types } = schema;
    return (
      types?.has("object") === true ||
      members.size + patternMembers.length > 0 ||
      otherMembers !== undefined ||
      schema.#partsOfWhole().length > 0
    );
  }

  /** Uploaded files, of which nothing is checked. */
  get isFile(): boolean {
    return this.target()?.keywords.get("type")?.string === "file";
  }

  /** The values that `enum` lists, and that of `const`: a value must be in each of the lists. */
  get values(): readonly { readonly listed: readonly Located[]; readonly admitsNull: boolean }[] {
    const [constant, listed] = ["const", "enum"].map((name) => this.keywords.get(name));
    return [
      ...(constant === undefined ? [] : [{ listed: [constant], admitsNull: false }]),
      ...(listed?.list === undefined ? [] : [{ listed: listed.list, admitsNull: this.admitsNull }]),
    ];
  }

  get bounds(): readonly Bound[] {
    return boundNames.flatMap(([keyword, exclusive]) => {
      const limit = this.number(keyword);
      const isExclusive =
        exclusive === undefined
          ? keyword.startsWith("exclusive")
          : this.keywords.get(exclusive)?.boolean === true;
      return limit === undefined ? [] : [{ keyword, limit, isExclusive }];
    });
  }

  number(keyword: string): number | undefined {
    return this.keywords.get(keyword)?.number;
  }

  string(keyword: "pattern" | "format"): string | undefined {
    return this.keywords.get(keyword)?.string;
  }

  /** The members that it lists. */
  get members(): ReadonlyMap<string, NormalSchema> {
    this.#members ??= new Map(this.#map("properties"));
    return this.#members;
  }

  /** The places of the names of its members. */
  get memberKeys(): readonly { readonly name: string; readonly span: Span }[] {
    const entries = this.keywords.get("properties")?.entries ?? [];
    return entries.map(({ key, keySpan }) => ({ name: key, span: keySpan }));
  }

  /** The schemas of members whose names match patterns. */
  get patternMembers(): readonly (readonly [pattern: string, NormalSchema])[] {
    return this.#map("patternProperties");
  }

  /** The schema of all other members. */
  get otherMembers(): NormalSchema | undefined {
    return this.#one("additionalProperties");
  }

  /** The schema of members that it neither lists nor has a part that does. */
  get unevaluatedMembers(): NormalSchema | undefined {
    return this.#isOld ? undefined : this.#one("unevaluatedProperties");
  }

  /** No member is allowed that it does not list itself. */
  get isClosed(): boolean {
    return this.otherMembers?.constant === false && !this.keywords.has("patternProperties");
  }

  get memberNames(): NormalSchema | undefined {
    return this.#one("propertyNames");
  }

  get required(): readonly Located[] {
    return this.keywords.get("required")?.items ?? [];
  }

  get dependents(): readonly Dependent[] {
    const of = (name: string) => [...(this.keywords.get(name)?.ownMembers ?? [])];
    const newer = this.#isOld ? [] : [...of("dependentRequired"), ...of("dependentSchemas")];
    return [...of("dependencies"), ...newer].map(([name, value]) => ({
      name,
      required: value.items.flatMap(({ string }) => string ?? []),
      schema: value.list === undefined ? this.schemas.of(value) : undefined,
    }));
  }

  /** The schemas of the first items, one each. */
  get firstItems(): readonly NormalSchema[] {
    return this.#list(
      this.#isOld || this.keywords.get("items")?.list !== undefined ? "items" : "prefixItems",
    );
  }

  /** The schema of the items behind the first ones, or of all. */
  get items(): NormalSchema | undefined {
    const isTuple = this.keywords.get("items")?.list !== undefined;
    return isTuple ? (this.#isOld ? this.#one("additionalItems") : undefined) : this.#one("items");
  }

  get contained():
    | { readonly schema: NormalSchema; readonly least: number; readonly most: number }
    | undefined {
    const schema = this.#one("contains");
    const [least, most] = ["minContains", "maxContains"].map((name) =>
      this.#isOld ? undefined : this.number(name),
    );
    return schema && { schema, least: least ?? 1, most: most ?? Number.POSITIVE_INFINITY };
  }

  get hasUniqueItems(): boolean {
    return this.keywords.get("uniqueItems")?.boolean === true;
  }

  /** It says something of items that no part of it looks at, which nobody follows. */
  get hasUnevaluatedItems(): boolean {
    return !this.#isOld && this.keywords.has("unevaluatedItems");
  }

  /** It is for requests alone, or for responses. */
  get isOfOneDirection(): boolean {
    const { keywords, written } = this;
    return ["readOnly", "writeOnly"].some(
      (name) => (keywords.get(name) ?? written.find(name))?.boolean === true,
    );
  }

  /** The member that names the schema of the whole, whether any is found by it or not. */
  get tag(): Tag | undefined {
    return readTag(this.keywords);
  }

  /** The subtypes among its alternatives, one of which a member of the value names. */
  get choice(): Subtypes | undefined {
    if (this.tag === undefined || !isChoice(this.written)) return undefined;
    this.#choice ??= readSubtypes(this.written, undefined) ?? "none";
    return this.#choice === "none" ? undefined : this.#choice;
  }

  get allOf(): readonly NormalSchema[] {
    return this.#list("allOf");
  }

  get anyOf(): readonly NormalSchema[] {
    return this.#list("anyOf");
  }

  get oneOf(): readonly NormalSchema[] {
    return this.#list("oneOf");
  }

  get not(): NormalSchema | undefined {
    return this.#one("not");
  }

  /** Values that match `test` must match `passed` as well, all others `failed`. */
  get condition():
    | {
        readonly test: NormalSchema;
        readonly passed: NormalSchema | undefined;
        readonly failed: NormalSchema | undefined;
      }
    | undefined {
    const test = this.#one("if");
    return test && { test, passed: this.#one("then"), failed: this.#one("else") };
  }

  /** A reference whose target depends on the schemas around it, which nobody follows. */
  get isDynamic(): boolean {
    return ["$dynamicRef", "$recursiveRef"].some((name) => this.keywords.has(name));
  }

  /**
   * The names of members that it lists, also by its parts; `undefined` if a part says something of other names. What it says
   * itself of all members that none of its parts lists does not count.
   */
  get listedNames(): ReadonlySet<string> | undefined {
    this.#listed ??= this.#namesOfParts() ?? "open";
    return this.#listed === "open" ? undefined : this.#listed;
  }

  #namesOfParts(): ReadonlySet<string> | undefined {
    const names = new Set<string>();
    const parts = new Set<NormalSchema>([this]);
    // Iterating over a set includes what is added meanwhile.
    for (const part of parts) {
      const saysOfOthers =
        [part.otherMembers, part.memberNames].some((one) => one !== undefined) ||
        (part !== this && part.unevaluatedMembers !== undefined) ||
        part.patternMembers.length > 0;
      if (saysOfOthers || part.tag !== undefined || part.isDynamic || parts.size > maxParts) return undefined;
      for (const name of part.members.keys()) names.add(name);
      for (const inner of part.#partsOfWhole()) {
        const target = inner.target();
        if (target === undefined || target.heirs !== undefined) return undefined;
        parts.add(target);
      }
    }
    return names;
  }

  /** The schemas that it applies to the value itself, some of them only to some values. */
  #partsOfWhole(): readonly NormalSchema[] {
    const { reference, condition, dependents } = this;
    return [
      ...[
        reference,
        condition?.test,
        condition?.passed,
        condition?.failed,
        ...dependents.map(({ schema }) => schema),
      ],
      ...[...this.allOf, ...this.anyOf, ...this.oneOf],
    ].filter((part) => part !== undefined);
  }

  #one(keyword: string): NormalSchema | undefined {
    const written = this.keywords.get(keyword);
    return written && this.schemas.of(written);
  }

  #list(keyword: string): readonly NormalSchema[] {
    const known =
      this.#lists.get(keyword) ?? this.keywords.get(keyword)?.items.map((one) => this.schemas.of(one));
    this.#lists.set(keyword, known ?? []);
    return known ?? [];
  }

  #map(keyword: string): readonly (readonly [string, NormalSchema])[] {
    const { ownMembers = new Map<string, Located>() } = this.keywords.get(keyword) ?? {};
    return [...ownMembers].map(([name, written]) => [name, this.schemas.of(written)]);
  }
}

const nullables = ["nullable", "x-nullable"];

/** Limits, each with the flag of draft 4 that makes it exclusive. */
const boundNames: readonly (readonly [keyword: string, exclusive?: string])[] = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
  ["exclusiveMinimum"],
  ["exclusiveMaximum"],
];
