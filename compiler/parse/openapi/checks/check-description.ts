import { nearest } from "../../../../runtime/base/nearest.js";
import { isJson } from "../../../../runtime/http/media-type.js";
import type { Reporter } from "../../../diagnostics/reporter.js";
import { methodNames, statusKey } from "../../../syntax/openapi.js";
import { isJsonText, type JsonSchemaReader } from "../../schema/json-schema.js";
import { keywordsOf, mappings, schemaLists, schemaMaps, singleSchemas } from "../../schema/keywords.js";
import { Schemas } from "../../schema/normal-schema.js";
import { ValueJudge } from "../../schema/value-judge.js";
import type { Located } from "../../yaml/references.js";
import { sketchOf } from "../../yaml/sketch.js";
import type { YamlEntry, YamlValue } from "../../yaml/yaml.js";
import type { Kind } from "../document/grammar.js";
import type { Version } from "../document/version.js";
import { checkAllOf } from "./check-all-of.js";
import { checkNeeds } from "./check-needs.js";
import {
  checkMediaTypeReference,
  checkObject,
  checkReferenceSiblings,
  checkSiblings,
} from "./check-object.js";
import { checkParameter, checkParameterList } from "./check-parameter.js";
import { checkDialect, checkSchema } from "./check-schema.js";
import { checkListedMediaTypes, checkMediaType } from "./media-types.js";
import { strayProperties } from "./stray-properties.js";

/** Schemas nested deeper are not looked at; the readers report them. */
const maxDepth = 100;

/** Keywords of JSON Schema 2019-09 and later, which say nothing before OpenAPI 3.1. */
const ofLaterDrafts = keywordsOf(
  "prefixItems dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties minContains maxContains",
);

/** Of a longer `enum`, the other values are not looked at. */
const maxValues = 100;

/**
 * Checks all of an API description, also what nothing uses or validates: references, schemas, parameters, and whether
 * examples and defaults are as their schemas say.
 */
export class DescriptionChecker {
  readonly #seen = new Set<YamlValue>();
  /** The schemas as they are written, where parameters may be schemas, too. */
  readonly #written: Schemas;
  readonly #judge: ValueJudge;

  constructor(
    private readonly schemas: JsonSchemaReader,
    private readonly version: Version,
    /** The schema that is read of a parameter or header field that is one. */
    private readonly schemaOf: ReadonlyMap<YamlValue, YamlValue>,
    private readonly reporter: Reporter,
  ) {
    this.#written = new Schemas(schemas.dialect);
    this.#judge = new ValueJudge(this.#written);
  }

  check(root: Located): void {
    this.#references(root);
    const top = byKey(root);
    checkDialect(top.get("jsonSchemaDialect"), this.reporter);
    checkListedMediaTypes(root.entries, this.reporter);
    this.#parts(root, "top");
    for (const [name, schema] of root.ownMembers.get("definitions")?.ownMembers ?? [])
      if (!name.startsWith("x-")) this.#schema(schema);
    for (const [key, path] of root.ownMembers.get("paths")?.ownMembers ?? [])
      if (!key.startsWith("x-")) this.#path(path);
  }

  #path(located: Located): void {
    checkSiblings(located, "path", this.reporter);
    const path = located.target ?? located;
    this.#parts(path, "path");
    for (const { key, keySpan, value } of path.entries) {
      const inside = path.at(value);
      if (!this.#isKnownOfPaths(key))
        this.reporter.report(keySpan, "apiUnknownMember", {
          ...{ key, nearest: nearest(key, [...methodNames, ...membersOfPaths]) },
        });
      if (key === "parameters") checkParameterList(inside.items, undefined, this.reporter);
      else if (methodNames.has(key) || key === "query") this.#operation(inside, key);
      else if (key === "additionalOperations")
        for (const [method, operation] of inside.ownMembers) this.#operation(operation, method);
    }
  }

