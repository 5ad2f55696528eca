import { nearest } from "../../../../runtime/environment/nearest.js";
import type { Span } from "../../../source/source-text.js";
import type { YamlEntry, YamlFile } from "../../yaml/yaml.js";
import { misspelt } from "./check-schema.js";
import { keywordsOf, knownKeywords } from "./keywords.js";

interface ParameterFinding {
  readonly span: Span;
  readonly what: "place" | "body" | "name" | "member" | "swagger" | "openapi" | "value" | "optional";
  readonly text: string;
  readonly nearest: string | undefined;
}

const swaggerPlaces = keywordsOf("path query header formData body");
const openApiPlaces = keywordsOf("path query header cookie");
const otherMembers = keywordsOf("required in name schema content description");
const collectionFormats = keywordsOf("csv ssv tsv pipes multi");
const styles = keywordsOf("matrix label form simple spaceDelimited pipeDelimited deepObject");

/** What is wrong with the form of a parameter. */
export function parameterFindings(
  file: YamlFile,
  entries: ReadonlyMap<string, YamlEntry>,
  whole: Span,
  isSwagger: boolean,
): readonly ParameterFinding[] {
  const text = (name: string) => {
    const entry = entries.get(name);
    return entry && file.string(entry.value);
  };
  const found: ParameterFinding[] = [];
  const place = entries.get("in");
  const places = isSwagger ? swaggerPlaces : openApiPlaces;
  const name = text("in") ?? "";
  const members = new Set([...knownKeywords, ...otherMembers]);
  for (const { key, keySpan, value } of entries.values()) {
    const meant =
      key.startsWith("x-") || key.startsWith("$") || members.has(key) ? undefined : misspelt(key, members);
    if (meant !== undefined && !entries.has(meant) && !file.isNull(value))
      found.push({ span: keySpan, what: "member", text: key, nearest: meant });
  }
  if (found.length > 0) return found;
  if (!entries.has("name") || place === undefined)
    return [{ span: whole, what: "name", text: entries.has("name") ? "in" : "name", nearest: undefined }];
  if (!isSwagger && (name === "body" || name === "formData"))
    return [{ span: file.valueSpan(place), what: "body", text: name, nearest: undefined }];
  if (!places.has(name))
    return [{ span: file.valueSpan(place), what: "place", text: name, nearest: nearest(name, places) }];
  const needed = entries.get("required");
  if (name === "path" && needed !== undefined && file.boolean(needed.value) === false)
    found.push({
      span: file.valueSpan(needed),
      what: "optional",
      text: text("name") ?? "",
      nearest: undefined,
    });
  const [type, schema] = [entries.get("type"), entries.get("schema")];
  if (isSwagger && name !== "body" && schema !== undefined && type === undefined)
    found.push({ span: schema.keySpan, what: "swagger", text: "schema", nearest: undefined });
  if (!isSwagger && type !== undefined && schema === undefined && !entries.has("content"))
    found.push({ span: type.keySpan, what: "openapi", text: "type", nearest: undefined });
  for (const [key, values] of [
    ["collectionFormat", collectionFormats] as const,
    ["style", styles] as const,
  ]) {
    const entry = entries.get(key);
    const value = text(key);
    if (entry !== undefined && value !== undefined && !values.has(value))
      found.push({
        span: file.valueSpan(entry),
        what: "value",
        text: value,
        nearest: nearest(value, values),
      });
  }
  return found;
}
