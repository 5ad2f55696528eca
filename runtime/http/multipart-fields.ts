import { spend } from "../base/work.js";
import type { Bytes } from "./body-bytes.js";
import { fieldParameters, isToken } from "./field-syntax.js";
import { checkFields, type Field, FieldLimitError, maxPartHead } from "./fields.js";
import { decode, decodeWhole, essence, isUnmarkedUtf8 } from "./media-type.js";

/** The fields of a form, and what is wrong with how it is written. */
export interface Form {
  readonly fields: readonly Field[];
  /** Why another reader may find other fields in the same bytes, as a sentence; `undefined` if none may. */
  readonly flaw: string | undefined;
}

/**
 * Reads `multipart/form-data` (RFC 7578). It takes all that can be understood, and notes the flaw of what readers
 * differ about: line ends, parts to skip, and what counts as a name.
 *
 * The cost is linear: a boundary has no line feed, so no byte is compared with it twice, and the end of a part's head
 * is looked for in that part alone.
 * @throws FieldLimitError
 */
export function multipartForm(bytes: Bytes, boundary: string): Form {
  // One character per byte, so that positions in the text are positions in `bytes`. The first delimiter may open the
  // body.
  const text = `\r\n${latin1.decode(bytes)}`;
  spend(text.length / charactersPerStep);
  const parts = new Parts(bytes, text);
  const isDelimiter = (at: number): boolean => text.startsWith(boundary, at + 3);
  let start: number | undefined;
  for (let at = text.indexOf("\n--"); at >= 0; at = text.indexOf("\n--", at + 1)) {
    if (!isDelimiter(at)) continue;
    if (text[at - 1] !== "\r") {
      parts.flaw ??= "A boundary stands after a line feed alone.";
      continue;
    }
    if (start !== undefined) parts.add(start, at - 1);
    else if (at > 1) parts.flaw ??= "There is something before the first boundary.";
    start = at + 3 + boundary.length;
    if (text.startsWith("--", start)) return parts.closed(start + 2);
    if (!text.startsWith("\r\n", start)) parts.flaw ??= "A boundary does not end its line.";
  }
  parts.flaw ??= "The last boundary is missing.";
  return parts;
}

const latin1 = new TextDecoder("latin1");

const charactersPerStep = 512;

/** The parts of a form, as they are found. */
class Parts implements Form {
  readonly fields: Field[] = [];
  flaw: string | undefined;
  readonly #bytes: Bytes;
  readonly #text: string;
  #count = 0;

  constructor(bytes: Bytes, text: string) {
    this.#bytes = bytes;
    this.#text = text;
  }

  /** Notes the flaw if something comes after the last boundary. */
  closed(at: number): Form {
    const rest = this.#text.length - at;
    if (rest > 2 || (rest > 0 && !this.#text.endsWith("\r\n")))
      this.flaw ??= "There is something after the last boundary.";
    return this;
  }

  /** A part between two boundaries. @throws FieldLimitError */
  add(start: number, end: number): void {
    checkFields(this.#count++);
    spend();
    const headEnd = this.#headEnd(start, end);
    const head = headEnd === undefined ? undefined : this.#head(start, headEnd);
    if (headEnd === undefined || head?.name === undefined) {
      this.flaw ??= "A part has no name.";
      return;
    }
    if (headEnd + 4 > end) this.flaw ??= "A part does not end.";
    const { name, mediaType, isFile } = head;
    if (isFile) {
      this.fields.push({ name, value: "", isFile });
      return;
    }
    const content = this.#slice(headEnd + 4, end);
    const value = decodeWhole(content, mediaType);
    const isClear = isUnmarkedUtf8(content, mediaType, value);
    this.fields.push(isClear ? { name, value } : { name, value, isUnclear: true });
  }

  /** Where the empty line after the head begins. */
  #headEnd(start: number, end: number): number | undefined {
    // The line end before the boundary may be the second line end of the empty line.
    const longest = Math.min(end + 2, start + maxPartHead + 4);
    const at = this.#text.slice(start, longest).indexOf("\r\n\r\n");
    if (at >= 0) return start + at;
    if (longest < end) throw new FieldLimitError(`The head of a part has more than ${maxPartHead} bytes.`);
    return undefined;
  }

  #head(start: number, end: number): PartHead {
    const bytes = this.#slice(start, end);
    const text = decode(bytes, undefined);
    const head = partHead(text);
    if (head.flaw !== undefined) this.flaw ??= head.flaw;
    else if (!isUnmarkedUtf8(bytes, undefined, text)) this.flaw ??= "The head of a part is no UTF-8.";
    return head;
  }

  #slice(start: number, end: number): Bytes {
    return this.#bytes.subarray(Math.max(start - 2, 0), Math.max(end - 2, 0));
  }
}

interface PartHead {
  readonly name: string | undefined;
  readonly mediaType: string | undefined;
  readonly isFile: true | undefined;
  readonly flaw: string | undefined;
}

/** @param text the lines of the head, after the rest of the boundary's line */
function partHead(text: string): PartHead {
  const fields = new Map<string, string>();
  let flaw: string | undefined;
  for (const line of text.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    const written = line.slice(0, Math.max(colon, 0));
    const field = written.trim().toLowerCase();
    if (!isToken(written) || fields.has(field) || /[\r\n\0]/.test(line))
      flaw ??= "The head of a part is malformed.";
    fields.set(field, line.slice(colon + 1).trim());
  }
  const disposition = fields.get("content-disposition") ?? "";
  const { values, isClear } = fieldParameters(disposition);
  const isPlain = isClear && [...values.keys()].every((name) => dispositionParameters.has(name));
  if (!values.has("name")) flaw ??= "A part has no name.";
  if (!isPlain || essence(disposition) !== "form-data") flaw ??= "The name of a part is malformed.";
  if (
    !plainEncodings.has(fields.get("content-transfer-encoding")?.toLowerCase()) ||
    fields.has("content-encoding")
  )
    flaw ??= "The content of a part is encoded.";
  return {
    // Browsers write a quote or line break in a name as %22, %0D or %0A (the HTML standard's multipart encoding).
    name: values.get("name")?.replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped)),
    mediaType: fields.get("content-type"),
    isFile: values.has("filename") || values.has("filename*") || undefined,
    flaw,
  };
}

/** Some readers take `name*` and `filename*` (RFC 2231) for these, too, although RFC 7578 §4.2 forbids them. */
const dispositionParameters: ReadonlySet<string> = new Set(["name", "filename"]);

/** Values of `Content-Transfer-Encoding` that leave the content as it is. */
const plainEncodings: ReadonlySet<string | undefined> = new Set([undefined, "7bit", "8bit", "binary"]);