  #isKnownOfPaths(key: string): boolean {
    const isMore = key === "query" || key === "additionalOperations";
    return (
      methodNames.has(key) ||
      membersOfPaths.has(key) ||
      key.startsWith("x-") ||
      (isMore && this.version.hasMoreMethods)
    );
  }

  #operation(operation: Located, method: string): void {
    const { ownMembers: members } = operation;
    checkListedMediaTypes(operation.entries, this.reporter);
    this.#parts(operation, "operation");
    checkParameterList(
      members.get("parameters")?.items ?? [],
      method,
      this.reporter,
      members.get("consumes"),
    );
    for (const { key, keySpan } of members.get("responses")?.entries ?? [])
      if (!key.startsWith("x-") && key !== "$ref") {
        const meant = statusKey(key);
        if (meant === undefined)
          this.reporter.report(keySpan, "responseKey", { key, nearest: nearest(key, ["default"]) });
        else if (meant !== key && (meant === "default" || !this.version.isFlat))
          this.reporter.report(keySpan, "ownSpelling", { written: key, meant });
      }
    for (const [status, response] of members.get("responses")?.ownMembers ?? [])
      if (/^(?:1\d\d|204|205|304)$/.test(status)) this.#bodiless(response, status);
  }

  /** What describes a body, where there is none (RFC 9110, section 15). */
  #bodiless(response: Located, status: string): void {
    const { reference, span } = response;
    for (const { key, keySpan, entries } of response.target?.entries ?? [])
      if (key === "schema" || ((key === "content" || key === "examples") && entries?.length))
        this.reporter.report(reference === undefined ? keySpan : span, "bodyOfStatus", { status, key });
  }

  /** Checks an object by itself, and all that is inside of it. */
  #parts(object: Located, kind: Kind): void {
    if (kind === "top" || kind === "operation") checkNeeds(object, kind, this.version, this.reporter);
    for (const part of checkObject(object, kind, this.version, this.reporter))
      this.#part(part.located, part.kind);
  }

  #part(located: Located, kind: Kind | "schema"): void {
    if (kind === "schema") {
      this.#schema(located);
      return;
    }
    checkSiblings(located, kind, this.reporter);
    if (kind === "mediaType") checkMediaTypeReference(located, this.version, this.reporter);
    const part = this.#fresh(located);
    if (part === undefined) return;
    this.#parts(part, kind);
    if (kind === "parameter") this.#parameter(part);
    if (kind === "header" && this.version.isFlat) this.#typed(part, byKey(part));
    this.#examples(part);
    checkNeeds(part, kind, this.version, this.reporter);
  }

  #parameter(parameter: Located): void {
    const entries = byKey(parameter);
    checkParameter(parameter, entries, this.version, this.reporter);
    const { ownMembers: members } = parameter;
    const schema = members.get("schema");
    if (members.has("type")) this.#typed(parameter, entries);
    this.#refused("default", members.get("default"), schema ?? parameter);
    for (const name of ["example", "x-example"]) {
      const example = members.get(name);
      // It may be written as the text that is sent.
      if ((example?.string ?? "") === "") this.#refused("example", example, schema ?? parameter);
    }
  }

  /** A parameter or a header field that is a schema, too. */
  #typed(located: Located, entries: ReadonlyMap<string, YamlEntry>): void {
    this.#own(located, entries, true);
    this.#listed(located);
    this.#inner(located, 0);
  }

  /** The examples of a response, or of the media types of a message or a parameter. */
  #examples(owner: Located): void {
    const { ownMembers: members } = owner;
    for (const { key, keySpan } of members.get(this.version.isFlat ? "examples" : "content")?.entries ?? [])
      if (!checkMediaType(key, keySpan, this.reporter) && !/[/*]|^x-|^\$ref$/.test(key))
        this.reporter.report(keySpan, "mediaTypeKey", { key });
    if (this.version.isFlat) {
      for (const [type, example] of members.get("examples")?.ownMembers ?? [])
        this.#mediaExample(example, type, members.get("schema"));
      return;
    }
    for (const [type, mediaType] of members.get("content")?.ownMembers ?? []) {
      const { members: described } = mediaType;
      const listed = [...(described.get("examples")?.ownMembers.values() ?? [])];
      for (const one of listed) this.#reference(one);
      for (const example of [described.get("example"), ...listed.map((one) => one.find("value"))])
        if (example !== undefined) this.#mediaExample(example, type, described.get("schema"));
    }
  }

  /** An example may be in a file of its own, or a text that is JSON. */
  #mediaExample(example: Located, type: string, schema: Located | undefined): void {
    this.#reference(example);
    const { target } = example;
    if (schema !== undefined && isJson(type) && !isJsonText(target?.string ?? ""))
      this.#refused("example", target, schema);
  }

  #schema(located: Located, depth = 0): void {
    if (depth > maxDepth) return;
    if (this.schemas.dialect === "draft-04") checkReferenceSiblings(located, this.reporter);
    // What stands beside a reference counts, too.
    else if (located.reference !== undefined && this.#isNew(located)) this.#keywords(located, depth);
    const schema = this.#fresh(located);
    if (schema !== undefined) this.#keywords(schema, depth);
  }

  #keywords(schema: Located, depth: number): void {
    const entries = byKey(schema);
    this.#own(schema, entries, false);
    this.#listed(schema);
    checkAllOf(this.#written.of(schema), this.#judge, this.reporter);
    this.#parts(schema, "keywords");
    this.#tag(schema);
    for (const { key, keySpan } of strayProperties(entries, (one) => mappings.has(one)))
      this.reporter.report(keySpan, "strayProperty", { key });
    this.#inner(schema, depth);
    const { ownMembers: members } = schema;
    this.#refused("default", members.get("default"), schema);
    for (const example of [members.get("example"), ...(members.get("examples")?.items ?? [])])
      this.#refused("example", example, schema);
  }

  /** The values that a schema lists, and refuses by what else it says. */
  #listed(schema: Located): void {
    const { ownMembers: members } = schema;
    const values = members.get("enum")?.items.slice(0, maxValues) ?? [];
    for (const value of values)
      if (!this.reporter.hasAt(value.span, "enumType")) this.#refused("value of enum", value, schema);
    this.#refused("const", members.get("const"), schema);
  }

  /** The member that names the schema of the whole, which older versions name by a text. */
  #tag(schema: Located): void {
    const { tag, keywords, members, allOf, anyOf, oneOf } = this.#written.of(schema);
    if (tag === undefined) return;
    if (tag.written.string === undefined && !this.version.isFlat) this.#parts(tag.written, "subtypes");
    const name = tag.property.string;
    if (name === undefined) return;
    const isWhole = keywords.has("properties") && [...allOf, ...anyOf, ...oneOf].length === 0;
    if (isWhole && !members.has(name))
      this.reporter.report(tag.property.span, "discriminatorUnlisted", {
        name,
        nearest: nearest(name, members.keys()),
      });
    for (const to of tag.mapping.values()) {
      const reference = to.string ?? "";
      if (/[#/]/.test(reference) && to.follow(reference) === undefined && !to.leadsToBroken(reference))
        this.reporter.report(to.span, "referenceNowhere", {
          reference,
          nearest: nearestTarget(to, reference),
        });
    }
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

  #own(located: Located, entries: ReadonlyMap<string, YamlEntry>, isParameter: boolean): void {
    const { file, value } = located;
    const [nullable, type] = [entries.get("nullable"), entries.get("type")?.string ?? "…"];
    if (nullable?.boolean === true && !this.version.knowsNullable)
      this.reporter.report(nullable.keySpan, "ownSpelling", {
        ...{ written: "nullable", meant: `type: [ ${type}, "null" ]` },
      });
    if (this.version.knowsNullable)
      for (const { key, keySpan } of entries.values())
        if (ofLaterDrafts.has(key))
          this.reporter.report(keySpan, "partOfOther", {
            ...{ key, version: this.version.isFlat ? this.version.name : "OpenAPI 3.0" },
            instead: "It is of JSON Schema 2019-09 and later: write openapi: 3.1.0 for it.",
          });
    checkSchema(
      {
        schema: this.#written.of(located),
        entries,
        isParameter,
        isUsed: this.schemas.hasRead(this.schemaOf.get(file.resolved(value)) ?? value),
      },
      this.reporter,
    );
  }

  #refused(
    what: "example" | "default" | "const" | "value of enum",
    value: Located | undefined,
    schema: Located,
  ): void {
    if (value === undefined) return;
    for (const { span, problem } of this.#judge.refusals(schema, sketchOf(value)))
      this.reporter.report(span, "exampleRefused", { what, problem });
  }

  /**
   * Reports each `$ref` that leads nowhere, anywhere in a file but in examples and extensions. In a schema with an
   * identifier of its own, what begins with `#` is relative to that schema, not to the file. Files that are referred to are
   * part of the description.
   */
  #references(root: Located): void {
    const pending = [{ located: root, isInside: false, areNames: false }];
    const seen = new Set<YamlValue>();
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { located } = next;
      const { value, ownMembers: members, reference: text } = located;
      if (value === null || seen.has(value)) continue;
      seen.add(value);
      const isInside = next.isInside || members.get("$id")?.string?.startsWith("#") === false;
      // Reports keys that are there twice, in whatever reads only what it understands.
      located.file.entries(value, this.reporter);
      const isElsewhere = text === undefined || /^[a-z][a-z0-9+.-]*:/i.test(text);
      if (!isElsewhere && !(isInside && text.startsWith("#"))) this.#reference(located);
      const { target } = located;
      if (target !== undefined && target.file.source !== located.file.source)
        pending.push({ located: target, isInside: false, areNames: false });
      for (const item of located.items) pending.push({ located: item, isInside, areNames: false });
      for (const [name, member] of members)
        if (next.areNames || (!data.has(name) && !name.startsWith("x-")))
          pending.push({ located: member, isInside, areNames: !next.areNames && schemaMaps.has(name) });
    }
  }

  #reference(located: Located): void {
    const { reference } = located;
    const entry = byKey(located).get("$ref");
    if (reference === undefined || entry === undefined || located.target !== undefined) return;
    // Where something is validated, this is an error already.
    const span = entry.valueSpan;
    if (this.reporter.covers(span, "referenceMissing") || located.leadsToBroken(reference)) return;
    this.reporter.report(span, "referenceNowhere", { reference, nearest: nearestTarget(located, reference) });
  }

  /** The target of a reference, if it has not been looked at yet. */
  #fresh(located: Located): Located | undefined {
    const { target } = located;
    return target !== undefined && this.#isNew(target) ? target : undefined;
  }

  #isNew({ value }: Located): boolean {
    if (value === null || this.#seen.has(value)) return false;
    this.#seen.add(value);
    return true;
  }
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

/** Members of paths beside their operations. */
const membersOfPaths = keywordsOf("parameters summary description servers security $ref");

/** Members whose values may contain anything, `$ref` among it. */
const data = keywordsOf("example examples default enum const value");
