import { encodeBase64 } from "../../base/base64.js";
import { maskedBody } from "./bodies.js";
import { innerText } from "./mask-text.js";
import { maskedUrl } from "./mask-url.js";
import type { Masks } from "./masks.js";
import type { RecordedBody, RecordedFields } from "./recording.js";

/** A body as it was seen, as far as it was kept. */
export interface SeenBody {
  readonly bytes: Uint8Array;
  readonly length: number;
}

export function recordedTarget(target: string, masks: Masks): string {
  return masks.masked(maskedUrl(target, masks, innerText(masks)));
}

/** Schemes of credentials and names of cookies stay: flows take the fields apart. */
export function recordedFields(fields: RecordedFields, masks: Masks): RecordedFields {
  return fields.map(([name, value]) => {
    if (!masks.isSecret(name)) return [name, masks.masked(value)];
    const lower = name.toLowerCase();
    if (lower === "cookie")
      return [
        name,
        value
          .split(/; */)
          .map((pair) => shownPair(pair, masks))
          .join("; "),
      ];
    if (lower === "set-cookie") {
      const [pair = "", ...attributes] = value.split(";");
      return [name, [shownPair(pair, masks), ...attributes].join(";")];
    }
    const [, scheme, rest = ""] = /^([\w-]+ +)(\S.*)$/s.exec(value) ?? [];
    return [name, scheme === undefined ? masks.hidden(value) : scheme + masks.hidden(rest)];
  });
}

function shownPair(pair: string, masks: Masks): string {
  const equals = pair.indexOf("=") + 1;
  return pair.slice(0, equals) + masks.hidden(pair.slice(equals));
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder("latin1");

/** The text of bytes; `undefined` if they are none in UTF-8. */
export function textIn(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export function recordedBody(
  { bytes, length }: SeenBody,
  type: string,
  masks: Masks,
): RecordedBody | undefined {
  if (length === 0) return undefined;
  const isCut = bytes.length < length;
  // A cut may go through a character. Parts of a form that are no text are lost where other parts have secrets.
  const isText = isCut || textIn(bytes) !== undefined;
  const hasSecrets = !isText && /^\s*multipart\//i.test(type) && masks.mayName(latin1.decode(bytes));
  const text = isText || hasSecrets ? maskedBody(bytes, type, masks) : undefined;
  const content = text === undefined ? { base64: encodeBase64(bytes) } : { text: masks.masked(text) };
  return { ...content, bytes: length, ...(isCut && { isCut }) };
}
