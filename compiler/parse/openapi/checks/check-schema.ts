import { nearest } from "../../../../runtime/environment/nearest.js";
import type { Span } from "../../../source/source-text.js";
import { withoutDelimiters } from "../../pattern/delimiters.js";
import { ecmaScriptPattern } from "../../pattern/schema-pattern.js";
import { typeOf } from "../../schema/value-judge.js";
import type { YamlEntry, YamlFile, YamlValue } from "../../yaml/yaml.js";
import type { Finding } from "./finding.js";
import {
  keywordsByType,
  keywordsOf,
  knownKeywords,
  numberKeywords,
  schemaLists,
  schemaMaps,
  singleSchemas,
  sizeKeywords,
  typeNames,
} from "./keywords.js";

/** A schema, or a parameter or header of Swagger 2.0, which is one. */
interface CheckedSchema {
  readonly file: YamlFile;
  readonly entries: ReadonlyMap<string, YamlEntry>;
  /** `required` and others mean something else here. */
  readonly isParameter: boolean;
}

/** What is wrong with a schema by itself: keywords, their values, and what contradicts itself. */
export function schemaFindings(schema: CheckedSchema): readonly Finding[] {
  return [
    ...keywordNames(schema),
    ...types(schema),
    ...numbers(schema),
    ...limitPairs(schema),
    ...enumeration(schema),
    ...(schema.isParameter ? [] : required(schema)),
    ...format(schema),
    ...patterns(schema),
    ...dialect(schema.file, schema.entries.get("$schema")),
    ...innerSchemas(schema),
    ...withoutEffect(schema),
  ];
}

function keywordNames({ file, entries, isParameter }: CheckedSchema): readonly Finding[] {
  return [...entries.values()].flatMap(({ key, keySpan, value }): readonly Finding[] => {
    if (knownKeywords.has(key) || key.startsWith("x-") || key.startsWith("$")) return [];
    // A parameter has members of its own, which others check.
    const meant = isParameter ? undefined : misspelt(key, knownKeywords);
    if (meant !== undefined && !entries.has(meant) && !file.isNull(value))
      return [{ name: "schemaKeyword", span: keySpan, key, nearest: meant }];
    return [];
  });
}

/** The word that is meant, if a name is so much like it that it can hardly be another one. */
export function misspelt(name: string, words: Iterable<string>): string | undefined {
  const list = [...words];
  const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, "");
  const same = list.find((word) => plain(word) === plain(name));
  if (same !== undefined || name.length < 3) return same;
  const meant = nearest(name, list);
  return meant !== undefined && meant[0]?.toLowerCase() === name[0]?.toLowerCase() ? meant : undefined;
}

function types({ file, entries }: CheckedSchema): readonly Finding[] {
  const type = entries.get("type");
  if (type === undefined) return [];
  const values = file.items(type.value) ?? [type.value];
  return values.flatMap((value): readonly Finding[] => {
    const name = file.string(value);
    const span = value === null ? type.keySpan : file.span(value);
    if (name === undefined) return [invalid(span, "type must be a name, such as string")];
    if (typeNames.has(name) || name === "file") return [];
    const meant = otherNames.get(name.toLowerCase()) ?? misspelt(name, typeNames);
    return [{ ...invalid(span, `there is no type ${name}`), hint: meant && `Did you mean ${meant}?` }];
  });
}

