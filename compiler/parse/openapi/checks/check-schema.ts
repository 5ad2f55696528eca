import { nearest, misspelt as nearlyNamed } from "../../../../runtime/base/nearest.js";
import type { Reporter } from "../../../diagnostics/reporter.js";
import type { Span } from "../../../source/source-text.js";
import { withoutDelimiters } from "../../pattern/delimiters.js";
import { ecmaScriptPattern } from "../../pattern/schema-pattern.js";
import {
  formOf,
  keywordsByType,
  keywordsOf,
  knownKeywords,
  numberKeywords,
  schemaLists,
  schemaMaps,
  singleSchemas,
  sizeKeywords,
  typeNames,
} from "../../schema/keywords.js";
import type { NormalSchema } from "../../schema/normal-schema.js";
import { typeOf } from "../../schema/value-refusals.js";
import type { YamlEntry } from "../../yaml/yaml.js";

/** A schema, or a parameter or header field that is one. */
interface CheckedSchema {
  readonly schema: NormalSchema;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** `required` and others mean something else here. */
  readonly isParameter: boolean;
  /** Something is validated with it. */
  readonly isUsed: boolean;
}

/** Reports mistakes in a schema by itself: keywords, their values, and contradictions. */
export function checkSchema(checked: CheckedSchema, reporter: Reporter): void {
  new SchemaCheck(checked, reporter).run(checked.isParameter);
}

class SchemaCheck {
  private readonly entries: ReadonlyMap<string, YamlEntry>;

  constructor(
    private readonly checked: CheckedSchema,
    private readonly reporter: Reporter,
  ) {
    this.entries = checked.entries;
  }

  run(isParameter: boolean): void {
    // A parameter has members of its own, which others check.
    if (!isParameter) {
      this.#keywordNames();
      this.#required();
    }
    this.#types();
    for (const name of [...numberKeywords, ...sizeKeywords]) this.#number(name);
    for (const [least, most] of limitPairs) this.#limits(least, most);
    this.#enumeration();
    this.#format();
    this.#patterns();
    checkDialect(this.entries.get("$schema"), this.reporter);
    for (const entry of this.entries.values()) this.#innerSchemas(entry);
    this.#withoutEffect();
  }

