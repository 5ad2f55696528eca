import { charsetNamed, decodeIn, hasOneByteEach } from "../../http/charset.js";
import { essence, isHtml, isJson, isXml, parameter } from "../../http/media-type.js";

/** The text of a body, and the character set that makes the same bytes of it. */
export interface BodyText {
  readonly text: string;
  readonly charset: string;
}

/** A body without secrets. */
export interface MaskedBody {
  /** `undefined` if its bytes have no secret, and no text would make them again: those of a picture. */
  readonly text: string | undefined;
  /** The character set of the bytes that it was read from, also if nobody can write it. */
  readonly charset?: string;
  /** True if it cannot be read, so that a stand-in is all that is kept. */
  readonly isHidden?: true;
}

/**
 * Reads bytes as text: in the character set of their mark, in UTF-8, in that of the media type, or in what they look
 * like. `undefined` for what is no text, or in a character set that nobody here can read.
 * @param isCut true if half of a character may be at the end
 */
export function readText(bytes: Uint8Array, type: string, isCut = true): BodyText | undefined {
  const label = parameter(type, "charset");
  const named = label === undefined ? undefined : charsetNamed(label);
  if (label !== undefined && named === undefined) return undefined;
  for (const charset of charsetsOf(bytes, named)) {
    const text = decoded(bytes, charset, isCut);
    if (text === undefined || control.test(text)) continue;
    // Of ASCII that is said to be in UTF-16, nobody would find a name.
    if (charset.startsWith("utf-16") && isUtf8(bytes.subarray(2))) return undefined;
    return { text, charset };
  }
  return undefined;
}

/** Returns true if bytes are text in UTF-8. */
export function isUtf8(bytes: Uint8Array): boolean {
  return decoded(bytes, "utf-8", true)?.search(control) === -1;
}

/** Returns true if text in a character set becomes the same bytes again: no platform writes the large ones of Asia. */
export function isWritten(charset: string): boolean {
  return charset.startsWith("utf-") || hasOneByteEach(charset);
}

/** No text has them. C1 controls come where bytes are read in a character set that they are not in. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what it looks for
const control = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]/;

function charsetsOf(bytes: Uint8Array, named: string | undefined): readonly string[] {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return ["utf-16le"];
  if (first === 0xfe && second === 0xff) return ["utf-16be"];
  if (first === 0xef && second === 0xbb && third === 0xbf) return ["utf-8"];
  if (named !== undefined) return ["utf-8", named];
  return [
    "utf-8",
    ...(isWide(bytes, 1) ? ["utf-16le"] : isWide(bytes, 0) ? ["utf-16be"] : []),
    "windows-1252",
  ];
}

/** Returns true if each second byte is NUL, as in UTF-16 that has no characters but those of Latin-1. */
function isWide(bytes: Uint8Array, from: number): boolean {
  if (bytes.length < 4) return false;
  for (let at = from; at < bytes.length; at += 2) if (bytes[at] !== 0) return false;
  return true;
}

function decoded(bytes: Uint8Array, name: string, isCut: boolean): string | undefined {
  try {
    return hasOneByteEach(name) ? decodeIn(name, bytes, true) : decodeWhole(name, bytes, isCut);
  } catch {
    return undefined;
  }
}

/** Node decodes streams four times as slowly, so half of a character at the end is looked for last. */
function decodeWhole(name: string, bytes: Uint8Array, isCut: boolean): string {
  const decode = (stream: boolean) =>
    new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes, { stream });
  try {
    return decode(false);
  } catch (error) {
    if (isCut) return decode(true);
    throw error;
  }
}

/** Types that are text, though their names do not say so. */
const texts =
  /^(?:application\/(?:x-www-form-urlencoded|(?:x-)?(?:ndjson|jsonl|jsonlines|yaml|javascript|ecmascript|sh|toml)|json-seq|graphql|sql|jwt|jose|problem)|message\/http)$/;

/** Returns true if what is sent with this type is text, also where nobody says the type. */
export function isTextual(type: string): boolean {
  const name = essence(type);
  return (
    name === "" || name.startsWith("text/") || isJson(type) || isXml(type) || isHtml(type) || texts.test(name)
  );
}

/** The first bytes of pictures, sound, video and fonts, in which nothing has a name. */
const media: readonly string[] = [
  ...["\x89PNG", "\xff\xd8\xff", "GIF8", "BM", "RIFF", "II*\0", "MM\0*", "\0\0\x01\0"],
  ...["OggS", "ID3", "\xff\xf2", "\xff\xf3", "\xff\xfb", "fLaC", "\x1aE\xdf\xa3"],
  ...["wOFF", "wOF2", "OTTO", "\0\x01\0\0"],
];

/** Returns true if a body is what its type says: a picture, sound, a video or a font, which is no text whatever it begins with. */
export function isMedia(bytes: Uint8Array, type: string): boolean {
  if (!/^(?:image|audio|video|font)\//.test(essence(type))) return false;
  const first = String.fromCharCode(...bytes.subarray(0, 8));
  const isOne = first.startsWith("ftyp", 4) || media.some((start) => first.startsWith(start));
  return isOne && !isUtf8(bytes);
}

/** The text with a character for each byte. */
export function oneCharacterEach(bytes: Uint8Array): string {
  return latin1.decode(bytes);
}

const latin1 = new TextDecoder("latin1");
