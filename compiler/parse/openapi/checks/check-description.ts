import { nearest } from "../../../../runtime/base/nearest.js";
import { isJson } from "../../../../runtime/http/media-type.js";
import type { Reporter } from "../../../diagnostics/reporter.js";
import { methodNames, statusKey } from "../../../syntax/openapi.js";
import { isJsonText, type JsonSchemaReader } from "../../schema/json-schema.js";
import { keywordsOf, schemaLists, schemaMaps, singleSchemas } from "../../schema/keywords.js";
import type { ValueJudge } from "../../schema/value-judge.js";
import type { Located } from "../../yaml/references.js";
import { sketchOf } from "../../yaml/sketch.js";
import type { YamlEntry, YamlValue } from "../../yaml/yaml.js";
import { checkParameter, checkParameterList } from "./check-parameter.js";
import { checkDialect, checkSchema } from "./check-schema.js";
import { checkStructure, type Part, strayProperties } from "./check-structure.js";

/** Schemas nested deeper are not looked at; the readers report them. */
const maxDepth = 100;

/**
 * Checks all of an API description, also what nothing uses or validates: references, schemas, parameters, and whether
 * examples and defaults are as their schemas say.
 */
export class DescriptionChecker {
  readonly #seen = new Set<YamlValue>();

  constructor(
    private readonly schemas: JsonSchemaReader,
    private readonly judge: ValueJudge,
    private readonly reporter: Reporter,
  ) {}

  check(root: Located): void {
    this.#references(root);
    const top = byKey(root);
    checkDialect(top.get("jsonSchemaDialect"), this.reporter);
    const isSwagger = !top.has("openapi");
    this.#structure(root, "top", isSwagger);
    const parts = root.ownMembers.get("components") ?? root;
    for (const name of ["definitions", "schemas"]) each(parts, name, (one) => this.#schema(one));
    each(parts, "parameters", (one) => this.#parameter(one, isSwagger));
    each(parts, "responses", (one) => this.#message(one, "response", isSwagger));
    each(parts, "requestBodies", (one) => this.#message(one, "body", isSwagger));
    each(root, "paths", (path) => {
      for (const { key, value } of (path.target ?? path).entries) {
        const inside = path.at(value);
        if (key === "parameters") this.#parameters(inside, undefined, isSwagger);
        else if (methodNames.has(key)) this.#operation(inside, key, isSwagger);
      }
    });
  }

  #operation(operation: Located, method: string, isSwagger: boolean): void {
    this.#structure(operation, "operation", isSwagger);
    const { ownMembers: members } = operation;
    const [parameters, body] = [members.get("parameters"), members.get("requestBody")];
    if (parameters !== undefined) this.#parameters(parameters, method, isSwagger);
    if (body !== undefined) this.#message(body, "body", isSwagger);
    const responses = members.get("responses");
    for (const { key, keySpan, value } of responses?.entries ?? []) {
      if (key.startsWith("x-") || key === "$ref") continue;
      if (statusKey(key) === undefined)
        this.reporter.report(keySpan, "responseKey", { key, nearest: nearest(key, ["default"]) });
      this.#message(operation.at(value), "response", isSwagger);
    }
  }

  #parameters(list: Located, method: string | undefined, isSwagger: boolean): void {
    for (const item of list.items) this.#parameter(item, isSwagger);
    checkParameterList(list.items, method, this.reporter);
  }

  #structure({ entries }: Located, part: Part, isSwagger: boolean): void {
    checkStructure(entries, part, isSwagger, this.reporter);
  }

  #parameter(located: Located, isSwagger: boolean): void {
    const parameter = this.#fresh(located);
    if (parameter === undefined) return;
    const entries = byKey(parameter);
    checkParameter(parameter, entries, isSwagger, this.reporter);
    const { ownMembers: members } = parameter;
    const schema = members.get("schema");
    if (members.has("type")) {
      this.#own(parameter, entries, true);
      this.#inner(parameter, 0);
    }
    if (schema !== undefined) this.#schema(schema);
    this.#refused("default", members.get("default"), schema ?? parameter);
    for (const name of ["example", "x-example"]) {
      const example = members.get(name);
      // It may be written as the text that is sent.
      if ((example?.string ?? "") === "") this.#refused("example", example, schema ?? parameter);
    }
  }

