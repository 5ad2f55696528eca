import { type JsonValue, setMember } from "../../../runtime/data/model/values.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Dialect, JsonSchema, SchemaDefinitions } from "../../syntax/contract.js";
import { ecmaScriptCost } from "../pattern/ecma-pattern.js";
import { checkCost } from "../pattern/guard.js";
import { ecmaScriptPattern } from "../pattern/schema-pattern.js";
import type { Located } from "../yaml/references.js";
import type { YamlValue } from "../yaml/yaml.js";
import { keywords } from "./keywords.js";
import type { NormalSchema, Schemas } from "./normal-schema.js";
import { type Subtypes, tagKeyword } from "./subtypes.js";

/** Schemas nested deeper are cut off; no person writes such ones. */
const maxDepth = 100;

/**
 * Writes the schemas of an API description for Ajv. They keep only keywords that judge values, each `$ref` becomes the name of
 * a definition, and what is special to OpenAPI is expressed in JSON Schema.
 */
export class JsonSchemaReader implements SchemaDefinitions {
  readonly definitions = new Map<string, JsonSchema>();
  #count = 0;
  readonly #known = new Map<YamlValue, JsonSchema>();
  readonly #names = new Map<YamlValue, string>();
  readonly #visited = new Set<YamlValue>();
  /** The definitions of schemas as parts of their subtypes: these must not choose a subtype again. */
  readonly #partNames = new Map<YamlValue, string>();
  readonly #pending: PendingDefinition[] = [];

  constructor(
    readonly schemas: Schemas,
    private readonly reporter: Reporter,
  ) {}

  get dialect(): Dialect {
    return this.schemas.dialect;
  }

  /** True of a schema that is a part of one that validates something. */
  hasRead(schema: YamlValue): boolean {
    return this.#visited.has(schema);
  }

  read(located: Located): JsonSchema {
    const known = this.#known.get(located.value);
    if (known !== undefined) return known;
    const schema = { span: located.span, json: this.#schema(located, 0) };
    this.#known.set(located.value, schema);
    // A queue instead of recursion, since schemas can contain themselves.
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      const json = next.subtypes ? this.#subtypes(next.subtypes) : this.#schema(next.located, 0);
      this.definitions.set(next.name, { span: next.located.span, json });
    }
    return schema;
  }

  /** @param isPart true if the schema is in an `allOf` */
  #schema(located: Located, depth: number, isPart = false): JsonValue {
    this.#visited.add(located.value);
    const schema = this.schemas.of(located);
    const { constant, span } = schema;
    if (constant !== undefined && this.dialect !== "draft-04") return constant;
    if (constant !== undefined) return constant ? {} : { not: {} };
    if (depth > maxDepth) {
      this.reporter.report(span, "schemaTooDeep", { limit: maxDepth });
      return {};
    }
    if (this.dialect !== "draft-04") this.#refuseDynamic(schema);
    const target = located.ownMembers.has("$ref") ? this.#reference(schema, isPart) : undefined;
    const json: Record<string, JsonValue> = target === undefined ? {} : { $ref: target };
    const { choice } = schema;
    for (const [keyword, value] of schema.keywords) {
      const isSkipped = choice !== undefined && alternatives.has(keyword);
      const converted = isSkipped ? undefined : this.#keyword(keyword, value, depth);
      if (converted !== undefined) json[keyword] = converted;
    }
    const whole = nullable(withPrototype(json), schema);
    return choice === undefined ? whole : { allOf: [whole, this.#subtypes(choice)] };
  }

  /** References whose target depends on the schemas around them would otherwise be silently ignored. */
  #refuseDynamic(schema: NormalSchema): void {
    for (const [keyword, { span }] of schema.keywords)
      if (keywords.get(keyword)?.form === "reference")
        this.reporter.report(span, "schemaUnsupported", { keywords: keyword });
  }

  #keyword(name: string, value: Located, depth: number): JsonValue | undefined {
    const { use, form } = keywords.get(name) ?? {};
    if (use !== "judges") return undefined;
    const schema = (inner: Located, isPart = false) => this.#schema(inner, depth + 1, isPart);
    switch (form) {
      case "pattern":
        return this.#pattern(value, value.string);
      case "schemas":
        return value.list?.map((item) => schema(item, name === "allOf"));
      case "schema":
        return name === "items" && value.list !== undefined
          ? value.list.map((item) => schema(item))
          : schema(value);
      case "others":
        return value.boolean ?? schema(value);
      case "members":
        return mapped(value, (key, member) => [key, schema(member)]);
      case "patterns":
        return mapped(value, (key, member) => [this.#pattern(member, key), schema(member)]);
      case "dependencies":
        return mapped(value, (key, member) => [key, member.list ? jsonOf(member) : schema(member)]);
      // These are said otherwise.
      case "reference":
      case "subtypes":
        return undefined;
      default:
        return name === "nullable" ? undefined : jsonOf(value);
    }
  }

  #pattern(located: Located, pattern: string | undefined): string | undefined {
    const source = pattern && ecmaScriptPattern(pattern);
    if (pattern !== undefined && source === undefined)
      this.reporter.report(located.span, "schemaPattern", { pattern });
    if (source) checkCost(ecmaScriptCost(source), "test", located.span, this.reporter);
    return source;
  }

