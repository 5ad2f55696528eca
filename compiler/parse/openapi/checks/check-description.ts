import { nearest } from "../../../../runtime/base/nearest.js";
import { isJson } from "../../../../runtime/http/media-type.js";
import type { Reporter } from "../../../diagnostics/reporter.js";
import type { JudgeValue, Sketch } from "../../../syntax/json-sketch.js";
import type { JsonSchemaReader } from "../../schema/json-schema.js";
import { isJsonText } from "../../schema/json-text.js";
import { ValueJudge } from "../../schema/value-judge.js";
import type { Located, References } from "../../yaml/references.js";
import { sketchOf } from "../../yaml/sketch.js";
import type { YamlEntry, YamlFile, YamlValue } from "../../yaml/yaml.js";
import { checkParameter } from "./check-parameter.js";
import { checkParameterList } from "./check-parameter-list.js";
import { checkDialect, checkSchema } from "./check-schema.js";
import { checkStructure, type Part, strayProperties } from "./check-structure.js";
import { keywordsOf, schemaLists, schemaMaps, singleSchemas } from "./keywords.js";

/** Schemas nested deeper are not looked at; the readers report them. */
const maxDepth = 100;

/**
 * Checks all of an API description, also what nothing uses or validates: references, schemas, parameters, and whether
 * examples and defaults are as their schemas say.
 */
export class DescriptionChecker {
  readonly #seen = new Set<YamlValue>();
  readonly #judge: ValueJudge;

  constructor(
    private readonly references: References,
    private readonly schemas: JsonSchemaReader,
    private readonly reporter: Reporter,
  ) {
    this.#judge = new ValueJudge(references, schemas.dialect);
  }

