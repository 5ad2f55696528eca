import { counted } from "../../base/counted.js";
import { spend } from "../../base/work.js";
import { JsonDocument } from "../../data/json/json-node.js";
import { jsonText } from "../../data/json/json-text.js";
import {
  type Found,
  isArray,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
  Selection,
  type Value,
} from "../../data/model/values.js";
import { json, string } from "../../data/xpath/convert.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { content } from "./content-functions.js";

/** `json-parse()`: the root element of the document; the empty node-set if the text is no JSON. */
export const jsonParse = /* @__PURE__ */ counted(
  { units: 2, call: 10 },
  (text: string): JsonObject | JsonArray | Selection | undefined => {
    const document = parsed(text);
    return document && jsonRoot(document);
  },
);

/** What is no JSON costs an error, which takes longer to make than most texts to read. */
function parsed(text: string): JsonDocument | undefined {
  const document = JsonDocument.parse(text);
  if (document === undefined) spend(100);
  return document;
}

/** The root element. */
export function jsonRoot(document: JsonDocument): JsonObject | JsonArray | Selection {
  const { value } = document;
  // A primitive by itself would be an XPath string, number or boolean, and no node.
  return typeof value === "object" && value !== null ? value : document.root;
}

/**
 * `json-doc()` of content: the root element, whatever the media type is; the empty node-set if the content is no JSON.
 */
export function jsonContent($: Context, id = ""): Value {
  const document = content($, id);
  if (document instanceof JsonDocument) return jsonRoot(document);
  const { main, contents } = $[state];
  return jsonParse((id === "" ? main : contents?.get(id))?.text ?? "");
}

/** `json-doc()` of the client's request body. */
export function jsonBody($: Context): Value {
  const value = $[state].bodyValue;
  return value instanceof JsonDocument ? jsonRoot(value) : jsonParse(typeof value === "string" ? value : "");
}

/** `json-stringify()`: the first node, or the string, number or boolean, as JSON; with `isPretty` on several lines. */
export const jsonStringify = /* @__PURE__ */ counted(
  { units: 4, call: 5 },
  (value: Value, isPretty = false): string => {
    return jsonText(json(value), isPretty ? 2 : undefined);
  },
);

/** `lookup()`: the member of that name as text, with arrays and objects as JSON; `otherwise` if there is none. */
export const lookup = /* @__PURE__ */ counted(
  { units: 64, call: 5 },
  (database: Found, key: string, otherwise = ""): string => {
    const isObject = typeof database === "object" && database !== null && !isArray(database);
    if (!isObject || database instanceof Selection) return otherwise;
    const value = member(database, key);
    if (value === undefined) return otherwise;
    return typeof value === "object" && value !== null ? jsonText(value) : string(value);
  },
);

const stepsPerRow = 10;

/**
 * `json-to-csv()` (RFC 4180): one line for each item of the array, which is an array or a flat object; member names are
 * left out. Empty for anything else, which is logged.
 */
export const jsonToCsv = /* @__PURE__ */ counted(
  { units: 4, call: 5 },
  ($: Context, nodes: Found): string => {
    const table = json(nodes);
    if (isArray(table)) spend(stepsPerRow * table.length);
    const records = isArray(table) ? table.map(record) : [undefined];
    if (!records.includes(undefined)) return records.join("");
    alert($, "json-to-csv", "Only an array of arrays or objects without structure inside can become CSV.");
    return "";
  },
);

function record(row: JsonValue): string | undefined {
  if (typeof row !== "object" || row === null) return undefined;
  const fields: readonly JsonValue[] = isArray(row) ? row : Object.values(row);
  if (fields.some((field) => typeof field === "object" && field !== null)) return undefined;
  return `${fields.map(csvField).join(",")}\r\n`;
}

function csvField(field: JsonValue): string {
  const text = string(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** `json-to-xml()`: the document node, whose child is `json`; the empty node-set if the text is no JSON. */
export const jsonToXml = /* @__PURE__ */ counted({ units: 2, call: 10 }, parsed);
