import type { Bytes } from "./body-bytes.js";
import { decode, essence, parameter } from "./media-type.js";
import { type JsonObject, setMember } from "./values.js";

/**
 * Pairs as an object; the last value of a repeated name wins. Pairs without a name are dropped: no path could reach
 * them.
 */
export const pairsToObject = (pairs: Iterable<readonly [string, string]>): JsonObject => {
  const members: Record<string, string> = {};
  for (const [name, value] of pairs) if (name !== "") setMember(members, name, value);
  return members;
};

/** `a=1&b=x+y` decoded; a malformed `%` stays as it is. */
export const parseUrlEncoded = (text: string): JsonObject => pairsToObject(new URLSearchParams(text));

/** The text fields of a form body; `undefined` if the body is no form. */
export const parseForm = (bytes: Bytes, mediaType: string | undefined): JsonObject | undefined => {
  const pairs = formPairs(bytes, mediaType);
  return pairs && pairsToObject(pairs);
};

/**
 * The fields of a form body in their order; `undefined` if the body is no form.
 * @param withFiles whether files count, with an empty text for what is in them
 */
export const formPairs = (
  bytes: Bytes,
  mediaType: string | undefined,
  withFiles = false,
): Iterable<readonly [string, string]> | undefined => {
  switch (essence(mediaType)) {
    case "application/x-www-form-urlencoded":
      return new URLSearchParams(decode(bytes, mediaType));
    case "multipart/form-data": {
      const boundary = parameter(mediaType, "boundary");
      return boundary ? multipartFields(bytes, boundary, withFiles) : undefined;
    }
    default:
      return undefined;
  }
};

/**
 * RFC 7578. Works on a text with one character per byte, so that positions in it are
 * positions in `bytes`, from which names and values are decoded.
 */
function* multipartFields(
  bytes: Bytes,
  boundary: string,
  withFiles: boolean,
): Generator<readonly [string, string]> {
  const text = `\r\n${new TextDecoder("latin1").decode(bytes)}`; // the first delimiter may open the body
  const delimiter = `\r\n--${boundary}`;
  const slice = (start: number, end: number): Bytes =>
    bytes.subarray(Math.max(start - 2, 0), Math.max(end - 2, 0));
  let start = text.indexOf(delimiter);
  while (start >= 0) {
    const headStart = start + delimiter.length;
    const end = text.indexOf(delimiter, headStart);
    if (end < 0 || text.startsWith("--", headStart)) return;
    const headEnd = text.indexOf("\r\n\r\n", headStart);
    if (headEnd >= 0 && headEnd < end) {
      const head = partHead(decode(slice(headStart, headEnd), undefined));
      if (head?.isFile === false) yield [head.name, decode(slice(headEnd + 4, end), head.mediaType)];
      else if (head && withFiles) yield [head.name, ""];
    }
    start = end;
  }
}

interface PartHead {
  readonly name: string;
  readonly mediaType: string | undefined;
  readonly isFile: boolean;
}

/** What a part is; `undefined` for one without a name. */
const partHead = (head: string): PartHead | undefined => {
  let name: string | undefined;
  let isFile = false;
  let mediaType: string | undefined;
  for (const line of head.split("\r\n")) {
    const colon = line.indexOf(":");
    const field = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (field === "content-type") mediaType = value;
    if (field !== "content-disposition") continue;
    isFile = /;\s*filename\*?\s*=/i.test(value);
    const match = /;\s*name\s*=\s*(?:"([^"]*)"|([^;\s]*))/i.exec(value);
    // Browsers write a quote or line break in a name as %22, %0D, %0A (the HTML standard's multipart encoding).
    name = (match?.[1] ?? match?.[2])?.replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));
  }
  return name === undefined ? undefined : { name, mediaType, isFile };
};
