import { essence, isHtml, isJson, isXml, parameter } from "../http/media-type.js";
import { encodeBase64 } from "../text/base64.js";
import { shownPairs, shownUrls } from "./credentials.js";
import type { ShownBody } from "./format.js";
import { maskedJson } from "./mask-json.js";
import { maskedXml } from "./mask-xml.js";
import type { Masks } from "./masks.js";

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
    const part = piece.slice(0, maxBody - this.#kept);
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
  const shownType = masks.beginning(type, 200);
  const text = textOf(bytes, type);
  if (text === undefined) {
    const content = encodeBase64(bytes.subarray(0, maxBody));
    return {
      type: shownType,
      bytes: length,
      content,
      encoding: "base64",
      isCut: isCut || bytes.byteLength > maxBody,
    };
  }
  const masked = maskedText(text, type, masks);
  const content = masks.beginning(masked, maxBody, isCut);
  return {
    type: shownType,
    bytes: length,
    content,
    encoding: "text",
    isCut: isCut || masked.length > maxBody,
  };
}

/** `undefined` for what is no text. The last character may have been cut. */
function textOf(bytes: Uint8Array, type: string): string | undefined {
  try {
    const text = new TextDecoder(parameter(type, "charset") ?? "utf-8", { fatal: true }).decode(bytes, {
      stream: true,
    });
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A body with masks, by its media type or by what it looks like. */
function maskedText(text: string, type: string, masks: Masks): string {
  const first = text.trimStart().charAt(0);
  if (essence(type) === "application/x-www-form-urlencoded") return shownPairs(text, masks);
  if (essence(type).startsWith("multipart/")) return maskedParts(text, parameter(type, "boundary"), masks);
  const shown = shownUrls(text, masks);
  if (isJson(type) || "{[".includes(first)) return maskedJson(shown, masks);
  if (isXml(type) || isHtml(type) || first === "<") return maskedXml(shown, masks);
  return shown;
}

/** A form in parts (RFC 7578). */
function maskedParts(text: string, boundary: string | undefined, masks: Masks): string {
  if (boundary === undefined || boundary === "") return masks.hidden("");
  const separator = `--${boundary}`;
  return text
    .split(separator)
    .map((part) => maskedPart(part, masks))
    .join(separator);
}

function maskedPart(part: string, masks: Masks): string {
  const end = part.indexOf("\r\n\r\n");
  const head = end < 0 ? part : part.slice(0, end);
  const [, name = ""] = /[;\s]name\s*=\s*"?([^";\r\n]*)/i.exec(head) ?? [];
  if (end < 0) return part;
  const content = part.slice(end + 4).replace(/\r\n$/, "");
  const [, type = "text/plain"] = /^content-type:\s*([^\r\n]*)/im.exec(head) ?? [];
  // Parts of parts are not looked into.
  if (masks.isSecretParameter(name) || /^multipart\//i.test(type))
    return `${head}\r\n\r\n${masks.hidden(content)}\r\n`;
  return `${head}\r\n\r\n${maskedText(content, type, masks)}${part.endsWith("\r\n") ? "\r\n" : ""}`;
}