  #invalid(span: Span, reason: string, hint?: string): void {
    this.reporter.report(span, this.checked.isUsed ? "schemaInvalid" : "schemaMalformed", { reason, hint });
  }

  #keywordNames(): void {
    for (const entry of this.entries.values()) {
      const { key, keySpan, isNull } = entry;
      const meant = isNull ? undefined : meantKeyword(entry, this.entries);
      if (meant !== undefined && !this.entries.has(meant))
        this.reporter.report(keySpan, "schemaKeyword", { key, nearest: meant });
    }
  }

  #types(): void {
    const type = this.entries.get("type");
    if (type === undefined) return;
    for (const item of type.items ?? [type]) {
      const { string: name } = item;
      const span = spanOf(item, type);
      if (name === undefined) this.#invalid(span, "type must be a name, such as string");
      else if (!typeNames.has(name) && name !== "file") {
        const meant = otherNames.get(name.toLowerCase()) ?? misspelt(name, typeNames);
        this.#invalid(span, `there is no type ${name}`, meant && `Did you mean ${meant}?`);
      }
    }
  }

  #number(name: string): void {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    const value = entry.scalar;
    if (typeof value === "boolean" && name.startsWith("exclusive")) return;
    const isSize = sizeKeywords.has(name);
    if (typeof value !== "number" || (isSize && !(Number.isInteger(value) && value >= 0)))
      this.#invalid(entry.valueSpan, `${name} must be a ${isSize ? "whole " : ""}number`);
  }

  #limits(least: string, most: string): void {
    const [low, high] = [this.entries.get(least), this.entries.get(most)];
    const [from, to] = [low, high].map((entry) => entry?.scalar);
    if (low !== undefined && typeof from === "number" && typeof to === "number" && from > to)
      this.reporter.report(low.valueSpan, "schemaLimits", { least, most });
  }

  #enumeration(): void {
    const entry = this.entries.get("enum");
    if (entry === undefined) return;
    const values = entry.items;
    if (values === undefined || values.length === 0) {
      const reason = values === undefined ? "must be a list" : "lists no value, so that nothing is valid";
      this.#invalid(entry.valueSpan, `enum ${reason}`);
      return;
    }
    const named = this.checked.schema.types;
    const types = named && new Set([...named].map((name) => (name === "integer" ? "number" : name)));
    const seen = new Set<string>();
    for (const value of values) {
      const { entries, items, scalar } = value;
      if (entries !== undefined || items !== undefined) continue;
      const text = JSON.stringify(scalar);
      const span = spanOf(value, entry);
      if (seen.has(text)) this.reporter.report(span, "schemaTwice", { list: "enum", text });
      else if (types !== undefined && !types.has(typeOf(scalar)))
        this.reporter.report(span, "enumType", { text, types: [...types] });
      seen.add(text);
    }
  }

  #required(): void {
    const entry = this.entries.get("required");
    if (entry === undefined) return;
    const reason = "required must be a list of names";
    const values = entry.items;
    if (values === undefined) {
      if (entry.boolean === undefined)
        this.#invalid(entry.valueSpan, reason, "Write the names of the required members as a list.");
      else
        this.#invalid(
          entry.keySpan,
          reason,
          "Write the name of this member into the list required of the object that has it.",
        );
      return;
    }
    const names = new Set<string>();
    for (const value of values) {
      const { string: name } = value;
      const span = spanOf(value, entry);
      if (name === undefined) this.#invalid(span, reason);
      else if (names.has(name)) this.reporter.report(span, "schemaTwice", { list: "required", text: name });
      else this.#requiredName(name, span, values);
      if (name !== undefined) names.add(name);
    }
  }

  /** A required member that `properties` does not list: a likely mistake if that lists a name much like it. */
  #requiredName(member: string, span: Span, all: readonly YamlEntry[]): void {
    const { entries } = this;
    const properties = entries.get("properties");
    const listed = properties?.entries;
    if (listed === undefined || listed.some(({ key }) => key === member)) return;
    const required = new Set(all.map(({ string }) => string));
    const meant = nearest(
      member,
      listed.map(({ key }) => key).filter((key) => !required.has(key)),
    );
    if (this.checked.schema.isClosed)
      this.reporter.report(span, "requiredImpossible", { member, nearest: meant });
    else if (meant !== undefined && member.length >= 4)
      this.reporter.report(span, "requiredUnlisted", { member, nearest: meant });
  }

  /** Keywords about values of another type than the schema allows. */
  #withoutEffect(): void {
    const name = this.entries.get("type")?.string;
    if (name === undefined || !typeNames.has(name)) return;
    for (const [other, keywords] of keywordsByType) {
      if (other === (name === "integer" ? "number" : name)) continue;
      for (const { key, keySpan } of this.entries.values())
        if (keywords.has(key))
          this.reporter.report(keySpan, "schemaWithoutEffect", { key, type: name, other });
    }
  }

  #format(): void {
    const entry = this.entries.get("format");
    const format = entry?.string;
    const type = this.entries.get("type")?.string ?? "string";
    if (entry !== undefined && format !== undefined && formatsOfTexts.has(format) && type !== "string") {
      if (typeNames.has(type))
        this.reporter.report(entry.valueSpan, "schemaWithoutEffect", {
          ...{ key: `format: ${format}`, type, other: "string" },
        });
      return;
    }
    if (entry === undefined || format === undefined || knownFormats.has(format)) return;
    const meant = otherFormats.get(plain(format)) ?? misspeltFormat(format);
    if (meant !== undefined)
      this.reporter.report(entry.valueSpan, "schemaFormat", { format, nearest: meant });
  }

  #patterns(): void {
    const pattern = this.entries.get("pattern");
    const written = pattern?.string;
    if (pattern !== undefined && written !== undefined) this.#pattern(written, pattern.valueSpan);
    for (const { key, entries = [] } of this.entries.values())
      if (formOf(key) === "patterns")
        for (const member of entries) this.#pattern(member.key, member.valueSpan, member.keySpan);
  }

  #pattern(pattern: string, span: Span, place = span): void {
    if (ecmaScriptPattern(pattern) !== undefined) {
      const inner = withoutDelimiters(pattern);
      const [, letter] = doubledBackslash.exec(pattern) ?? [];
      if (inner !== undefined) this.reporter.report(span, "schemaPatternSlashes", { inner });
      else if (letter !== undefined) this.reporter.report(place, "schemaPatternEscape", { letter });
    } else if (!this.reporter.covers(span, "schemaPattern")) {
      // Where something is validated, this is an error already.
      const reason = `the pattern ${pattern} is no regular expression that JavaScript has`;
      this.reporter.report(span, "schemaMalformed", { reason });
    }
  }

  /** Parts that are no schemas: whatever reads them would take them for schemas that allow everything. */
  #innerSchemas(entry: YamlEntry): void {
    const { key } = entry;
    const items = schemaLists.has(key) || key === "items" ? entry.items : undefined;
    if (items !== undefined) {
      if (!items.every(isSchema)) this.#invalid(entry.valueSpan, `all that ${key} lists must be schemas`);
    } else if (singleSchemas.has(key) && !isSchema(entry)) {
      this.#invalid(entry.valueSpan, `${key} must be a schema`);
    } else if (schemaMaps.has(key)) {
      for (const member of entry.entries ?? [])
        if (!isSchema(member))
          this.#invalid(
            member.valueSpan,
            `${member.key} in ${key} must be a schema`,
            member.key === "$ref"
              ? `A reference stands in the place of a schema, not of ${key}: write allOf: [{ $ref: … }].`
              : undefined,
          );
    }
  }
}