/** What the types of other languages are called here. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["int", "integer"],
  ["long", "integer"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["bool", "boolean"],
  ["str", "string"],
  ["text", "string"],
  ["date", "string with format: date"],
  ["datetime", "string with format: date-time"],
  ["date-time", "string with format: date-time"],
  ["uuid", "string with format: uuid"],
  ["email", "string with format: email"],
  ["list", "array"],
  ["map", "object"],
  ["dict", "object"],
]);

function numbers({ file, entries }: CheckedSchema): readonly Finding[] {
  return [...numberKeywords, ...sizeKeywords].flatMap((name): readonly Finding[] => {
    const entry = entries.get(name);
    if (entry === undefined) return [];
    const value = file.scalar(entry.value);
    if (typeof value === "boolean" && name.startsWith("exclusive")) return [];
    const isRight =
      typeof value === "number" && (!sizeKeywords.has(name) || (Number.isInteger(value) && value >= 0));
    return isRight
      ? []
      : [invalid(file.valueSpan(entry), `${name} must be a ${sizeKeywords.has(name) ? "whole " : ""}number`)];
  });
}

const pairs = [
  ["minimum", "maximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
] as const;

function limitPairs({ file, entries }: CheckedSchema): readonly Finding[] {
  return pairs.flatMap(([least, most]): readonly Finding[] => {
    const [low, high] = [entries.get(least), entries.get(most)];
    const [from, to] = [low, high].map((entry) => entry && file.scalar(entry.value));
    if (low === undefined || typeof from !== "number" || typeof to !== "number" || from <= to) return [];
    return [{ name: "schemaLimits", span: file.valueSpan(low), least, most }];
  });
}

function enumeration({ file, entries }: CheckedSchema): readonly Finding[] {
  const entry = entries.get("enum");
  if (entry === undefined) return [];
  const values = file.items(entry.value);
  if (values === undefined) return [invalid(file.valueSpan(entry), "enum must be a list")];
  if (values.length === 0)
    return [invalid(file.valueSpan(entry), "enum lists no value, so that nothing is valid")];
  const types = typesOf({ file, entries });
  const seen = new Set<string>();
  return values.flatMap((value): readonly Finding[] => {
    if (file.entries(value) !== undefined || file.items(value) !== undefined) return [];
    const text = JSON.stringify(file.scalar(value));
    const span = value === null ? entry.keySpan : file.span(value);
    if (!seen.has(text)) {
      seen.add(text);
      const type = typeOf(file.scalar(value));
      return types === undefined || types.has(type)
        ? []
        : [{ name: "enumType", span, text, types: [...types] }];
    }
    return [{ name: "schemaTwice", span, list: "enum", text }];
  });
}

/** The JSON types that a schema names; `undefined` if it names none, or others. */
function typesOf({
  file,
  entries,
}: Pick<CheckedSchema, "file" | "entries">): ReadonlySet<string> | undefined {
  const type = entries.get("type");
  if (type === undefined) return undefined;
  const names = (file.items(type.value) ?? [type.value]).map((value) => file.string(value) ?? "");
  if (!names.every((name) => typeNames.has(name))) return undefined;
  const isNullable = ["nullable", "x-nullable"].some((key) => {
    const entry = entries.get(key);
    return entry !== undefined && file.boolean(entry.value) === true;
  });
  return new Set([
    ...names.map((name) => (name === "integer" ? "number" : name)),
    ...(isNullable ? ["null"] : []),
  ]);
}

function required({ file, entries }: CheckedSchema): readonly Finding[] {
  const entry = entries.get("required");
  if (entry === undefined) return [];
  const names = file.items(entry.value);
  if (names === undefined) {
    const hint =
      file.boolean(entry.value) === undefined
        ? "Write the names of the required members as a list."
        : "Write the name of this member into the list required of the object that has it.";
    return [
      {
        ...invalid(
          file.boolean(entry.value) === undefined ? file.valueSpan(entry) : entry.keySpan,
          "required must be a list of names",
        ),
        hint,
      },
    ];
  }
  const seen = new Set<string>();
  return names.flatMap((value): readonly Finding[] => {
    const name = file.string(value);
    const span = value === null ? entry.keySpan : file.span(value);
    if (name === undefined) return [invalid(span, "required must be a list of names")];
    if (seen.has(name)) return [{ name: "schemaTwice", span, list: "required", text: name }];
    seen.add(name);
    return requiredName(
      { file, entries, isParameter: false },
      name,
      span,
      names.map((one) => file.string(one)),
    );
  });
}

/** A required member that `properties` does not list: a likely mistake if that lists a name much like it. */
function requiredName(
  { file, entries }: CheckedSchema,
  name: string,
  span: Span,
  all: readonly (string | undefined)[],
): readonly Finding[] {
  const properties = entries.get("properties");
  const listed = properties && file.entries(properties.value);
  if (listed === undefined || listed.some(({ key }) => key === name)) return [];
  const additional = entries.get("additionalProperties");
  const isClosed =
    additional !== undefined && file.boolean(additional.value) === false && !entries.has("patternProperties");
  const free = listed.map(({ key }) => key).filter((key) => !all.includes(key));
  const meant = nearest(name, free);
  if (isClosed) return [{ name: "requiredImpossible", span, member: name, nearest: meant }];
  return meant === undefined || name.length < 4
    ? []
    : [{ name: "requiredUnlisted", span, member: name, nearest: meant }];
}