  check(root: Located): void {
    this.#references(root);
    const top = this.#entries(root);
    checkDialect(root.file, top.get("jsonSchemaDialect"), this.reporter);
    const isSwagger = !top.has("openapi");
    this.#structure(root, top, "top", isSwagger);
    const components = top.get("components");
    const parts = components === undefined ? top : this.#entries(this.#at(root, components));
    for (const name of ["definitions", "schemas"])
      this.#each(root, parts.get(name), (one) => this.#schema(one));
    this.#each(root, parts.get("parameters"), (one) => this.#parameter(one, isSwagger));
    this.#each(root, parts.get("responses"), (one) => this.#message(one, "response", isSwagger));
    this.#each(root, parts.get("requestBodies"), (one) => this.#message(one, "body", isSwagger));
    this.#each(root, top.get("paths"), (path) => {
      for (const entry of this.#entries(this.references.resolve(path) ?? path).values()) {
        const inside = this.#at(path, entry);
        if (entry.key === "parameters") this.#parameters(inside, undefined, isSwagger);
        else if (methods.has(entry.key)) this.#operation(inside, entry.key, isSwagger);
      }
    });
  }

  #operation(operation: Located, method: string, isSwagger: boolean): void {
    const entries = this.#entries(operation);
    this.#structure(operation, entries, "operation", isSwagger);
    const parameters = entries.get("parameters");
    if (parameters !== undefined) this.#parameters(this.#at(operation, parameters), method, isSwagger);
    const body = entries.get("requestBody");
    if (body !== undefined) this.#message(this.#at(operation, body), "body", isSwagger);
    const responses = entries.get("responses");
    if (responses === undefined) return;
    const located = this.#at(operation, responses);
    for (const entry of this.#entries(located).values()) {
      if (entry.key.startsWith("x-") || entry.key === "$ref") continue;
      if (!/^(?:[1-5]\d\d|[1-5]XX|default)$/i.test(entry.key))
        this.reporter.report(entry.keySpan, "responseKey", {
          key: entry.key,
          nearest: nearest(entry.key, ["default"]),
        });
      this.#message(this.#at(located, entry), "response", isSwagger);
    }
  }

  #parameters(list: Located, method: string | undefined, isSwagger: boolean): void {
    const items = this.references.items(list) ?? [];
    for (const item of items) this.#parameter(item, isSwagger);
    checkParameterList(items, method, this.references, this.reporter);
  }

  #structure(
    { file }: Located,
    entries: ReadonlyMap<string, YamlEntry>,
    part: Part,
    isSwagger: boolean,
  ): void {
    checkStructure(file, entries.values(), part, isSwagger, this.reporter);
  }

  #parameter(located: Located, isSwagger: boolean): void {
    const parameter = this.#fresh(located);
    if (parameter === undefined) return;
    const entries = this.#entries(parameter);
    checkParameter(parameter, entries, isSwagger, this.reporter);
    const schema = entries.get("schema");
    if (entries.has("type")) {
      this.#own(parameter, entries, true);
      this.#inner(parameter, entries, 0);
    }
    if (schema !== undefined) this.#schema(this.#at(parameter, schema));
    const judged = schema === undefined ? parameter : this.#at(parameter, schema);
    this.#default(parameter, entries.get("default"), judged);
    const examples = ["example", "x-example"].flatMap((name) => entries.get(name) ?? []);
    for (const entry of examples) this.#example(asParameter(this.#sketch(parameter, entry)), judged);
  }

  /** A request body or a response. */
  #message(located: Located, part: "body" | "response", isSwagger: boolean): void {
    const message = this.#fresh(located);
    if (message === undefined) return;
    const entries = this.#entries(message);
    this.#structure(message, entries, part, isSwagger);
    const schema = entries.get("schema");
    if (schema !== undefined) this.#schema(this.#at(message, schema));
    const examples = entries.get("examples");
    if (schema !== undefined && examples !== undefined)
      for (const entry of this.#entries(this.#at(message, examples)).values())
        if (isJson(entry.key)) this.#mediaExample(this.#at(message, entry), this.#at(message, schema));
    const content = entries.get("content");
    if (content === undefined) return;
    const types = this.#at(message, content);
    for (const entry of this.#entries(types).values()) this.#mediaType(this.#at(types, entry), entry.key);
  }

  #mediaType(located: Located, name: string): void {
    const mediaType = this.#fresh(located);
    const entries = mediaType && this.#entries(mediaType);
    const schema = entries?.get("schema");
    if (mediaType === undefined || schema === undefined) return;
    const judged = this.#at(mediaType, schema);
    this.#schema(judged);
    if (!isJson(name)) return;
    const example = entries?.get("example");
    if (example !== undefined) this.#mediaExample(this.#at(mediaType, example), judged);
    const examples = entries?.get("examples");
    if (examples === undefined) return;
    for (const entry of this.#entries(this.#at(mediaType, examples)).values()) {
      const one = this.references.resolve(this.#at(mediaType, entry));
      const value = one && this.#entries(one).get("value");
      if (one !== undefined && value !== undefined) this.#mediaExample(this.#at(one, value), judged);
    }
  }

  /** An example may be in a file of its own, or a text that is JSON. */
  #mediaExample(located: Located, schema: Located): void {
    const resolved = this.references.resolve(located);
    if (resolved === undefined) return;
    const sketch = sketchOf(resolved, this.references);
    if (sketch.kind === "constant" && typeof sketch.value === "string" && isJsonText(sketch.value)) return;
    this.#example(sketch, schema);
  }

  #schema(located: Located, depth = 0): void {
    const schema = depth > maxDepth ? undefined : this.#fresh(located);
    if (schema === undefined) return;
    const entries = this.#entries(schema);
    this.#own(schema, entries, false);
    this.#structure(schema, entries, "schema", true);
    for (const { key, keySpan } of strayProperties(schema.file, entries, (one) => mappings.has(one)))
      this.reporter.report(keySpan, "strayProperty", { key });
    this.#inner(schema, entries, depth);
    this.#default(schema, entries.get("default"), schema);
    const example = entries.get("example");
    if (example !== undefined) this.#example(this.#sketch(schema, example), schema);
    const examples = entries.get("examples");
    const items = examples && this.references.items(this.#at(schema, examples));
    for (const item of items ?? []) this.#example(sketchOf(item, this.references), schema);
  }

  /** The schemas inside of a schema. */
  #inner(schema: Located, entries: ReadonlyMap<string, YamlEntry>, depth: number): void {
    for (const [key, entry] of entries) {
      const inner = this.#at(schema, entry);
      const items = this.references.items(inner);
      if (schemaLists.has(key) || (key === "items" && items !== undefined))
        for (const item of items ?? []) this.#schema(item, depth + 1);
      else if (singleSchemas.has(key)) this.#schema(inner, depth + 1);
      else if (schemaMaps.has(key))
        for (const member of this.#entries(inner).values()) this.#schema(this.#at(inner, member), depth + 1);
    }
  }

  #own({ file, value }: Located, entries: ReadonlyMap<string, YamlEntry>, isParameter: boolean): void {
    checkSchema({ file, entries, isParameter, isUsed: this.schemas.hasRead(value) }, this.reporter);
  }

  #default(owner: Located, entry: YamlEntry | undefined, schema: Located): void {
    if (entry !== undefined) this.#refused("default", this.#sketch(owner, entry), schema);
  }

  #example(value: Sketch | undefined, schema: Located): void {
    if (value !== undefined) this.#refused("example", value, schema);
  }

  #refused(what: "example" | "default", value: Sketch, schema: Located): void {
    const judge: JudgeValue = (sketch) => this.#judge.refusals(schema, sketch);
    for (const { span, problem } of judge(value))
      this.reporter.report(span, "exampleRefused", { what, problem });
  }

  #sketch(owner: Located, entry: YamlEntry): Sketch {
    return sketchOf(this.#at(owner, entry), this.references);
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
      const { file, value } = located;
      if (value === null || seen.has(value)) continue;
      seen.add(value);
      const entries = this.#entries(located);
      const isInside = next.isInside || this.#hasIdentifier(file, entries);
      const reference = entries.get("$ref");
      const text = reference && file.string(reference.value);
      const isElsewhere = text === undefined || /^[a-z][a-z0-9+.-]*:/i.test(text);
      if (reference !== undefined && !isElsewhere && !(isInside && text.startsWith("#")))
        this.#reference(located, reference, text);
      for (const item of this.references.items(located) ?? []) pending.push({ located: item, isInside });
      for (const entry of entries.values())
        if (!data.has(entry.key) && !entry.key.startsWith("x-"))
          pending.push({ located: this.#at(located, entry), isInside });
    }
  }

  #hasIdentifier(file: YamlFile, entries: ReadonlyMap<string, YamlEntry>): boolean {
    const entry = entries.get("$id");
    const text = entry && file.string(entry.value);
    return text !== undefined && !text.startsWith("#");
  }

  #reference(located: Located, entry: YamlEntry, text: string): void {
    const target = this.references.resolve(located);
    const span = located.file.valueSpan(entry);
    // Where something is validated, this is an error already.
    if (target !== undefined || this.reporter.covers(span, "referenceMissing")) return;
    this.reporter.report(span, "referenceNowhere", {
      reference: text,
      nearest: this.#nearestTarget(located, text),
    });
  }

  /** The place beside the one that a reference names, if its last part is only mistyped. */
  #nearestTarget({ file }: Located, text: string): string | undefined {
    const end = text.lastIndexOf("/");
    if (!text.includes("#") || end < 0) return undefined;
    const siblings = this.references.members(this.references.follow(file, text.slice(0, end)));
    const meant = nearest(text.slice(end + 1), siblings.keys());
    return meant && `${text.slice(0, end)}/${meant}`;
  }

  /** The target of a reference, if it has not been looked at yet. */
  #fresh(located: Located): Located | undefined {
    const resolved = this.references.resolve(located);
    if (resolved === undefined || resolved.value === null || this.#seen.has(resolved.value)) return undefined;
    this.#seen.add(resolved.value);
    return resolved;
  }

  #each(from: Located, entry: YamlEntry | undefined, check: (one: Located) => void): void {
    if (entry === undefined) return;
    const map = this.#at(from, entry);
    for (const member of this.#entries(map).values())
      if (!member.key.startsWith("x-")) check(this.#at(map, member));
  }

  #at({ file }: Located, { value }: YamlEntry): Located {
    return { file, value };
  }

  #entries({ file, value }: Located): ReadonlyMap<string, YamlEntry> {
    return new Map((file.entries(value) ?? []).map((entry) => [entry.key, entry]));
  }
}

/** An example of a parameter may be written as the text that is sent. */
function asParameter(value: Sketch): Sketch | undefined {
  return value.kind === "constant" && typeof value.value === "string" && value.value !== ""
    ? undefined
    : value;
}

const methods = keywordsOf("get put post delete options head patch trace");
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
