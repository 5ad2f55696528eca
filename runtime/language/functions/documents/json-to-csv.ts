import { counted } from "../../../base/counted.js";
import { spend } from "../../../base/work.js";
import { type Found, isArray, type JsonValue } from "../../../data/model/values.js";
import { json, string } from "../../../data/xpath/convert.js";
import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";

const stepsPerRow = 10;

/**
 * `json-to-csv()` (RFC 4180): one line for each item of the array, which is an array or a flat object; member names are
 * left out. Empty for anything else, which is logged.
 */
export const jsonToCsv = counted({ units: 4, call: 5 }, ($: Context, nodes: Found): string => {
  const table = json(nodes);
  if (isArray(table)) spend(stepsPerRow * table.length);
  const records = isArray(table) ? table.map(record) : [undefined];
  if (!records.includes(undefined)) return records.join("");
  alert($, "json-to-csv", "Only an array of arrays or objects without structure inside can become CSV.");
  return "";
});

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