/** Keywords about values of another type than the schema allows. */
function withoutEffect({ file, entries }: CheckedSchema): readonly Finding[] {
  const type = entries.get("type");
  const name = type && file.string(type.value);
  if (name === undefined || !typeNames.has(name)) return [];
  const own = name === "integer" ? "number" : name;
  return [...keywordsByType].flatMap(([other, keywords]): readonly Finding[] => {
    if (other === own) return [];
    const wrong = [...entries.values()].filter(({ key }) => keywords.has(key));
    return wrong.map(({ key, keySpan }) => ({
      name: "schemaWithoutEffect",
      span: keySpan,
      key,
      type: name,
      other,
    }));
  });
}

function format({ file, entries }: CheckedSchema): readonly Finding[] {
  const entry = entries.get("format");
  const name = entry && file.string(entry.value);
  if (entry === undefined || name === undefined || knownFormats.has(name)) return [];
  const plain = (text: string) => text.toLowerCase().replace(/[-_ ]/g, "");
  const meant = [...knownFormats].find((one) => plain(one) === plain(name));
  return meant === undefined
    ? []
    : [{ name: "schemaFormat", span: file.valueSpan(entry), format: name, nearest: meant }];
}

/** A dialect in which keywords may mean something else, which the validators know nothing of. */
export function dialect(file: YamlFile, entry: YamlEntry | undefined): readonly Finding[] {
  const name = entry && file.string(entry.value);
  if (entry === undefined || name === undefined) return [];
  return /^https?:\/\/(?:json-schema\.org|spec\.openapis\.org)\//.test(name)
    ? []
    : [{ name: "schemaDialect", span: file.valueSpan(entry), dialect: name }];
}

function patterns({ file, entries }: CheckedSchema): readonly Finding[] {
  const pattern = entries.get("pattern");
  const written = pattern && file.string(pattern.value);
  const named = entries.get("patternProperties");
  return [
    ...(pattern === undefined || written === undefined
      ? []
      : patternFindings(written, file.valueSpan(pattern))),
    ...((named && file.entries(named.value)) ?? []).flatMap((member) =>
      patternFindings(member.key, file.valueSpan(member)),
    ),
  ];
}

function patternFindings(pattern: string, span: Span): readonly Finding[] {
  if (ecmaScriptPattern(pattern) === undefined) return [{ name: "schemaPattern", span, pattern }];
  const inner = withoutDelimiters(pattern);
  return inner === undefined ? [] : [{ name: "schemaPatternSlashes", span, inner }];
}

/** Parts that are no schemas: whatever reads them would take them for schemas that allow everything. */
function innerSchemas({ file, entries }: CheckedSchema): readonly Finding[] {
  const isSchema = (value: YamlValue) =>
    file.isNull(value) || file.entries(value) !== undefined || file.boolean(value) !== undefined;
  return [...entries.values()].flatMap((entry): readonly Finding[] => {
    const { key, value } = entry;
    const items = file.items(value);
    const isList = schemaLists.has(key) || key === "items";
    if (isList && items !== undefined)
      return items.every(isSchema)
        ? []
        : [invalid(file.valueSpan(entry), `all that ${key} lists must be schemas`)];
    if (singleSchemas.has(key) && !isSchema(value))
      return [invalid(file.valueSpan(entry), `${key} must be a schema`)];
    const members = schemaMaps.has(key) ? (file.entries(value) ?? []) : [];
    return members
      .filter((member) => !isSchema(member.value))
      .map((member) => ({
        ...invalid(file.valueSpan(member), `${member.key} in ${key} must be a schema`),
        hint:
          member.key === "$ref"
            ? `A reference stands in the place of a schema, not of ${key}: write allOf: [{ $ref: … }].`
            : undefined,
      }));
  });
}

const knownFormats: ReadonlySet<string> = keywordsOf(
  "date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 " +
    "regex uuid json-pointer json-pointer-uri-fragment relative-json-pointer byte binary password int32 int64 float " +
    "double idn-email idn-hostname iri iri-reference",
);

function invalid(span: Span, reason: string): Finding & { readonly name: "schemaInvalid" } {
  return { name: "schemaInvalid", span, reason, hint: undefined };
}
