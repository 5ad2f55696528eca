import { essence, isHtml, isJson, isXml } from "../../http/media-type.js";
import { hasValueOfAnother, namesAnother } from "../logs/secret-name.js";
import { isMedia, isTextual, isWritten, type MaskedBody, oneCharacterEach, readText } from "./body-text.js";
import { maskedJson, maskedJsonLines } from "./mask-json.js";
import { maskedParts } from "./mask-parts.js";
import { innerText, maskedText } from "./mask-text.js";
import { maskedPairs } from "./mask-url.js";
import { maskedXml } from "./mask-xml.js";
import type { Masks } from "./masks.js";

/**
 * A body with masks, as its media type says or as it looks. What cannot be read is not kept.
 * @param isCut true if it is only a beginning
 */
export function maskedBody(
  bytes: Uint8Array,
  type: string,
  masks: Masks,
  isCut: boolean,
  depth = 0,
): MaskedBody {
  if (/^multipart\//.test(essence(type)) && !masks.shows) return maskedParts(bytes, type, masks, maskedBody);
  if (isMedia(bytes, type)) return { text: undefined };
  const read = readText(bytes, type, isCut);
  if (read === undefined) return masks.shows ? { text: undefined } : hiddenBody(bytes, masks);
  const { text, charset } = read;
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const content = text.slice(mark.length);
  const { known } = masks;
  let masked = masks.shows ? content : maskedContent(content, type, masks, isCut, depth);
  // A secret may stand before the place that tells that it is one.
  if (masks.known !== known && masked !== undefined)
    masked = maskedContent(content, type, masks, isCut, depth);
  if (masked !== undefined && isWritten(charset)) return { text: mark + masked, charset };
  return mark + masked === text ? { text: undefined, charset } : hiddenBody(bytes, masks);
}

/** Longer bodies are no value that a flow copies. */
const maxCopied = 8_192;

/** A body that nobody can read here. A flow may copy it as a whole. */
export function hiddenBody(bytes: Uint8Array, masks: Masks): MaskedBody {
  const text = oneCharacterEach(bytes);
  if (bytes.byteLength <= maxCopied)
    for (const copied of [text, new TextDecoder().decode(bytes)]) masks.remember(copied);
  return { text: masks.standIn(text), isHidden: true };
}

/** A text as its type says or as it looks; `undefined` if it may have secrets that nobody can find. */
function maskedContent(
  text: string,
  type: string,
  masks: Masks,
  isCut: boolean,
  depth: number,
): string | undefined {
  // The text of a program that nobody knows says nothing of its names.
  if (!isTextual(type) && !/^\s*[{[<]/.test(text)) return undefined;
  if (!masks.mayName(text)) {
    const masked = masks.masked(text, isCut);
    if (masked === text || !isJson(type)) return masked;
  }
  const inner = innerText(masks, depth);
  const name = essence(type);
  if (isJson(type) && /^\s*[{["]/.test(text))
    return maskedJson(text, masks, inner, isCut) ?? maskedJsonLines(text, masks, inner);
  const shown =
    name === "application/x-www-form-urlencoded"
      ? maskedPairs(text, masks, inner)
      : isXml(type) || isHtml(type)
        ? maskedXml(text, masks, inner)
        : /^text\/(?:csv|tab-)/.test(name)
          ? maskedTable(text, masks)
          : maskedText(text, masks, depth, isCut);
  return masks.masked(shown, isCut);
}

function unquoted(cell: string): string {
  return cell.trim().replace(/^"|"$/g, "");
}

/** A table whose first line has the names. */
function maskedTable(text: string, masks: Masks): string {
  const [names = [], ...rows] = text.split("\n").map((line) => line.split(/[,;\t]/));
  const isNamed = rows.some((row) =>
    row.some((cell, column) => namesAnother(names[column] ?? "") && masks.isSecret(unquoted(cell))),
  );
  const secret = names.flatMap((name, column) =>
    masks.isSecret(unquoted(name)) || (isNamed && hasValueOfAnother(name)) ? [column] : [],
  );
  if (secret.length === 0) return maskedText(text, masks);
  for (const row of rows) for (const column of secret) masks.remember(unquoted(row[column] ?? ""));
  const head = text.indexOf("\n") + 1;
  return `${text.slice(0, head)}${masks.standIn(text.slice(head))}`;
}
