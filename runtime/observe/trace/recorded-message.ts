import { encodeBase64 } from "../../base/base64.js";
import { readText } from "./body-text.js";
import { hiddenBody, maskedBody } from "./mask-body.js";
import type { Masks } from "./masks.js";
import type { RecordedBody, RecordedFields } from "./recording.js";
import { shownField } from "./traced-credentials.js";

/** A body as it was seen, as far as it was kept. */
export interface SeenBody {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** True if it may have a content coding that nobody has undone. */
  readonly isCoded?: boolean;
}

export function recordedFields(fields: RecordedFields, masks: Masks): RecordedFields {
  return fields.map(([name, value]) => [name, shownField(name, value, masks)]);
}

export function recordedBody(
  { bytes, length, isCoded = false }: SeenBody,
  type: string,
  masks: Masks,
): RecordedBody | undefined {
  if (length === 0) return undefined;
  const isCut = bytes.length < length;
  // What is compressed is a text in some character set, too.
  const isRead = !isCoded || masks.shows || readText(bytes, "")?.charset === "utf-8";
  const {
    text,
    charset = "utf-8",
    isHidden,
  } = isRead ? maskedBody(bytes, type, masks, isCut) : hiddenBody(bytes, masks);
  return {
    ...(text === undefined ? { base64: encodeBase64(bytes) } : { text }),
    ...(charset !== "utf-8" && { charset }),
    bytes: length,
    ...(isHidden && { isHidden }),
    ...(isCut && { isCut }),
  };
}
