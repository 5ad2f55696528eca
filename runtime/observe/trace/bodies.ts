import { encodeBase64 } from "../../base/base64.js";
import { decodePercent } from "../../base/percent-decode.js";
import { fieldParameters } from "../../http/field-syntax.js";
import { essence, isHtml, isJson, isXml, parameter } from "../../http/media-type.js";
import type { ShownBody } from "./format.js";
import { maskedJson } from "./mask-json.js";
import { innerText, maskedText } from "./mask-text.js";
import { maskedPairs } from "./mask-url.js";
import { maskedXml } from "./mask-xml.js";
import type { Masks } from "./masks.js";
import { shownField } from "./traced-credentials.js";

/** How many bytes of a body are kept. */
export const maxBody = 65_536;

/** How many bytes of a longer body are looked at for secrets that flows may copy. */
const maxSearched = 10_485_760;

/** A body that passes, and what is kept of it. */
export class PassingBody {
  readonly #pieces: Uint8Array[] = [];
  #kept = 0;
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#bytes += piece.byteLength;
    if (this.#kept >= maxBody) return;
    // A copy: `slice` of Node's buffers keeps the whole piece in memory.
    const part = new Uint8Array(piece.subarray(0, maxBody - this.#kept));
    this.#kept += part.byteLength;
    this.#pieces.push(part);
  }

  shown(type: string, masks: Masks, isOver: boolean): ShownBody {
    const bytes = new Uint8Array(this.#kept);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.byteLength;
    }
    return shownBytes(bytes, type, masks, isOver ? this.#bytes : undefined, this.#bytes > this.#kept);
  }
}

/** A body that has been read. */
export function shownBody(body: Uint8Array | string, type: string, masks: Masks): ShownBody {
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return shownBytes(
    bytes.subarray(0, maxSearched),
    type,
    masks,
    bytes.byteLength,
    bytes.byteLength > maxSearched,
  );
}

/** A body that is about to be sent; `undefined` if it is empty. */
export function shownSentBody(
  body: Uint8Array | string | ReadableStream | null | undefined,
  type: string,
  masks: Masks,
): ShownBody | undefined {
  if (body instanceof ReadableStream) return unseenBody(type, masks);
  return body?.length ? shownBody(body, type, masks) : undefined;
}

/** A body that nobody reads on its way. */
export function unseenBody(type: string, masks: Masks, bytes?: number): ShownBody {
  return { type: masks.masked(type), bytes, content: undefined, encoding: "text", isCut: false };
}

function shownBytes(
  bytes: Uint8Array,
  type: string,
  masks: Masks,
  length: number | undefined,
  isCut: boolean,
): ShownBody {
  const base = { type: masks.beginning(type, 200), bytes: length };
  const text = maskedBody(bytes, type, masks);
  if (text === undefined && (masks.shows || isMedia(type))) {
    const content = encodeBase64(bytes.subarray(0, maxBody));
    return { ...base, content, encoding: "base64", isCut: isCut || bytes.byteLength > maxBody };
  }
  const masked = text ?? masks.hidden("");
  const content = masks.beginning(masked, maxBody, isCut);
  return { ...base, content, encoding: "text", isCut: isCut || masked.length > maxBody };
}

/** Returns true if nothing in a body has a name, such as in a picture. */
function isMedia(type: string): boolean {
  return /^(?:image|audio|video|font)\//.test(essence(type));
}

/** A body with masks, as its media type says or as it looks; `undefined` if it is no text. */
export function maskedBody(bytes: Uint8Array, type: string, masks: Masks, depth = 0): string | undefined {
  const name = essence(type);
  const text = textOf(bytes, type);
  if (text !== undefined && !masks.mayName(text)) return text;
  if (name.startsWith("multipart/") && !masks.shows) return maskedParts(bytes, type, masks);
  if (text === undefined) return undefined;
  const inner = innerText(masks, depth);
  if (name === "application/x-www-form-urlencoded") return maskedPairs(text, masks, inner);
  if (isJson(type)) return maskedJson(text, masks, inner);
  if (isXml(type) || isHtml(type)) return maskedXml(text, masks, inner);
  if (/^text\/(?:csv|tab-)/.test(name)) return maskedTable(text, masks);
  return maskedText(text, masks, depth);
}

/** `undefined` for what is no text. The last character may have been cut. */
function textOf(bytes: Uint8Array, type: string): string | undefined {
  const isMarked = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const charsets = isMarked
    ? [bytes[0] === 0xff ? "utf-16le" : "utf-16be"]
    : ["utf-8", parameter(type, "charset") ?? "utf-8"];
  for (const charset of charsets)
    try {
      const text = new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true });
      if (!text.includes("\0")) return text;
    } catch {
      // The next one may fit.
    }
  return undefined;
}

/** A table whose first line has the names. */
function maskedTable(text: string, masks: Masks): string {
  const [names = [], ...rows] = text.split("\n").map((line) => line.split(/[,;\t]/));
  const secret = names.flatMap((name, column) => (masks.isSecret(name) ? [column] : []));
  if (secret.length === 0) return maskedText(text, masks);
  for (const row of rows) for (const column of secret) masks.remember(row[column]?.trim() ?? "");
  return `${text.slice(0, text.indexOf("\n") + 1)}${masks.hidden("")}`;
}

const latin1 = new TextDecoder("latin1");

/** How many parts of a form are looked at, and characters of a field of one. */
const maxParts = 1_000;
const maxHead = 8_192;

/** A form in parts (RFC 7578), some of which may be no text. What is before and behind the parts is not kept. */
function maskedParts(bytes: Uint8Array, type: string, masks: Masks): string {
  const boundary = parameter(type, "boundary");
  if (!boundary) return masks.hidden("");
  const separator = `--${boundary}`;
  // One character for each byte.
  const [before = "", ...parts] = latin1.decode(bytes).split(separator, maxParts + 2);
  if (parts.length > maxParts) return masks.hidden("");
  let at = before.length;
  const shown = parts.map((part) => {
    const start = at + separator.length;
    at = start + part.length;
    if (part.startsWith("--")) return part.trim() === "--" ? part : `--\r\n${masks.hidden("")}`;
    return maskedPart(bytes.subarray(start, at), part.indexOf("\r\n\r\n"), masks);
  });
  return [before.trim() === "" ? before : masks.hidden(""), ...shown].join(separator);
}

/** @param headEnd where the empty line is; negative if there is none */
function maskedPart(bytes: Uint8Array, headEnd: number, masks: Masks): string {
  const head = textOf(headEnd < 0 ? bytes : bytes.subarray(0, headEnd), "");
  if (headEnd < 0 || head === undefined) return `\r\n${masks.hidden("")}\r\n`;
  const fields = new Map(
    head.split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const { values } = fieldParameters(fields.get("content-disposition") ?? "");
  const name = values.get("name")?.replace(/\\(.)/g, "$1") ?? "";
  const type = fields.get("content-type") ?? "";
  const encoding = fields.get("content-transfer-encoding") ?? "binary";
  const hasEnd = bytes.at(-2) === 13 && bytes.at(-1) === 10;
  const content = bytes.subarray(headEnd + 4, hasEnd ? -2 : undefined);
  // Parts of parts are not looked into. Another name may be there in a form of its own: `name*=…`.
  const isHidden =
    masks.isSecretParameter(decodePercent(name)) ||
    /^multipart\//i.test(type) ||
    [...values.keys()].some((key) => key.endsWith("*")) ||
    !/^(?:7bit|8bit|binary)$/i.test(encoding);
  const text = maskedBody(content, type, masks, 1);
  if (isHidden && text !== undefined) masks.remember(textOf(content, type) ?? "");
  const shown = isHidden || text === undefined ? masks.hidden("") : text;
  const shownFields = [...fields].flatMap(([field, value]) =>
    field === "" ? [] : [[field, value, shownField(field, value, masks, maxHead)] as const],
  );
  const isPlain = shownFields.every(([, value, kept]) => value === kept);
  const shownHead = isPlain ? head : shownFields.map(([field, , kept]) => `\r\n${field}: ${kept}`).join("");
  return `${shownHead}\r\n\r\n${shown}${hasEnd ? "\r\n" : ""}`;
}
