import type { Reporter } from "../../../diagnostics/reporter.js";
import { keywordsOf, typeNames } from "../../schema/keywords.js";
import type { YamlEntry } from "../../yaml/yaml.js";

/** A part of an API description. */
export type Part = "top" | "operation" | "body" | "response" | "schema";

/** Members that must be lists, and those that must be mappings: otherwise nothing is read of them. */
const lists: Readonly<Record<Part, ReadonlySet<string>>> = {
  top: keywordsOf("servers consumes produces schemes tags"),
  operation: keywordsOf("parameters consumes produces tags servers"),
  body: new Set(),
  response: new Set(),
  schema: keywordsOf("allOf anyOf oneOf"),
};
const mappings: typeof lists = {
  top: keywordsOf("definitions components"),
  operation: keywordsOf("responses"),
  body: keywordsOf("content"),
  response: keywordsOf("content headers"),
  schema: keywordsOf("properties patternProperties"),
};

const inContent = "Write content:, a media type such as application/json:, and schema: below it.";

/** Members that only the other version has, by part, and what this one has for them. */
const ofSwagger: ReadonlyMap<string, string> = new Map([
  ["operation consumes", "Write the media types below requestBody: and content:."],
  ["operation produces", "Write the media types below content: of the responses."],
  ["body schema", inContent],
  ["response schema", inContent],
]);
const ofOpenApi: ReadonlyMap<string, string> = new Map([
  ["top servers", "Write host:, basePath: and schemes:."],
  ["operation requestBody", "Write a parameter with in: body and schema:."],
  ["response content", "Write schema: in the response, and produces: in the operation."],
]);

/** Reports members that have no effect: those of the other version, and those whose value has another form. */
export function checkStructure(
  entries: Iterable<YamlEntry>,
  part: Part,
  isSwagger: boolean,
  reporter: Reporter,
): void {
  for (const entry of entries) {
    const { key, keySpan } = entry;
    const instead = (isSwagger ? ofOpenApi : ofSwagger).get(`${part} ${key}`);
    const isList = lists[part].has(key);
    if (instead !== undefined) {
      const version = isSwagger ? "Swagger 2.0" : "OpenAPI 3";
      reporter.report(keySpan, "partOfOther", { key, version, instead });
    } else if ((isList || mappings[part].has(key)) && !entry.isNull) {
      const expected = isList
        ? "a list, with - before each of its entries"
        : "a mapping of names to their values";
      if ((isList ? entry.items : entry.entries) === undefined)
        reporter.report(entry.valueSpan, "partForm", { key, expected });
    }
  }
}

/** A schema's members that are schemas themselves, though no keyword has their name: they belong into `properties`. */
export function strayProperties(
  entries: ReadonlyMap<string, YamlEntry>,
  isKnown: (key: string) => boolean,
): readonly YamlEntry[] {
  if (entries.has("properties") || entries.has("$ref")) return [];
  return [...entries.values()].filter(({ key, entries: members = [] }) => {
    if (isKnown(key) || key.startsWith("x-") || key.startsWith("$")) return false;
    return members.some((member) => member.key === "type" && typeNames.has(member.string ?? ""));
  });
}
