import { isObject, type JsonValue } from "../../../runtime/data/model/values.js";
import {
  array as arrayDoc,
  code,
  identifier,
  number,
  property as propertyDoc,
  quote,
} from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { literal } from "../../code/literal.js";
import { entriesOf, itemsOf, memberOf, textOf } from "./json.js";
import { TypeNames } from "./names.js";
import { partMark, referenceOf, SchemaGraph } from "./schema-graph.js";
import {
  assigned,
  documented,
  intersection,
  listOf,
  type Member,
  never,
  nothing,
  objectType,
  type Type,
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

interface Pending {
  readonly node: string;
  readonly use: Use;
  readonly name: string;
}

/** Makes types of the schemas of a document; those that have names are declared once. */
export class SchemaTypes {
  readonly graph: SchemaGraph;
  readonly #names = new TypeNames();
  readonly #declared = new Map<string, string>();
  readonly #pending: Pending[] = [];

  constructor(schemas: JsonValue | undefined) {
    this.graph = new SchemaGraph(schemas);
    // They have their names first, in the order of the document.
    for (const name of this.graph.schemas.keys()) this.#nameOf(name, "answer");
  }

  type(schema: JsonValue | undefined, use: Use): Type {
    return this.#type(schema, { use, node: undefined });
  }

  /** The declarations of all types that have names, and of those that they need. */
  declarations(): readonly Doc[] {
    const made: Doc[] = [];
    for (let index = 0; index < this.#pending.length; index++) {
      const { node, use, name } = this.#pending[index] as Pending;
      made.push(this.#declaration(node, use, name));
    }
    return made;
  }

  #declaration(node: string, use: Use, name: string): Doc {
    const isPart = node.startsWith(partMark);
    const schemaName = isPart ? node.slice(partMark.length) : node;
    const schema = this.graph.schemas.get(schemaName);
    const around = { use, node };
    const isFamily = !isPart && this.graph.isFamily(schemaName);
    const type = isFamily ? this.#family(schemaName, around) : this.#type(schema, around);
    return documented(docsOf(schema), code`export type ${identifier(name)} =${assigned(type)};`);
  }

  #nameOf(node: string, use: Use): Doc {
    const schema = node.startsWith(partMark) ? node.slice(partMark.length) : node;
    const asForm = use === "form" && !this.graph.hasBytes(schema) ? "input" : use;
    const own = asForm === "input" && !this.graph.isDirected(schema) ? "answer" : asForm;
    const key = `${own} ${node}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return identifier(known);
    const suffix = `${schema === node ? "" : "Part"}${suffixes[own]}`;
    const name = this.#names.fresh(schema, suffix);
    this.#declared.set(key, name);
    this.#pending.push({ node, use: own, name });
    return identifier(name);
  }

  #reference(node: string, around: Around): Type {
    if (around.node !== undefined && this.graph.isEndless(around.node, node)) return unknown;
    return tight(this.#nameOf(node, around.use));
  }

  #type(schema: JsonValue | undefined, around: Around, isInAll = false): Type {
    if (schema === false) return never;
    if (!isObject(schema)) return unknown;
    const to = referenceOf(schema);
    const parts = [
      ...(to === undefined || !this.graph.schemas.has(to)
        ? []
        : [this.#reference(isInAll && this.graph.isFamily(to) ? partMark + to : to, around)]),
      this.#own(schema, around),
      ...itemsOf(memberOf(schema, "allOf")).map((item) => this.#type(item, around, true)),
      ...["oneOf", "anyOf"].map((keyword) => this.#alternatives(schema, keyword, around)),
    ];
    return intersection(parts);
  }

  #alternatives(schema: JsonValue, keyword: string, around: Around): Type {
    const items = itemsOf(memberOf(schema, keyword));
    if (items.length === 0) return unknown;
    const property = textOf(memberOf(schema, "discriminator"), "propertyName");
    const mapping = memberOf(memberOf(schema, "discriminator"), "mapping");
    const tags = tagsOf(mapping);
    return union(
      items.map((item) => {
        const type = this.#type(item, around);
        const to = referenceOf(item);
        if (property === undefined || to === undefined) return type;
        return this.#tagged(type, to, property, tags.get(to) ?? [to]);
      }),
    );
  }

  /** A schema that stands for those that extend it: each with the value that says which one it is. */
  #family(name: string, around: Around): Type {
    const discriminator = memberOf(this.graph.schemas.get(name), "discriminator");
    const property = textOf(discriminator, "propertyName") ?? "";
    const tags = tagsOf(memberOf(discriminator, "mapping"));
    const own = this.#reference(partMark + name, around);
    const heirs = this.graph.heirs(name).map((heir) => {
      // An heir that has heirs is in the list itself, and so are they.
      const node = this.graph.isFamily(heir) ? partMark + heir : heir;
      return this.#tagged(this.#reference(node, around), heir, property, tags.get(heir) ?? [heir]);
    });
    return union([this.#tagged(own, name, property, tags.get(name) ?? [name]), ...heirs]);
  }

  #tagged(type: Type, name: string, property: string, tags: readonly string[]): Type {
    if (type === unknown || this.#saysTag(name, property, tags)) return type;
    const tag = union(tags.map((one) => tight(quote(one))));
    return intersection([type, tight(code`{ ${propertyDoc(property)}: ${tag.doc} }`)]);
  }

  /** A schema itself has only those values for a property. */
  #saysTag(name: string, property: string, tags: readonly string[]): boolean {
    const schema = this.graph.schemas.get(name);
    const member = this.graph.resolve(memberOf(memberOf(schema, "properties"), property));
    const values =
      memberOf(member, "const") === undefined
        ? itemsOf(memberOf(member, "enum"))
        : [memberOf(member, "const")];
    const isRequired = itemsOf(memberOf(schema, "required")).includes(property);
    return isRequired && values.length > 0 && values.every((value) => tags.includes(String(value)));
  }

  /** The type by the keywords of a schema itself. */
  #own(schema: JsonValue, around: Around): Type {
    const constant = memberOf(schema, "const");
    if (constant !== undefined) return tight(literalType(constant));
    const values = memberOf(schema, "enum");
    if (Array.isArray(values)) {
      const texts = new Map((values as readonly JsonValue[]).map((value) => [JSON.stringify(value), value]));
      return union([...texts.values()].map((value) => tight(literalType(value))));
    }
    const declared = memberOf(schema, "type");
    const types = typeof declared === "string" ? [declared] : itemsOf(declared);
    if (types.length > 0) return union([...new Set(types)].map((type) => this.#ofType(type, schema, around)));
    if (objectKeywords.some((keyword) => memberOf(schema, keyword) !== undefined))
      return this.#object(schema, around);
    return listKeywords.some((keyword) => memberOf(schema, keyword) !== undefined)
      ? this.#list(schema, around)
      : unknown;
  }

  #ofType(type: JsonValue, schema: JsonValue, around: Around): Type {
    switch (type) {
      case "string":
        return tight(
          around.use === "form" && textOf(schema, "format") === "binary" ? code`Blob` : code`string`,
        );
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

  #object(schema: JsonValue, around: Around): Type {
    const hidden = around.use === "answer" ? "writeOnly" : "readOnly";
    const required = new Set(itemsOf(memberOf(schema, "required")));
    const properties = entriesOf(memberOf(schema, "properties"));
    const names = new Set(properties.map(([name]) => name));
    const members: Member[] = [];
    for (const [name, property] of properties) {
      if (memberOf(property, hidden) === true || memberOf(this.graph.resolve(property), hidden) === true)
        continue;
      const type = this.#type(property, around);
      members.push({ name, type, isOptional: !required.has(name), docs: docsOf(property) });
    }
    // Their types are elsewhere, where `readOnly` may be, too.
    if (around.use === "answer")
      for (const name of required)
        if (typeof name === "string" && !names.has(name))
          members.push({ name, type: unknown, isOptional: false, docs: "" });
    const isComposed = ["allOf", "oneOf", "anyOf", "$ref"].some(
      (keyword) => memberOf(schema, keyword) !== undefined,
    );
    if (members.length === 0 && isComposed) return unknown;
    return objectType(members, this.#index(schema, members, names, around));
  }

  /** The type of members that are not listed; `undefined` if the schema does not speak of them. */
  #index(
    schema: JsonValue,
    members: readonly Member[],
    names: ReadonlySet<string>,
    around: Around,
  ): Type | undefined {
    const others = memberOf(schema, "additionalProperties");
    const patterns = entriesOf(memberOf(schema, "patternProperties")).map(([, pattern]) => pattern);
    const isClosed = others === false && patterns.length === 0;
    if (isClosed) return names.size === 0 ? never : undefined;
    if (others === undefined && patterns.length === 0) return members.length === 0 ? unknown : undefined;
    const known = [...patterns, ...(others === undefined || others === false ? [] : [others])];
    // An index signature covers the listed members, too; to repeat their types could go on forever.
    return members.length > 0 ? unknown : union(known.map((one) => this.#type(one, around)));
  }

  #list(schema: JsonValue, around: Around): Type {
    const items = memberOf(schema, "items");
    const first = itemsOf(memberOf(schema, "prefixItems"));
    if (first.length === 0) return items === false ? tight(code`[]`) : listOf(this.#type(items, around));
    const least = Number(memberOf(schema, "minItems") ?? 0);
    const parts = first.map((item, index) => {
      const { doc, binds } = this.#type(item, around);
      if (index < least) return doc;
      return binds === "tight" ? code`${doc}?` : code`(${doc})?`;
    });
    const rest = items === false ? [] : [code`...${listOf(this.#type(items, around)).doc}`];
    return tight(arrayDoc([...parts, ...rest]));
  }
}

/** A value as a type that only it has. */
function literalType(value: JsonValue): Doc {
  if (typeof value === "number") return value < 0 ? code`-${number(-value)}` : number(value);
  if (Array.isArray(value)) return arrayDoc((value as readonly JsonValue[]).map(literalType));
  if (isObject(value))
    return objectType(
      Object.entries(value).map(([name, member]) => ({
        name,
        type: tight(literalType(member)),
        isOptional: false,
        docs: "",
      })),
    ).doc;
  return literal(value);
}

/** The values of a discriminator by the schemas that they stand for. */
function tagsOf(mapping: JsonValue | undefined): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, string[]>();
  for (const [tag, target] of entriesOf(mapping)) {
    const to = referenceOf({ $ref: target });
    if (to === undefined) continue;
    const known = tags.get(to);
    if (known === undefined) tags.set(to, [tag]);
    else known.push(tag);
  }
  return tags;
}

const objectKeywords = ["properties", "additionalProperties", "patternProperties", "required"];
const listKeywords = ["items", "prefixItems"];

/** The documentation that editors show. */
export function docsOf(schema: JsonValue | undefined): string {
  const description = textOf(schema, "description") ?? textOf(schema, "title") ?? "";
  const deprecated = memberOf(schema, "deprecated") === true ? "@deprecated" : "";
  return [description.trim(), deprecated].filter((part) => part !== "").join("\n\n");
}
