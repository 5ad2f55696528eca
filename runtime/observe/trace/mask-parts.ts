import { decodePercent } from "../../base/percent-decode.js";
import { fieldParameters } from "../../http/field-syntax.js";
import { parameter } from "../../http/media-type.js";
import { hasValueOfAnother, namesAnother } from "../logs/secret-name.js";
import { type MaskedBody, oneCharacterEach, readText } from "./body-text.js";
import type { Masks } from "./masks.js";
import { shownField } from "./traced-credentials.js";

/** How many parts of a form are looked at, and characters of a field of one. */
const maxParts = 1_000;
const maxHead = 8_192;

type MaskBody = (bytes: Uint8Array, type: string, masks: Masks, isCut: boolean, depth: number) => MaskedBody;

/** A part of a form: the lines of its head, and its content. */
interface Part {
  readonly head: string;
  readonly fields: ReadonlyMap<string, string>;
  readonly name: string;
  readonly type: string;
  /** What it has in it, as far as it is text. */
  readonly text: string | undefined;
  readonly content: Uint8Array;
  /** The end of its last line; empty if it has been cut off. */
  readonly end: string;
  /** True if its name is not plain, or it is not one content as it is. */
  readonly isOdd: boolean;
}

/** A form in parts (RFC 7578), some of which may be no text. What is before and behind the parts is not kept. */
export function maskedParts(bytes: Uint8Array, type: string, masks: Masks, maskBody: MaskBody): MaskedBody {
  const whole = oneCharacterEach(bytes);
  const boundary = parameter(type, "boundary");
  const separator = `--${boundary}`;
  const [before = "", ...pieces] = boundary ? whole.split(separator, maxParts + 2) : [];
  if (!boundary || pieces.length > maxParts) return { text: masks.standIn(whole), isHidden: true };
  let at = before.length;
  const parts = pieces.map((piece) => {
    const start = at + separator.length;
    at = start + piece.length;
    if (!piece.startsWith("--")) return partOf(bytes.subarray(start, at), piece);
    return piece.trim() === "--" ? piece : `--\r\n${masks.standIn(piece)}`;
  });
  // `name=password` and `value=…`
  const isNamed = parts.some(
    (part) => typeof part === "object" && namesAnother(part.name) && masks.isSecretParameter(part.text ?? ""),
  );
  const shown = parts.map((part, index) => {
    if (typeof part === "string") return part;
    return part === undefined
      ? `\r\n${masks.standIn(pieces[index] ?? "")}\r\n`
      : shownPart(part, isNamed, masks, maskBody);
  });
  const text = [before.trim() === "" ? before : masks.standIn(before), ...shown].join(separator);
  return { text: masks.masked(text) };
}

/** `undefined` if its head cannot be read. */
function partOf(bytes: Uint8Array, piece: string): Part | undefined {
  const headEnd = piece.indexOf("\r\n\r\n");
  const { text: head } = readText(bytes.subarray(0, Math.max(headEnd, 0)), "") ?? {};
  if (headEnd < 0 || head === undefined) return undefined;
  const fields = new Map(
    head.split("\r\n").map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const { values } = fieldParameters(fields.get("content-disposition") ?? "");
  const type = fields.get("content-type") ?? "";
  const end = piece.endsWith("\r\n") ? "\r\n" : "";
  const content = bytes.subarray(headEnd + 4, bytes.length - end.length);
  return {
    ...{ head, fields, type, end, content },
    name: decodePercent(values.get("name")?.replace(/\\(.)/g, "$1") ?? ""),
    text: readText(content, type, end === "")?.text,
    // Parts of parts are not looked into. Another name may be there in a form of its own: `name*=…`.
    isOdd:
      /^multipart\//i.test(type) ||
      [...values.keys()].some((key) => key.endsWith("*")) ||
      !/^(?:7bit|8bit|binary)$/i.test(fields.get("content-transfer-encoding") ?? "binary"),
  };
}

function shownPart(part: Part, isNamed: boolean, masks: Masks, maskBody: MaskBody): string {
  const { head, fields, name, type, text, content, end, isOdd } = part;
  const isSecret = isOdd || masks.isSecretParameter(name) || (isNamed && hasValueOfAnother(name));
  if (isSecret) masks.remember(text ?? "");
  // The form is sent again in UTF-8.
  const read = isSecret ? undefined : maskBody(content, type, masks, end === "", 1);
  const shown = read?.isHidden || read?.charset === "utf-8" ? read.text : undefined;
  const shownFields = [...fields].flatMap(([field, value]) =>
    field === "" ? [] : [[field, value, shownField(field, value, masks, maxHead)] as const],
  );
  const isPlain = shownFields.every(([, value, kept]) => value === kept);
  const shownHead = isPlain ? head : shownFields.map(([field, , kept]) => `\r\n${field}: ${kept}`).join("");
  return `${shownHead}\r\n\r\n${shown ?? masks.standIn(text ?? oneCharacterEach(content))}${end}`;
}
