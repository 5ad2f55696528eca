import { writeJson } from "../../data/json/long-integers.js";
import { isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { mergeFields } from "../../observe/logs/merge-fields.js";
import { systemFields } from "../../observe/logs/system-fields.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** How many characters all custom fields of a request may have as JSON. */
const maxLength = 65_536;

/** The `log` action: adds to the custom fields of the access log. The engine's own fields cannot be changed. */
export function log($: Context, fields: JsonValue): void {
  if (!isObject(fields)) {
    alert($, "log", "The log fields must be an object; nothing was added.");
    return;
  }
  $[state].events?.say("log", () => fields);
  const own = Object.fromEntries(Object.entries(fields).filter(([name]) => !systemFields.has(name)));
  const { access } = $[state];
  const merged = merge(access.fields, own);
  if (merged === undefined)
    alert($, "log", "The log fields nest too deep or are too long; nothing was added.");
  else access.fields = merged;
}

/** `undefined` if the fields become too long or nest too deep. */
function merge(fields: JsonObject, added: JsonObject): JsonObject | undefined {
  try {
    const merged = mergeFields(fields, added);
    return writeJson(merged).length > maxLength ? undefined : merged;
  } catch {
    return undefined; // objects or arrays nest too deep
  }
}