  /** The name of the definition for the target of a `$ref`; `undefined` if there is no target. */
  #reference(schema: NormalSchema, isPart: boolean): string | undefined {
    const { written: located } = schema;
    const text = located.reference ?? "";
    // The target may be a reference itself, with members beside it that count. But it has to lead somewhere.
    const target = located.target?.value == null ? undefined : located.follow(text);
    if (target === undefined) {
      const { span } = located.ownMembers.get("$ref") ?? located;
      if (!located.leadsToBroken(text)) this.reporter.report(span, "referenceMissing", { reference: text });
      return undefined;
    }
    const last = text.split(/[/#]/).at(-1) ?? "";
    if (isPart) return this.#partName(last, target);
    const known = this.#names.get(target.value);
    if (known !== undefined) return known;
    const { heirs } = schema;
    const name = heirs === undefined ? this.#partName(last, target) : this.#fresh(last);
    this.#names.set(target.value, name);
    if (heirs !== undefined) this.#pending.push({ name, located: target, subtypes: heirs });
    return name;
  }

  #partName(text: string, located: Located): string {
    const known = this.#partNames.get(located.value);
    if (known !== undefined) return known;
    const name = this.#fresh(text);
    this.#partNames.set(located.value, name);
    this.#pending.push({ name, located });
    return name;
  }

  #fresh(text: string): string {
    this.#count++;
    return `${text.replace(/[^A-Za-z0-9]+/g, "-")}-${this.#count}`;
  }

  /** A schema for objects with a property that names their schema. Ajv chooses by the keywords of OpenAPI 3. */
  #subtypes({ property, byTag }: Subtypes): JsonValue {
    return {
      type: "object",
      required: [property],
      [tagKeyword]: { propertyName: property },
      oneOf: [...byTag].map(([tag, located]) => ({
        properties: { [property]: { enum: [tag] } },
        allOf: [{ $ref: this.#partName(tag, located) }],
      })),
    };
  }
}

interface PendingDefinition {
  readonly name: string;
  readonly located: Located;
  /** The subtypes that a value can have, if the schema does nothing but name them. */
  readonly subtypes?: Subtypes;
}

const alternatives: ReadonlySet<string> = new Set(["oneOf", "anyOf"]);

/** A YAML value as JSON. */
export function jsonOf(located: Located, isExact = false, depth = 0): JsonValue {
  const { file, value, list } = located;
  if (depth > maxDepth) return null;
  if (list !== undefined) return list.map((item) => jsonOf(item, isExact, depth + 1));
  const entries = file.entries(value);
  if (entries === undefined) return isExact ? file.exactScalar(value) : file.scalar(value);
  const json: Record<string, JsonValue> = {};
  for (const entry of entries)
    setMember(json, entry.key, jsonOf(located.at(entry.value), isExact, depth + 1));
  return json;
}

export function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Ajv ignores a property named `__proto__`, but not a pattern that matches only this name. */
function withPrototype(json: Record<string, JsonValue>): Record<string, JsonValue> {
  const properties = json.properties as Record<string, JsonValue> | undefined;
  if (properties === undefined || !Object.hasOwn(properties, "__proto__")) return json;
  const own = Object.entries(properties).find(([name]) => name === "__proto__")?.[1] ?? {};
  const patterns = { ...(json.patternProperties as Record<string, JsonValue>), "^__proto__$": own };
  return { ...json, patternProperties: patterns };
}

/** The schema, which also allows `null` if its description says so. */
export function nullable(
  json: Record<string, JsonValue>,
  { admitsNull }: NormalSchema,
): Record<string, JsonValue> {
  if (!admitsNull || json.type === undefined) return json;
  const types = typeof json.type === "string" ? [json.type] : (json.type as readonly JsonValue[]);
  const withNull = { ...json, type: [...new Set([...types, "null"])] };
  return Array.isArray(json.enum) && !json.enum.includes(null)
    ? { ...withNull, enum: [...json.enum, null] }
    : withNull;
}

function mapped(
  { ownMembers }: Located,
  convert: (name: string, member: Located) => readonly [key: string | undefined, schema: JsonValue],
): JsonValue {
  const schemas: Record<string, JsonValue> = {};
  for (const [name, member] of ownMembers) {
    const [key, schema] = convert(name, member);
    if (key !== undefined) setMember(schemas, key, schema);
  }
  return schemas;
}
