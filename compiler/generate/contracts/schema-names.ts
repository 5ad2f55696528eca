import { isArray, type JsonValue, member } from "../../../runtime/data/model/values.js";
import type { JsonSchema, SchemaDefinitions } from "../../syntax/contract.js";
import { camelCase } from "../module/names.js";

/** A module of checks, one for each schema that contracts need, under the name that it is exported by. */
export interface CheckModule {
  /** `schemas/openapi.js` */
  readonly path: string;
  /** The API description. */
  readonly source: string;
  readonly definitions: SchemaDefinitions;
  readonly checks: ReadonlyMap<string, JsonSchema>;
}

/** Gathers the schemas of an API description that need a check. */
export class SchemaNames implements CheckModule {
  readonly checks = new Map<string, JsonSchema>();
  readonly #names = new Map<string, string>();

  constructor(
    readonly path: string,
    readonly source: string,
    readonly definitions: SchemaDefinitions,
  ) {}

  /** The name of the schema's check; schemas that are alike share one. `words` say what it is of. */
  name(schema: JsonSchema, words: readonly string[]): string {
    const key = JSON.stringify(schema.json);
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const base = camelCase(["is", ...(definitionWords(schema.json) ?? words)]);
    let name = base;
    for (let count = 2; this.checks.has(name); count++) name = `${base}${count}`;
    this.#names.set(key, name);
    this.checks.set(name, schema);
    return name;
  }
}

/** The name of the definition that a schema is nothing but a reference to. */
export function referencedDefinition(json: JsonValue): string | undefined {
  if (typeof json !== "object" || json === null || isArray(json) || Object.keys(json).length > 1)
    return undefined;
  const target = member(json, "$ref");
  return typeof target === "string" ? target : undefined;
}

/** Without the number at its end, which tells definitions of one name apart. */
const definitionWords = (json: JsonValue): readonly string[] | undefined =>
  referencedDefinition(json)
    ?.split("-")
    .slice(0, -1)
    .filter((word) => word !== "");