  /** A request body or a response. */
  #message(located: Located, part: "body" | "response", isSwagger: boolean): void {
    const message = this.#fresh(located);
    if (message === undefined) return;
    this.#structure(message, part, isSwagger);
    const { ownMembers: members } = message;
    const schema = members.get("schema");
    if (schema !== undefined) {
      this.#schema(schema);
      for (const [type, example] of members.get("examples")?.ownMembers ?? [])
        if (isJson(type)) this.#mediaExample(example, schema);
    }
    for (const [type, mediaType] of members.get("content")?.ownMembers ?? [])
      this.#mediaType(mediaType, type);
  }

  #mediaType(located: Located, name: string): void {
    const mediaType = this.#fresh(located);
    const schema = mediaType?.ownMembers.get("schema");
    if (mediaType === undefined || schema === undefined) return;
    this.#schema(schema);
    if (!isJson(name)) return;
    const examples = mediaType.ownMembers.get("examples")?.ownMembers.values() ?? [];
    for (const example of [
      mediaType.ownMembers.get("example"),
      ...[...examples].map((one) => one.find("value")),
    ])
      if (example !== undefined) this.#mediaExample(example, schema);
  }

  /** An example may be in a file of its own, or a text that is JSON. */
  #mediaExample(located: Located, schema: Located): void {
    const { target } = located;
    if (!isJsonText(target?.string ?? "")) this.#refused("example", target, schema);
  }

  #schema(located: Located, depth = 0): void {
    const schema = depth > maxDepth ? undefined : this.#fresh(located);
    if (schema === undefined) return;
    const entries = byKey(schema);
    this.#own(schema, entries, false);
    this.#structure(schema, "schema", true);
    for (const { key, keySpan } of strayProperties(entries, (one) => mappings.has(one)))
      this.reporter.report(keySpan, "strayProperty", { key });
    this.#inner(schema, depth);
    const { ownMembers: members } = schema;
    this.#refused("default", members.get("default"), schema);
    for (const example of [members.get("example"), ...(members.get("examples")?.items ?? [])])
      this.#refused("example", example, schema);
  }

  /** The schemas inside of a schema. */
  #inner(schema: Located, depth: number): void {
    for (const [key, inner] of schema.ownMembers) {
      const isList = schemaLists.has(key) || (key === "items" && inner.list !== undefined);
      const isOne = !isList && singleSchemas.has(key);
      const schemas = isList
        ? inner.items
        : isOne
          ? [inner]
          : schemaMaps.has(key)
            ? inner.ownMembers.values()
            : [];
      for (const one of schemas) this.#schema(one, depth + 1);
    }
  }

  #own({ value }: Located, entries: ReadonlyMap<string, YamlEntry>, isParameter: boolean): void {
    checkSchema({ entries, isParameter, isUsed: this.schemas.hasRead(value) }, this.reporter);
  }

  #refused(what: "example" | "default", value: Located | undefined, schema: Located): void {
    if (value === undefined) return;
    for (const { span, problem } of this.judge.refusals(schema, sketchOf(value)))
      this.reporter.report(span, "exampleRefused", { what, problem });
  }

  /**
   * Reports each `$ref` that leads nowhere, anywhere in a file but in examples and extensions. In a schema with an
   * identifier of its own, what begins with `#` is relative to that schema, not to the file.
   */
  #references(root: Located): void {
    const pending = [{ located: root, isInside: false }];
    const seen = new Set<YamlValue>();
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { located } = next;
      const { value, ownMembers: members, reference: text } = located;
      if (value === null || seen.has(value)) continue;
      seen.add(value);
      const isInside = next.isInside || members.get("$id")?.string?.startsWith("#") === false;
      const isElsewhere = text === undefined || /^[a-z][a-z0-9+.-]*:/i.test(text);
      if (!isElsewhere && !(isInside && text.startsWith("#"))) this.#reference(located, text);
      for (const item of located.items) pending.push({ located: item, isInside });
      for (const [name, member] of members)
        if (!data.has(name) && !name.startsWith("x-")) pending.push({ located: member, isInside });
    }
  }

  #reference(located: Located, reference: string): void {
    const entry = byKey(located).get("$ref");
    const span = entry === undefined ? located.span : entry.valueSpan;
    // Where something is validated, this is an error already.
    if (located.target !== undefined || this.reporter.covers(span, "referenceMissing")) return;
    this.reporter.report(span, "referenceNowhere", { reference, nearest: nearestTarget(located, reference) });
  }

  /** The target of a reference, if it has not been looked at yet. */
  #fresh(located: Located): Located | undefined {
    const { target } = located;
    if (target === undefined || target.value === null || this.#seen.has(target.value)) return undefined;
    this.#seen.add(target.value);
    return target;
  }
}

function each(owner: Located, name: string, check: (one: Located) => void): void {
  for (const [key, member] of owner.ownMembers.get(name)?.ownMembers ?? [])
    if (!key.startsWith("x-")) check(member);
}

const byKey = ({ entries }: Located): ReadonlyMap<string, YamlEntry> =>
  new Map(entries.map((entry) => [entry.key, entry]));

/** The place beside the one that a reference names, if its last part is only mistyped. */
function nearestTarget(from: Located, text: string): string | undefined {
  const end = text.lastIndexOf("/");
  if (!text.includes("#") || end < 0) return undefined;
  const siblings = from.follow(text.slice(0, end))?.members ?? new Map<string, Located>();
  const meant = nearest(text.slice(end + 1), siblings.keys());
  return meant && `${text.slice(0, end)}/${meant}`;
}

/** Members of schemas whose values are mappings. */
const mappings: ReadonlySet<string> = new Set([
  ...singleSchemas,
  ...schemaMaps,
  ...keywordsOf(
    "example examples default enum const xml externalDocs discriminator dependencies schema content",
  ),
]);

/** Members whose values may contain anything, `$ref` among it. */
const data = keywordsOf("example examples default enum const value");