/** A dialect in which keywords may mean something else, of which the validators know nothing. */
export function checkDialect(entry: YamlEntry | undefined, reporter: Reporter): void {
  const dialect = entry?.string;
  if (entry === undefined || dialect === undefined) return;
  if (!/^https?:\/\/(?:json-schema\.org|spec\.openapis\.org)\//.test(dialect))
    reporter.report(entry.valueSpan, "schemaDialect", { dialect });
}

const isSchema = ({ isNull, entries, boolean }: YamlEntry): boolean =>
  isNull || entries !== undefined || boolean !== undefined;

const spanOf = (item: YamlEntry, owner: YamlEntry): Span => (item.value === null ? owner.keySpan : item.span);

const plain = (text: string) => text.toLowerCase().replace(/[-_ $]/g, "");

/** The keyword that a member of a schema is meant to be; `undefined` of one that is a keyword, or anything else. */
export function meantKeyword(
  { key, entries, items, scalar }: YamlEntry,
  schema: ReadonlyMap<string, YamlEntry>,
): string | undefined {
  if (knownKeywords.has(key) || dollarKeywords.has(key) || key.startsWith("x-")) return undefined;
  const kind =
    entries !== undefined
      ? "mapping"
      : items !== undefined
        ? "list"
        : scalar === null
          ? "null"
          : typeof scalar;
  const type = schema.get("type")?.string ?? "";
  const slip = slips.get(`${key.toLowerCase()} ${kind}`);
  return (
    slip?.get(type) ?? slip?.get("") ?? misspelt(key, key.startsWith("$") ? dollarKeywords : everyKeyword)
  );
}

/** A name of one letter more or less may be another one that somebody agreed on, if it is short. */
function misspeltFormat(format: string): string | undefined {
  const known = [...knownFormats];
  const meant = known.find((one) => plain(one) === plain(format)) ?? nearlyNamed(format, known);
  return meant?.[0] === format[0]?.toLowerCase() ? meant : undefined;
}

/** The word that is meant, if a name is so much like it that it can hardly be another one. */
export function misspelt(name: string, words: Iterable<string>): string | undefined {
  const list = [...words];
  const same = list.find((word) => plain(word) === plain(name));
  if (same !== undefined || name.length < 3) return same;
  const meant = nearest(name, list);
  return meant !== undefined && meant[0]?.toLowerCase() === name[0]?.toLowerCase() ? meant : undefined;
}

/** The names here of types in other languages. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ...["int", "long"].map((name) => [name, "integer"] as const),
  ...["float", "double", "decimal"].map((name) => [name, "number"] as const),
  ...["str", "text"].map((name) => [name, "string"] as const),
  ...["map", "dict"].map((name) => [name, "object"] as const),
  ...["date", "uuid", "email"].map((name) => [name, `string with format: ${name}`] as const),
  ...["datetime", "date-time"].map((name) => [name, "string with format: date-time"] as const),
  ["bool", "boolean"],
  ["list", "array"],
]);

const dollarKeywords = keywordsOf(
  "$ref $id $schema $defs $anchor $comment $vocabulary $dynamicRef $dynamicAnchor $recursiveRef $recursiveAnchor",
);
const everyKeyword: readonly string[] = [...knownKeywords, "$ref"];

/** What other languages call keywords, with the kind of their values; and the keywords by type, or for any other. */
const slips: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ["min number", bound("min")],
  ["max number", bound("max")],
  ["length number", new Map([["string", "maxLength"]])],
  [
    "size number",
    new Map([
      ["string", "maxLength"],
      ["array", "maxItems"],
    ]),
  ],
  ...["regex string", "regexp string"].map((word) => [word, new Map([["string", "pattern"]])] as const),
  ...["values list", "options list"].map((word) => [word, new Map([["string", "enum"]])] as const),
  ...["mandatory list", "mandatory boolean"].map((word) => [word, new Map([["", "required"]])] as const),
  ...["fields mapping", "attributes mapping", "members mapping"].map(
    (word) => [word, new Map([["object", "properties"]])] as const,
  ),
  ["elements mapping", new Map([["array", "items"]])],
]);

function bound(word: "min" | "max"): ReadonlyMap<string, string> {
  const of = { string: "Length", array: "Items", object: "Properties", "": "imum" };
  return new Map(Object.entries(of).map(([type, end]) => [type, word + end]));
}

/** What other languages call formats. */
const otherFormats: ReadonlyMap<string, string> = new Map([
  ["guid", "uuid"],
  ["mail", "email"],
  ["emailaddress", "email"],
  ["timestamp", "date-time"],
  ["ip", "ipv4"],
  ["long", "int64"],
  ["int", "int32"],
]);

export const limitPairs = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

/** Formats that many give to numbers, too, are none of them. */
const formatsOfTexts: ReadonlySet<string> = keywordsOf(
  "date date-time uri uri-reference url email hostname ipv4 ipv6 uuid json-pointer byte binary password",
);

const knownFormats: ReadonlySet<string> = keywordsOf(
  "date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 " +
    "regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte binary password int32 int64 float " +
    "double idn-email idn-hostname iri iri-reference",
);

/** Two backslashes where a class of characters is repeated or ends a pattern: nobody asks for a backslash and letters. */
const doubledBackslash = /(?<!\\)\\\\([dDwWsSbB])(?=[+*?{)|\]$]|$)/;
