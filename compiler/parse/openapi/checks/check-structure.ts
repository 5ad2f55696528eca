import type { Span } from "../../../source/source-text.js";
import type { YamlEntry, YamlFile } from "../../yaml/yaml.js";
import { typeNames } from "./keywords.js";

/** A part of an API description. */
export type Part = "top" | "operation" | "body" | "response" | "schema";

type PartFinding =
  | { readonly name: "partForm"; readonly span: Span; readonly key: string; readonly expected: string }
  | {
      readonly name: "partOfOther";
      readonly span: Span;
      readonly key: string;
      readonly version: string;
      readonly instead: string;
    };

const list = "a list, with - before each of its entries";
const mapping = "a mapping of names to their values";

/** What the members of a part must be: without them, nothing is read of what they say. */
const forms: Readonly<Record<Part, ReadonlyMap<string, string>>> = {
  top: new Map([
    ["servers", list],
    ["consumes", list],
    ["produces", list],
    ["schemes", list],
    ["tags", list],
    ["definitions", mapping],
    ["components", mapping],
  ]),
  operation: new Map([
    ["parameters", list],
    ["consumes", list],
    ["produces", list],
    ["tags", list],
    ["servers", list],
    ["responses", mapping],
  ]),
  body: new Map([["content", mapping]]),
  response: new Map([
    ["content", mapping],
    ["headers", mapping],
  ]),
  schema: new Map([
    ["properties", mapping],
    ["patternProperties", mapping],
    ["allOf", list],
    ["anyOf", list],
    ["oneOf", list],
  ]),
};

const inContent = "Write content:, a media type such as application/json:, and schema: below it.";

/** Members that only the other version has, and what this one has for them. */
const ofSwagger: Readonly<Record<Part, ReadonlyMap<string, string>>> = {
  top: new Map(),
  operation: new Map([
    ["consumes", "Write the media types below requestBody: and content:."],
    ["produces", "Write the media types below content: of the responses."],
  ]),
  body: new Map([["schema", inContent]]),
  response: new Map([["schema", inContent]]),
  schema: new Map(),
};

const ofOpenApi: Readonly<Record<Part, ReadonlyMap<string, string>>> = {
  top: new Map([["servers", "Write host:, basePath: and schemes:."]]),
  operation: new Map([["requestBody", "Write a parameter with in: body and schema:."]]),
  body: new Map(),
  response: new Map([["content", "Write schema: in the response, and produces: in the operation."]]),
  schema: new Map(),
};

/** Finds members that have no effect: those of the other version, and those whose value has another form. */
export function structureFindings(
  file: YamlFile,
  entries: Iterable<YamlEntry>,
  part: Part,
  isSwagger: boolean,
): readonly PartFinding[] {
  const others = (isSwagger ? ofOpenApi : ofSwagger)[part];
  const version = isSwagger ? "Swagger 2.0" : "OpenAPI 3";
  return [...entries].flatMap((entry): readonly PartFinding[] => {
    const { key, keySpan, value } = entry;
    const instead = others.get(key);
    if (instead !== undefined) return [{ name: "partOfOther", span: keySpan, key, version, instead }];
    const expected = forms[part].get(key);
    if (expected === undefined || file.isNull(value)) return [];
    const isRight = (expected === list ? file.items(value) : file.entries(value)) !== undefined;
    return isRight ? [] : [{ name: "partForm", span: file.valueSpan(entry), key, expected }];
  });
}

/** A schema's members that are schemas themselves, though no keyword has their name: they belong into `properties`. */
export function strayProperties(
  file: YamlFile,
  entries: ReadonlyMap<string, YamlEntry>,
  isKnown: (key: string) => boolean,
): readonly YamlEntry[] {
  if (entries.has("properties") || entries.has("$ref")) return [];
  return [...entries.values()].filter(({ key, value }) => {
    if (isKnown(key) || key.startsWith("x-") || key.startsWith("$")) return false;
    const members = file.entries(value) ?? [];
    return members.some((member) => member.key === "type" && typeNames.has(file.string(member.value) ?? ""));
  });
}
