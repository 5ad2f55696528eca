import { encodeBase64 } from "../../base/base64.js";
import type { ShownBody } from "./format.js";
import { maskedBody } from "./mask-body.js";
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
  const { text } = maskedBody(bytes, type, masks, isCut);
  if (text === undefined) {
    const content = encodeBase64(bytes.subarray(0, maxBody));
    return { ...base, content, encoding: "base64", isCut: isCut || bytes.byteLength > maxBody };
  }
  const content = masks.beginning(text, maxBody, isCut);
  return { ...base, content, encoding: "text", isCut: isCut || text.length > maxBody };
}
