/** Rules for the header fields of messages (RFC 9110 §5, RFC 9112 §9.6), for requests and responses alike. */

/** RFC 9110 §5.6.2: what a field name and a method are made of. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** Visible Latin-1, spaces and tabs. Such a value cannot end its line and begin another field. */
export function isFieldValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/**
 * Fields that belong to one connection or say where a message ends. They are never taken from a flow. `host` is among
 * them, since `fetch` always sends the host of the URL.
 */
export function isConnectionField(lowerName: string): boolean {
  return connectionFields.has(lowerName);
}

const connectionFields: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The further fields that belong to the connection, because the message says so (RFC 9110 §7.6.1). */
export function connectionTokens(headers: Pick<Headers, "get">): ReadonlySet<string> {
  const field = headers.get("connection");
  return field === null ? noTokens : new Set(field.split(",").map((token) => token.trim().toLowerCase()));
}

const noTokens: ReadonlySet<string> = new Set();

/** The `;name=value` of a header field (RFC 9110 §5.6.6). */
export interface FieldParameters {
  /** Values by names in lower case, without quotes; of several with one name the first counts. Nothing is unescaped. */
  readonly values: ReadonlyMap<string, string>;
  /**
   * True if the parameters are written as the RFC wants them, each once and without escapes, so that all
   * readers find the same.
   */
  readonly isClear: boolean;
}

/** More than any media type or disposition has; further ones do not count. */
const maxParameters = 32;

const none: FieldParameters = { values: new Map(), isClear: true };

/** Reads the parameters of a field's value, which begin at its first `;`. */
export function fieldParameters(field: string): FieldParameters {
  const first = field.indexOf(";");
  if (first < 0) return none;
  const values = new Map<string, string>();
  let isClear = true;
  let left = maxParameters;
  for (let at = first; at < field.length; left--) {
    if (left === 0) return { values, isClear: false };
    const [whole = ";", name, equals, quoted, bare = ""] = matchAt(field, at) ?? [];
    at += whole.length;
    if (name !== undefined) {
      const key = name.toLowerCase();
      const value = quoted ?? bare.trimEnd();
      const isWritten = quoted === undefined ? isToken(value) : !quoted.includes("\\");
      if (!isWritten || equals !== "=" || !isToken(name) || values.has(key)) isClear = false;
      if (!values.has(key)) values.set(key, value);
    }
    if (at < field.length && field[at] !== ";") {
      isClear = false;
      const next = field.indexOf(";", at);
      at = next < 0 ? field.length : next;
    }
  }
  return { values, isClear };
}

/** Allows more than the RFC: spaces around `=`, and values that should have quotes. */
const parameter = /;[ \t]*(?:([^\s;="]+)([ \t]*=[ \t]*)(?:"([^"]*)"|([^;"]*)))?[ \t]*/y;

function matchAt(field: string, at: number): RegExpExecArray | null {
  parameter.lastIndex = at;
  return parameter.exec(field);
}

/**
 * A parameter of a media type, as the platform finds it (WHATWG MIME Sniffing §4.4): the first of this name that is well
 * written. A value in quotes may have any character, also `;` and, behind a backslash, a quote.
 * @param name in lower case
 */
export function mediaTypeParameter(mediaType: string, name: string): string | undefined {
  for (let at = mediaType.indexOf(";"); at >= 0 && at < mediaType.length; ) {
    const { key, equals } = keyAt(mediaType, at + 1);
    if (equals < 0) return undefined;
    if (mediaType[equals] === ";") {
      at = equals;
      continue;
    }
    const quoted = mediaType[equals + 1] === '"';
    const [value, end] = quoted ? quotedAt(mediaType, equals + 2) : bareAt(mediaType, equals + 1);
    if (key === name && isToken(key) && (quoted || value !== "") && isFieldValue(value)) return value;
    at = mediaType.indexOf(";", end);
  }
  return undefined;
}

/** The name that begins here, and where `=` or `;` ends it; -1 if nothing does. */
function keyAt(text: string, from: number): { readonly key: string; readonly equals: number } {
  let start = from;
  while (isSpace(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && text[end] !== "=" && text[end] !== ";") end++;
  return { key: text.slice(start, end).toLowerCase(), equals: end < text.length ? end : -1 };
}

/** A value, from behind its first quote on, which may have no other; and where it ends. */
function quotedAt(text: string, from: number): readonly [value: string, end: number] {
  let value = "";
  let at = from;
  for (; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === "\\" && at + 1 < text.length) at++;
    value += text[at];
  }
  return [value, at];
}

function bareAt(text: string, from: number): readonly [value: string, end: number] {
  const semicolon = text.indexOf(";", from);
  const end = semicolon < 0 ? text.length : semicolon;
  let last = end;
  while (last > from && isSpace(text.charCodeAt(last - 1))) last--;
  return [text.slice(from, last), end];
}

/** The white space that the platform takes off media types: spaces, tabs and line ends. */
export function withoutSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a || code === 0x0d;
}
