import { isObject, type JsonValue } from "../../../runtime/data/model/values.js";
import { array, code, identifier, isIdentifier, literal, number, property, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { words } from "../module/names.js";
import { docsOf, keywords, type Named, own, type Schema, type SchemaObject } from "./described.js";
import { partMark, referenceOf, SchemaGraph, schemaName, tagsOf } from "./schema-graph.js";
import {
  assigned,
  documented,
  intersection,
  type Member,
  marked,
  never,
  nothing,
  objectType,
  type Type,
  text,
  tight,
  union,
  unknown,
} from "./type-docs.js";

/** Where a value is: what a response brings, what a request takes as JSON, or as the fields of a form. */
type Use = "answer" | "input" | "form";

const suffixes: Readonly<Record<Use, string>> = { answer: "", input: "Input", form: "Form" };

interface Around {
  readonly use: Use;
  /** The type that is being declared: a node of the graph. */
  readonly node: string | undefined;
}

/** Makes types of the schemas of a document; those that have names are declared once. */
export class SchemaTypes {
  readonly graph: SchemaGraph;
  readonly #names = new TypeNames();
  readonly #declared = new Map<string, Around & { readonly node: string; readonly name: string }>();

  constructor(schemas: Named<Schema> = {}) {
    this.graph = new SchemaGraph(schemas);
    // They have their names first, in the order of the document.
    for (const name of this.graph.schemas.keys()) this.#nameOf(name, "answer");
  }

  type(schema: Schema | undefined, use: Use): Type {
    return this.#type(schema, { use, node: undefined });
  }

  /** The declarations of all types that have names, and of those that they need. */
  *declarations(): Iterable<Doc> {
    // Types that a type needs are declared behind it.
    for (const { node, use, name } of this.#declared.values()) {
      const named = schemaName(node);
      const schema = this.graph.schemas.get(named);
      const isFamily = node === named && this.graph.isFamily(named);
      const type = isFamily ? this.#family(named, { use, node }) : this.#type(schema, { use, node });
      yield documented(docsOf(keywords(schema)), code`export type ${identifier(name)} =${assigned(type)};`);
    }
  }

  #nameOf(node: string, use: Use): Doc {
    const schema = schemaName(node);
    const asForm = use === "form" && !this.graph.binary.has(schema) ? "input" : use;
    const needed = asForm === "input" && !this.graph.directed.has(schema) ? "answer" : asForm;
    const key = `${needed} ${node}`;
    const suffix = `${schema === node ? "" : "Part"}${suffixes[needed]}`;
    const name = this.#declared.get(key)?.name ?? this.#names.fresh(schema, suffix);
    if (!this.#declared.has(key)) this.#declared.set(key, { node, use: needed, name });
    return identifier(name);
  }

  #reference(node: string, { use, node: from }: Around): Type {
    const isEndless = from !== undefined && this.graph.isEndless(from, node);
    return isEndless ? unknown : tight(this.#nameOf(node, use));
  }

  #type(schema: Schema | undefined, around: Around, isInAll = false): Type {
    if (schema === false) return never;
    const one = keywords(schema);
    const to = referenceOf(schema);
    return intersection([
      ...(to === undefined || !this.graph.schemas.has(to)
        ? []
        : [this.#reference(isInAll && this.graph.isFamily(to) ? partMark + to : to, around)]),
      this.#own(one, around),
      ...(one.allOf ?? []).map((item) => this.#type(item, around, true)),
      this.#alternatives(one, one.oneOf, around),
      this.#alternatives(one, one.anyOf, around),
    ]);
  }

  #alternatives(schema: SchemaObject, items: readonly Schema[] | undefined, around: Around): Type {
    if (items === undefined) return unknown;
    const tags = tagsOf(schema);
    return union(
      items.map((item) => this.#tagged(this.#type(item, around), referenceOf(item), schema, tags)),
    );
  }

  /** A schema that stands for those that extend it: each with the value that says which one it is. */
  #family(name: string, around: Around): Type {
    const schema = keywords(this.graph.schemas.get(name));
    const tags = tagsOf(schema);
    const members = [name, ...this.graph.heirs(name)].map((one) => {
      // An heir that has heirs is in the list itself, and so are they.
      const node = one === name || this.graph.isFamily(one) ? partMark + one : one;
      return this.#tagged(this.#reference(node, around), one, schema, tags);
    });
    return union(members);
  }

  /** @param tags of all that the discriminator tells apart */
  #tagged(
    type: Type,
    name: string | undefined,
    { discriminator }: SchemaObject,
    tags: ReadonlyMap<string, readonly string[]>,
  ): Type {
    if (discriminator === undefined || name === undefined || type === unknown) return type;
    const { propertyName } = discriminator;
    const values = tags.get(name) ?? [name];
    if (this.#saysTag(name, propertyName, values)) return type;
    const tag = union(values.map((one) => tight(quote(one))));
    return intersection([type, tight(code`{ ${property(propertyName)}: ${tag.doc} }`)]);
  }

  /** A schema itself has only those values for a property. */
  #saysTag(name: string, propertyName: string, tags: readonly string[]): boolean {
    const { properties = {}, required = [] } = keywords(this.graph.schemas.get(name));
    const member = this.graph.resolve(own(properties, propertyName));
    const values = member.const === undefined ? listed(member.enum) : [member.const];
    const isSaid = values.length > 0 && values.every((value) => tags.includes(String(value)));
    return isSaid && required.includes(propertyName);
  }

  /** The type by the keywords of a schema itself. */
  #own(schema: SchemaObject, around: Around): Type {
    if (schema.const !== undefined) return tight(literalType(schema.const));
    if (Array.isArray(schema.enum)) {
      const values = new Map(listed(schema.enum).map((value) => [JSON.stringify(value), value]));
      return union([...values.values()].map((value) => tight(literalType(value))));
    }
    const types = [schema.type ?? []].flat();
    if (types.length > 0) return union([...new Set(types)].map((type) => this.#ofType(type, schema, around)));
    const { properties, additionalProperties, patternProperties, required, items, prefixItems } = schema;
    if ((properties ?? additionalProperties ?? patternProperties ?? required) !== undefined)
      return this.#object(schema, around);
    return (items ?? prefixItems) === undefined ? unknown : this.#list(schema, around);
  }

  #ofType(type: string, schema: SchemaObject, around: Around): Type {
    switch (type) {
      case "string":
        return around.use === "form" && schema.format === "binary" ? tight(code`Blob`) : text;
      case "number":
      case "integer":
        return tight(code`number`);
      case "boolean":
        return tight(code`boolean`);
      case "null":
        return nothing;
      case "array":
        return this.#list(schema, around);
      case "object":
        return this.#object(schema, around);
      default:
        return unknown;
    }
  }

  #object(schema: SchemaObject, around: Around): Type {
    const { properties = {}, required = [], allOf, oneOf, anyOf, $ref } = schema;
    const needed = new Set(required);
    const hidden = around.use === "answer" ? "writeOnly" : "readOnly";
    const members: Member[] = Object.entries(properties).flatMap(([name, one]) => {
      const isHidden = keywords(one)[hidden] === true || this.graph.resolve(one)[hidden] === true;
      const docs = docsOf(keywords(one));
      return isHidden ? [] : [{ name, type: this.#type(one, around), isOptional: !needed.has(name), docs }];
    });
    // Their types are elsewhere, where `readOnly` may be, too.
    if (around.use === "answer")
      for (const name of needed) if (!Object.hasOwn(properties, name)) members.push({ name, type: unknown });
    const isComposed = (allOf ?? oneOf ?? anyOf ?? $ref) !== undefined;
    return members.length === 0 && isComposed
      ? unknown
      : objectType(members, this.#index(schema, members.length > 0, around));
  }

  /** The type of members that are not listed; `undefined` if the schema does not speak of them. */
  #index(schema: SchemaObject, hasMembers: boolean, around: Around): Type | undefined {
    const { additionalProperties: others, patternProperties = {}, properties = {} } = schema;
    const known = [...Object.values(patternProperties), ...(others ? [others] : [])];
    if (known.length === 0 && others === false)
      return Object.keys(properties).length === 0 ? never : undefined;
    if (known.length === 0) return hasMembers ? undefined : unknown;
    // An index signature covers the listed members, too; to repeat their types could go on forever.
    return hasMembers ? unknown : union(known.map((one) => this.#type(one, around)));
  }

  #list({ items, prefixItems = [], minItems }: SchemaObject, around: Around): Type {
    const rest = items === false ? [] : [marked(this.#type(items, around), code`[]`)];
    if (prefixItems.length === 0) return rest[0] ?? tight(code`[]`);
    const parts = prefixItems.map((item, index) => {
      const type = this.#type(item, around);
      return (index < Number(minItems ?? 0) ? type : marked(type, code`?`)).doc;
    });
    return tight(array([...parts, ...rest.map(({ doc }) => code`...${doc}`)]));
  }
}

const listed = (values: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(values) ? values : []);

/** A value as a type that only it has. */
function literalType(value: JsonValue): Doc {
  if (typeof value === "number") return value < 0 ? code`-${number(-value)}` : number(value);
  if (Array.isArray(value)) return array(listed(value).map(literalType));
  if (!isObject(value)) return literal(value);
  const members = Object.entries(value);
  return objectType(members.map(([name, member]) => ({ name, type: tight(literalType(member)) }))).doc;
}

/** Names that the module has anyway, or that it takes from around it. */
const taken: ReadonlySet<string> = new Set(
  (
    "Answer AnyStatus Arguments Bytes Client ClientOptions Common Digit Facts Fields Operations OtherStatus StatusRange " +
    "Style ToNumber Undescribed AbortSignal Array Blob Date Error Exclude FormData Headers JSON Map Object Promise " +
    "ReadableStream Record Request RequestInit Response String URLSearchParams"
  ).split(" "),
);

/** Names of types: readable, stable, and different from each other. */
class TypeNames {
  readonly #used = new Set(taken);
  readonly #counts = new Map<string, number>();

  fresh(name: string, suffix: string): string {
    const parts = words(name).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const joined = parts.join("").slice(0, 80);
    const base = `${isIdentifier(joined) ? joined : `Schema${joined}`}${suffix}`;
    const first = taken.has(base) ? `${base}Schema` : base;
    let fresh = first;
    for (let count = this.#counts.get(first) ?? 2; this.#used.has(fresh); count++) {
      fresh = `${first}${count}`;
      this.#counts.set(first, count + 1);
    }
    this.#used.add(fresh);
    return fresh;
  }
}
