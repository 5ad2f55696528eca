import { encodeBase64 } from "../../base/base64.js";
import { isMedia, isUtf8 } from "./body-text.js";
import { type Body, type Fields, fieldValue } from "./exchange.js";
import { hiddenBody, maskedBody } from "./mask-body.js";
import type { Masks } from "./masks.js";
import { shownField, shownUrl } from "./traced-credentials.js";

/** How much of a message is kept. */
export interface Bounds {
  readonly fields: number;
  /** Characters of a URL, and of the name and the value of a field. */
  readonly characters: number;
  /** Characters of a body, or bytes of one that is no text. */
  readonly body: number;
  /** Bytes of a body that are looked at: for secrets that flows may copy, also those behind what is kept. */
  readonly searched: number;
}

export const traceBounds: Bounds = { fields: 200, characters: 8_192, body: 65_536, searched: 10_485_760 };

export const unbounded: Bounds = {
  fields: Infinity,
  characters: Infinity,
  body: Infinity,
  searched: Infinity,
};

/** A body as it was seen, as far as it was. */
export interface SeenBody {
  /** `undefined` for a body that nobody reads on its way. */
  readonly bytes?: Uint8Array | undefined;
  /** All bytes; `undefined` if nobody has counted them. */
  readonly length: number | undefined;
  /** True if there were more bytes, where their number does not say so. */
  readonly isCut?: boolean | undefined;
  /** True if it may have a content coding that nobody has undone. If nothing is said, it has that of its fields. */
  readonly isCoded?: boolean;
  /** True if it is the stand-in for one that was hidden when it was kept before. */
  readonly isHidden?: boolean | undefined;
}

export interface SeenMessage {
  readonly fields: Fields;
  readonly body?: SeenBody | undefined;
}

/** A message without secrets; the target of a request is a URL, or a path with a query. */
export function keptMessage<M extends SeenMessage & { readonly target?: string }>(
  message: M,
  masks: Masks,
  bounds: Bounds,
): Omit<M, "body"> & { readonly body?: Body } {
  const { target, fields, body } = message;
  const { characters } = bounds;
  return {
    ...message,
    ...(target && { target: shownUrl(target, masks, characters) }),
    fields: fields
      .slice(0, bounds.fields)
      .map(([name, value]) => [
        masks.beginning(name, characters),
        shownField(name, value, masks, characters),
      ]),
    body: body && keptBody(fields, body, masks, bounds), // which may repeat what these say
  };
}

/** @param fields of its message, which say what it is */
export function keptBody(
  fields: Fields,
  body: SeenBody,
  masks: Masks,
  { body: most, searched }: Bounds,
): Body | undefined {
  const { bytes: seen, length, isCut: isMore } = body;
  const { isCoded = fieldValue(fields, "content-encoding") !== "" } = body;
  if (length === 0) return undefined;
  if (seen === undefined) return { bytes: length, isCut: true };
  const bytes = seen.subarray(0, searched);
  const isBeginning = (isMore ?? seen.length < (length ?? 0)) || bytes.length < seen.length;
  const type = fieldValue(fields, "content-type");
  // What is compressed is a text in some character set, too.
  const isRead = !isCoded || masks.shows || isMedia(bytes, type) || isUtf8(bytes);
  const {
    text,
    charset,
    isHidden = body.isHidden,
  } = isRead ? maskedBody(bytes, type, masks, isBeginning) : hiddenBody(bytes, masks);
  const isLong = (text ?? bytes).length > most;
  return {
    text: isLong && text ? masks.beginning(text, most, isBeginning) : text,
    base64: text === undefined ? encodeBase64(bytes.subarray(0, most)) : undefined,
    charset: charset === "utf-8" ? undefined : charset,
    isHidden,
    bytes: length,
    isCut: isBeginning || isLong || undefined,
  };
}

/** A body that passes, and what is kept of it. */
export class PassingBody {
  readonly #pieces: Uint8Array[] = [];
  #kept = 0;
  #bytes = 0;

  add(piece: Uint8Array): void {
    this.#bytes += piece.byteLength;
    if (this.#kept >= traceBounds.body) return;
    // A copy: `slice` of Node's buffers keeps the whole piece in memory.
    const part = new Uint8Array(piece.subarray(0, traceBounds.body - this.#kept));
    this.#kept += part.byteLength;
    this.#pieces.push(part);
  }

  /** @param isOver true if all of it has passed */
  seen(isOver: boolean): SeenBody {
    const bytes = new Uint8Array(this.#kept);
    let at = 0;
    for (const piece of this.#pieces) {
      bytes.set(piece, at);
      at += piece.byteLength;
    }
    return { bytes, length: isOver ? this.#bytes : undefined, isCut: this.#bytes > this.#kept };
  }
}
