import type { JsonObject } from "../data/model/values.js";
import { checkFields, type Field } from "./fields.js";

/**
 * The cookies of a `Cookie` field (RFC 6265 §4.2.1) in their order, without quotes; nothing is decoded.
 * @throws FieldLimitError
 */
export function cookieFields(field: string): readonly Field[] {
  const cookies: Field[] = [];
  let count = 0;
  for (let start = 0; start < field.length; count++) {
    checkFields(count);
    const semicolon = field.indexOf(";", start);
    const end = semicolon < 0 ? field.length : semicolon;
    const cookie = cookieField(field.slice(start, end));
    if (cookie !== undefined) cookies.push(cookie);
    start = end + 1;
  }
  return cookies;
}

/** Cookies by name. Of several with one name the first counts: user agents send the more specific path first (§5.4). */
export function parseCookies(field: string): JsonObject {
  const cookies: Record<string, string> = Object.create(null);
  for (const { name, value } of cookieFields(field)) {
    if (!Object.hasOwn(cookies, name)) cookies[name] = value;
  }
  return cookies;
}

/** `undefined` for a cookie without a name. */
function cookieField(pair: string): Field | undefined {
  const equals = pair.indexOf("=");
  const name = equals < 0 ? "" : pair.slice(0, equals).trim();
  if (name === "") return undefined;
  const value = pair.slice(equals + 1).trim();
  if (!value.startsWith('"')) return { name, value };
  const isQuoted = value.length > 1 && value.endsWith('"');
  // Older readers take a quote for the start of a value that may hold a semicolon (RFC 2109).
  return isQuoted ? { name, value: value.slice(1, -1) } : { name, value, isUnclear: true };
}
