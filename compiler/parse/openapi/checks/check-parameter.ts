import { nearest } from "../../../../runtime/base/nearest.js";
import type { Reporter } from "../../../diagnostics/reporter.js";
import { lineText, type Span } from "../../../source/source-text.js";
import { keywordsByType, keywordsOf, knownKeywords } from "../../schema/keywords.js";
import type { Located } from "../../yaml/references.js";
import type { YamlEntry } from "../../yaml/yaml.js";
import type { Version } from "../document/version.js";
import { meantKeyword, misspelt } from "./check-schema.js";

const members = new Set([...knownKeywords, ...keywordsOf("required in name schema content description")]);
const words = {
  collectionFormat: keywordsOf("csv ssv tsv pipes multi"),
  style: keywordsOf("matrix label form simple spaceDelimited pipeDelimited deepObject"),
};

/** Reports mistakes in the form of a parameter. */
export function checkParameter(
  parameter: Located,
  entries: ReadonlyMap<string, YamlEntry>,
  { isFlat, parameterPlaces: places }: Version,
  reporter: Reporter,
): void {
  const report = (span: Span, what: string, text: string, meant?: string) => {
    // Where requests are validated, this is an error already.
    if (!reporter.covers(span, "parameterIncomplete"))
      reporter.report(span, "parameterForm", { what, text, nearest: meant });
  };
  const text = (name: string) => entries.get(name)?.string;
  let isMisspelt = false;
  for (const entry of entries.values()) {
    const { key, keySpan, isNull } = entry;
    if (key.startsWith("x-") || key.startsWith("$") || members.has(key)) continue;
    const meant = (isFlat ? meantKeyword(entry, entries) : undefined) ?? misspelt(key, members);
    if (meant === undefined || entries.has(meant) || isNull) continue;
    report(keySpan, "member", key, meant);
    isMisspelt = true;
  }
  if (isMisspelt) return;
  const entry = entries.get("in");
  const place = text("in") ?? "";
  if (!entries.has("name") || entry === undefined) {
    report(parameter.span, "name", entries.has("name") ? "in" : "name");
    return;
  }
  if (!places.has(place)) {
    const isBody = !isFlat && (place === "body" || place === "formData");
    if (isBody) report(entry.valueSpan, "body", place);
    else report(entry.valueSpan, "place", place, nearest(place, places));
    return;
  }
  const required = entries.get("required");
  if (place === "path" && required !== undefined && required.boolean === false)
    report(required.valueSpan, "optional", text("name") ?? "");
  const [type, schema] = [entries.get("type"), entries.get("schema")];
  if (isFlat && place !== "body" && schema !== undefined && type === undefined)
    report(schema.keySpan, "schema", "schema");
  if (!isFlat && type !== undefined && schema === undefined && !entries.has("content"))
    report(type.keySpan, "type", "type");
  const isTyped =
    schema !== undefined || (isFlat ? type !== undefined && place !== "body" : entries.has("content"));
  const isUntyped = !isTyped && (type === undefined || place === "body");
  if (isUntyped) reporter.report(parameter.span, "parameterUntyped", { name: text("name") ?? "", isFlat });
  if (isFlat) checkList(entries, place, reporter);
  else if (schema !== undefined) checkUntyped(schema, reporter);
  for (const [key, known] of Object.entries(words)) {
    const value = entries.get(key);
    const word = text(key);
    if (value !== undefined && word !== undefined && !known.has(word))
      report(value.valueSpan, "value", word, nearest(word, known));
  }
}

/** Arrays that a parameter describes itself, and how they are written. */
function checkList(entries: ReadonlyMap<string, YamlEntry>, place: string, reporter: Reporter): void {
  const [type, items, format] = ["type", "items", "collectionFormat"].map((name) => entries.get(name));
  if (place === "body" || type?.string === undefined) return;
  if (type.string === "array" && items === undefined)
    reporter.report(type.valueSpan, "objectNeeds", { what: "type: array", name: "items" });
  if (type.string !== "array" && format !== undefined)
    reporter.report(format.keySpan, "schemaWithoutEffect", {
      ...{ key: "collectionFormat", type: type.string, other: "array" },
    });
}

/** Without a type, a parameter is a text, of which keywords about numbers and lists check nothing. */
function checkUntyped(schema: YamlEntry, reporter: Reporter): void {
  const members = schema.entries ?? [];
  const isTyped = members.some(({ key }) => typed.has(key));
  for (const [type, keywords] of keywordsByType)
    for (const { key, keySpan } of isTyped || type === "string" ? [] : members)
      if (keywords.has(key) && key !== "items") reporter.report(keySpan, "keywordUntyped", { key, type });
  const items = schema.find("items");
  if (items?.entries !== undefined) checkUntyped(items, reporter);
}

/** Keywords that say what a value may be, or lead to such. */
const typed = keywordsOf("type enum const $ref allOf anyOf oneOf not if then else properties");

/** Finds parameters that are there twice, and bodies that no request can have. `method`: of the operation. */
export function checkParameterList(
  items: readonly Located[],
  method: string | undefined,
  reporter: Reporter,
  consumes?: Located,
): void {
  const parameters = items.map(namedBy);
  const seen = new Map<string, Span>();
  for (const { name, place, span } of parameters) {
    if (name === undefined || place === undefined) continue;
    const key = JSON.stringify([place, name]);
    const other = seen.get(key);
    if (other === undefined) seen.set(key, span);
    else reporter.report(span, "parameterTwice", { name, place, line: lineText(other, span.source) });
  }
  checkConsumed(parameters, consumes, reporter);
  const [body, second] = parameters.filter(({ place }) => place === "body");
  const form = parameters.find(({ place }) => place === "formData");
  if (body === undefined) return;
  const other = second ?? form;
  if (other !== undefined) reporter.report(other.span, "bodyTwice", { isForm: second === undefined });
  if (method === "get" || method === "head")
    reporter.report(body.placeSpan, "bodyOfRead", { method: method.toUpperCase() });
}

/** Finds media types that the parameters of an operation contradict: forms of JSON, and JSON of forms. */
function checkConsumed(
  parameters: readonly ReturnType<typeof namedBy>[],
  consumes: Located | undefined,
  reporter: Reporter,
): void {
  const types = (consumes?.items ?? []).map(({ string = "" }) => string.toLowerCase());
  if (consumes === undefined || types.length === 0 || types.some((type) => type.includes("*"))) return;
  const isForm = (type: string) => type.includes("form");
  const wanted = (found: ReturnType<typeof namedBy>) => {
    if (found.place === "body")
      return types.every(isForm) ? "a media type such as application/json" : undefined;
    if (found.place !== "formData") return undefined;
    if (found.isFile) return types.includes("multipart/form-data") ? undefined : "multipart/form-data";
    return types.some(isForm) ? undefined : "application/x-www-form-urlencoded";
  };
  for (const parameter of parameters) {
    const media = wanted(parameter);
    if (media === undefined) continue;
    reporter.report(consumes.span, "consumedOtherwise", { name: parameter.name ?? "body", media });
    return;
  }
}

/** A parameter with the places of its name and its place, or of the reference to it. */
function namedBy(item: Located) {
  const spanAt = (name: string): Span => {
    const entry = ["$ref", name].map((key) => item.entries.find((one) => one.key === key)).find(Boolean);
    return entry === undefined ? item.span : entry.valueSpan;
  };
  const [name, place] = [item.get("name").string, item.get("in").string];
  const isFile = item.get("type").string === "file";
  return { name, place, isFile, span: spanAt("name"), placeSpan: spanAt("in") };
}
