import {
  isObject,
  type JsonObject,
  type JsonValue,
  setMember,
} from "../../../../runtime/data/model/values.js";
import { jsonOf, nullable } from "../../schema/json-schema.js";
import { type KeywordForm, keywords } from "../../schema/keywords.js";
import type { NormalSchema, Schemas } from "../../schema/normal-schema.js";
import type { Located } from "../../yaml/references.js";
import { type Components, lastName, pointerTo } from "./components.js";
import { data, flag, list, map, object, type Read, text } from "./fields.js";
import { externalDocs } from "./plain-objects.js";

/** Schemas nested deeper are cut off, as they are in contracts. */
const maxDepth = 100;

/** Makes schemas of OpenAPI 3.1, which are JSON Schemas of 2020-12, of those that a description has. */
export class SchemaWriter {
  constructor(
    private readonly components: Components,
    private readonly schemas: Schemas,
  ) {}

  read(located: Located, depth = 0): JsonObject | boolean {
    const { boolean: constant, ownMembers: members } = located;
    if (constant !== undefined) return constant;
    if (depth > maxDepth) return {};
    const json: Record<string, JsonValue> = {};
    const reference = (members.get("$ref") ?? members.get("$dynamicRef"))?.string;
    const isReference = reference !== undefined;
    const $ref = members.has("$ref")
      ? this.components.reference("schemas", located)
      : reference && this.components.referenceTo("schemas", located, reference);
    if ($ref) json.$ref = $ref;
    for (const [keyword, value] of members) {
      if (isReference && this.isOld && keyword !== "description") continue;
      const made = this.#keyword(keyword, value, this.schemas.of(located), depth);
      if (made !== undefined) json[keyword] = made;
    }
    this.#addDependencies(json, this.schemas.of(located), depth);
    const upgraded = this.isOld && !isReference ? this.#upgraded(json, located, depth) : json;
    return binary(nullable(upgraded, this.schemas.of(located)));
  }

  /** They are of Swagger 2.0 or OpenAPI 3.0. */
  private get isOld(): boolean {
    return this.schemas.dialect === "draft-04";
  }

  #keyword(name: string, value: Located, owner: NormalSchema, depth: number): JsonValue | undefined {
    const keyword = keywords.get(name);
    if (keyword === undefined || !written.has(keyword.use)) return undefined;
    const schema: Read = (item) => this.read(item, depth + 1);
    switch (keyword.form) {
      case "subtypes":
        return this.#subtypes(owner);
      case "schema":
        return value.list === undefined ? schema(value) : undefined;
      case "others":
        // Below `prefixItems`, OpenAPI 3.1 calls it `items`.
        return name === "additionalItems" ? undefined : schema(value);
      case "schemas":
        return nonEmpty(list(schema)(value));
      case "dependencies":
        return undefined;
      case "members":
      case "patterns":
        return map(schema)(value);
      default:
        return name === "nullable" ? undefined : plain[keyword.form]?.(value);
    }
  }

  /** Two keywords have replaced `dependencies`. */
  #addDependencies(json: Record<string, JsonValue>, { keywords }: NormalSchema, depth: number): void {
    const dependencies = keywords.get("dependencies");
    if (dependencies === undefined) return;
    const names = map((value) => list(text)(value))(dependencies);
    const schemas = map((value) => (value.list === undefined ? this.read(value, depth + 1) : undefined))(
      dependencies,
    );
    for (const [keyword, made] of Object.entries({ dependentRequired: names, dependentSchemas: schemas }))
      if (isObject(made) && Object.keys(made).length > 0)
        json[keyword] = { ...made, ...(json[keyword] as JsonObject | undefined) };
  }

  /** Rewrites keywords that Swagger 2.0 and OpenAPI 3.0 have in another form. */
  #upgraded(json: Record<string, JsonValue>, located: Located, depth: number): Record<string, JsonValue> {
    const { ownMembers: members } = located;
    const schema: Read = (item) => this.read(item, depth + 1);
    for (const [limit, exclusive] of limits) {
      const isExclusive = members.get(exclusive)?.boolean;
      if (isExclusive === undefined) continue;
      delete json[exclusive];
      if (!isExclusive || json[limit] === undefined) continue;
      json[exclusive] = json[limit];
      delete json[limit];
    }
    const example = members.get("example");
    if (example !== undefined) json.examples = [jsonOf(example)];
    delete json.example;
    const items = members.get("items");
    if (items?.list !== undefined) {
      json.prefixItems = list(schema)(items) ?? [];
      const others = members.get("additionalItems");
      if (others !== undefined) json.items = this.read(others, depth + 1);
    }
    if (json.type === "file") {
      json.type = "string";
      json.format = "binary";
    }
    return json;
  }

  #subtypes({ tag: said, oneOf, anyOf }: NormalSchema): JsonValue | undefined {
    const propertyName = said && text(said.property);
    if (propertyName === undefined) return undefined;
    const mapping: Record<string, JsonValue> = {};
    for (const { written: alternative } of [...oneOf, ...anyOf]) {
      const tag = lastName(alternative.reference ?? "");
      const target = this.components.reference("schemas", alternative);
      // Where its name has changed, the value that stands for it must be said.
      if (target !== undefined && target !== pointerTo("schemas", tag)) setMember(mapping, tag, target);
    }
    for (const [tag, to] of said?.mapping ?? []) {
      const target = text(to) ?? "";
      const found =
        (/^[\w.-]+$/.test(target)
          ? this.components.referenceTo("schemas", to, `#/components/schemas/${target}`)
          : undefined) ?? this.components.referenceTo("schemas", to, target);
      if (found !== undefined) setMember(mapping, tag, found);
    }
    return Object.keys(mapping).length === 0 ? { propertyName } : { propertyName, mapping };
  }
}

/** JSON Schema says of text what it contains; tools look for the format that OpenAPI 3.0 had for it, too. */
function binary(json: Record<string, JsonValue>): JsonObject {
  if (json.format === "binary") json.contentMediaType ??= "application/octet-stream";
  if (json.format === "byte" || json.format === "base64") json.contentEncoding ??= "base64";
  return json;
}

function nonEmpty(json: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(json) && json.length > 0 ? json : undefined;
}

/** `type`: one, or several. */
const types: Read = (located) => text(located) ?? nonEmpty(list(text)(located));

const xml = object({ name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag });

const limits = [
  ["minimum", "exclusiveMinimum"],
  ["maximum", "exclusiveMaximum"],
] as const;

/** Keywords that hold other schemas are not needed: these are among the components. */
const written: ReadonlySet<string> = new Set(["judges", "describes"]);

/** How keywords are read that have no schemas. */
const plain: Partial<Readonly<Record<KeywordForm, Read>>> = {
  ...{ types, number: data, size: data, data, string: text, pattern: text, text, flag },
  ...{ names: list(text), xml, docs: externalDocs },
};

/** True of a schema that allows only bytes. */
export const isBinary = (json: JsonValue): boolean => isObject(json) && json.format === "binary";
