import { isObject, type JsonValue } from "../../data/model/values.js";
import { isConnectionField, isFieldValue, isToken } from "../../http/field-syntax.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { setStatus } from "./set-status.js";

/**
 * The `set-response-headers` action. Each member is a field, or several if it is an array; `null` removes the field. A
 * member `Status` sets the status unless the attribute does. What cannot be sent is left out, with an alert.
 */
export function setHeaders($: Context, fields: JsonValue, status?: number | string): void {
  $[state].events?.tell("set-response-headers", { kind: "output", to: "headers", value: () => fields });
  if (isObject(fields)) for (const name in fields) setField($, name, fields[name] as JsonValue);
  else alert($, "set-response-headers", "The header fields must be an object; nothing was set.");
  if (status !== undefined) setStatus($, status);
}

function setField($: Context, name: string, value: JsonValue): void {
  const lowerName = settableName(name);
  if (lowerName === "status") {
    if (value !== null)
      setStatus($, typeof value === "string" && value.trim() !== "" ? Number(value) : asNumber(value));
    return;
  }
  if (lowerName === undefined) {
    alert($, "set-response-headers", `The header field ${JSON.stringify(name)} cannot be set.`);
    return;
  }
  $[state].headers ??= new Map();
  const fields = $[state].headers;
  fields.delete(lowerName);
  if (value === null) return;
  const single = fieldValue(value);
  if (single !== undefined) {
    fields.set(lowerName, single);
    return;
  }
  const values = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
  const texts = values.map(fieldValue).filter((text) => text !== undefined);
  if (texts.length < values.length) {
    alert($, "set-response-headers", `A value of the header field ${name} cannot be sent and was left out.`);
  }
  const [first] = texts;
  if (first !== undefined) fields.set(lowerName, texts.length === 1 ? first : texts);
}

/** The names of fields that flows have set, in lower case; `undefined` for those that cannot be set. Clients may choose them. */
const settable = new Map<string, string | undefined>();
const mostKept = 200;
const longestKept = 100;

function settableName(name: string): string | undefined {
  const known = settable.get(name);
  if (known !== undefined) return known;
  const lowerName = name.toLowerCase();
  const found = isToken(name) && !isConnectionField(lowerName) ? lowerName : undefined;
  if (settable.size < mostKept && name.length <= longestKept) settable.set(name, found);
  return found;
}

function asNumber(value: JsonValue): number {
  return typeof value === "number" ? value : Number.NaN;
}

/** `undefined` if the value cannot be that of a field. */
function fieldValue(value: JsonValue): string | undefined {
  if (typeof value === "object") return undefined;
  const text = String(value).trim();
  return isFieldValue(text) ? text : undefined;
}
