import { type JsonObject, setMember } from "../data/model/values.js";

/** A pair of a query, a form or a `Cookie` field. */
export interface Field {
  readonly name: string;
  /** Empty for a file, which nobody reads. */
  readonly value: string;
  /** The value as it was sent, if something in it is percent-encoded: a delimiter that is, delimits nothing. */
  readonly encoded?: string;
  readonly isFile?: true;
  /** Set if another reader may find another name or value in the same bytes. */
  readonly isUnclear?: true;
}

/**
 * How many fields a query, form or `Cookie` field may have, empty ones included; browsers and frameworks stop at a
 * tenth of that.
 */
export const maxFields = 10_000;

/** Bytes that the head of a part of a form may have. */
export const maxPartHead = 8192;

/** A client sends more fields, or a longer head of a part, than honest clients do. */
export class FieldLimitError extends Error {
  override readonly name = "FieldLimitError";
}

/**
 * @param count how many fields came before
 * @throws FieldLimitError
 */
export function checkFields(count: number): void {
  if (count >= maxFields) throw new FieldLimitError(`There are more than ${maxFields} fields.`);
}

/** Fields as an object; the last value of a repeated name wins, also of the empty one. Files are left out. */
export function fieldsToObject(fields: readonly Field[]): JsonObject {
  const members: Record<string, string> = {};
  for (const { name, value, isFile } of fields) {
    if (isFile === undefined) setMember(members, name, value);
  }
  return members;
}

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

/**
 * The pairs of a query or of `application/x-www-form-urlencoded`, in their order, as the URL standard reads them: what
 * cannot be decoded stays, or becomes U+FFFD.
 * @throws FieldLimitError
 */
export function urlEncodedFields(encoded: string): readonly Field[] {
  if (encoded === latest.encoded) return latest.fields;
  const fields = pairFields(encoded);
  if (encoded.length <= longestKept) latest = { encoded, fields };
  return fields;
}

/** The query that was read last: what checks it and what shows it to the flow read the same one. */
let latest: { readonly encoded: string; readonly fields: readonly Field[] } = { encoded: "", fields: [] };
const longestKept = 1000;

function pairFields(encoded: string): readonly Field[] {
  const text = encoded.includes("+") ? withSpaces(encoded) : encoded;
  const fields: Field[] = [];
  let count = 0;
  for (let start = 0; start < text.length; count++) {
    checkFields(count);
    const ampersand = text.indexOf("&", start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) fields.push(pairField(text.slice(start, end)));
    start = end + 1;
  }
  return fields;
}

function pairField(pair: string): Field {
  const equals = pair.indexOf("=");
  const name = equals < 0 ? pair : pair.slice(0, equals);
  const value = equals < 0 ? "" : pair.slice(equals + 1);
  const clearName = decoded(name);
  const clearValue = decoded(value);
  if (clearName !== undefined && clearValue !== undefined)
    return value === clearValue
      ? { name: clearName, value }
      : { name: clearName, value: clearValue, encoded: value };
  return { name: clearName ?? lenient(name), value: clearValue ?? lenient(value), isUnclear: true };
}

/** Replaces plus signs by spaces. In a long text it does so among bytes, in a fiftieth of the time. */
function withSpaces(text: string): string {
  if (text.length < 1000) return text.replaceAll("+", " ");
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === plus) bytes[at] = space;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const plus = 43;
const space = 32;

/** `undefined` if the text is no percent-encoded UTF-8. */
function decoded(text: string): string | undefined {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes as the URL standard does, whatever the text is. Plus signs have been replaced before. */
function lenient(text: string): string {
  return new URLSearchParams(`=${text}`).get("") ?? "";
}
