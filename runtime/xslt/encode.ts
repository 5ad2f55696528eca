import { spend } from "../base/work.js";
import { bytesIn } from "../http/charset.js";

/**
 * A text as bytes. A character that the encoding lacks becomes a character reference, as libxml2 writes it, wherever it
 * stands. An encoding that is not known is UTF-8, and so is one that the platform cannot decode.
 */
export function encoded(text: string, encoding: string): Uint8Array {
  const label = normalized(encoding);
  if (label === "utf-8") return utf8.encode(text);
  spend(text.length / unitsPerStep);
  if (label.startsWith("utf-16")) return utf16(text, label);
  const bytesOf = tableOf(label);
  return bytesOf === undefined ? utf8.encode(text) : legacy(text, bytesOf);
}

/** Returns true if `encoded()` knows the encoding; if not, its result is UTF-8. */
export function isEncoding(encoding: string): boolean {
  const label = normalized(encoding);
  return label === "utf-8" || /^utf-16(?:le|be)?$/.test(label) || tableOf(label) !== undefined;
}

/** How many UTF-16 units are encoded in one step. */
const unitsPerStep = 8;

const utf8 = new TextEncoder();

function normalized(encoding: string): string {
  const label = encoding.trim().toLowerCase();
  return aliases.get(label) ?? label;
}

const aliases: ReadonlyMap<string, string> = new Map([
  ["utf8", "utf-8"],
  ["ascii", "us-ascii"],
  ["latin1", "iso-8859-1"],
  ["latin-1", "iso-8859-1"],
  ["iso8859-1", "iso-8859-1"],
]);

/** Without `le` or `be`, a byte order mark says that the low byte comes first. */
function utf16(text: string, label: string): Uint8Array {
  const marked = label === "utf-16" ? `\ufeff${text}` : text;
  const bytes = new Uint8Array(2 * marked.length);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < marked.length; index++)
    view.setUint16(2 * index, marked.charCodeAt(index), label !== "utf-16be");
  return bytes;
}

/** The bytes of characters: one byte below 256, two bytes from there on. */
type Table = ReadonlyMap<string, number>;

function legacy(text: string, bytesOf: Table): Uint8Array {
  const bytes = new Uint8Array(lengthIn(text, bytesOf));
  let next = 0;
  for (const character of text) {
    const code = codeOf(character, bytesOf);
    if (code === undefined) for (const one of reference(character)) bytes[next++] = one.charCodeAt(0);
    else {
      if (code > 0xff) bytes[next++] = code >> 8;
      bytes[next++] = code & 0xff;
    }
  }
  return bytes;
}

function lengthIn(text: string, bytesOf: Table): number {
  let length = 0;
  for (const character of text) {
    const code = codeOf(character, bytesOf);
    length += code === undefined ? reference(character).length : code > 0xff ? 2 : 1;
  }
  return length;
}

function codeOf(character: string, bytesOf: Table): number | undefined {
  const unit = character.charCodeAt(0);
  return unit < 0x80 ? unit : bytesOf.get(character);
}

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

const tables = new Map<string, Table | undefined>();

/** The character that a decoder yields for bytes that mean nothing. */
const replacement = "\ufffd";

/** Encodings whose characters are all of one byte, and those with characters of two bytes. */
const oneByte = /^(?:iso-8859-\d{1,2}|windows-125[0-8]|windows-874|koi8-[ru]|macintosh|ibm866)$/;
const twoBytes: ReadonlySet<string> = new Set(["shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "big5"]);

function tableOf(label: string): Table | undefined {
  if (!oneByte.test(label) && label !== "us-ascii" && !twoBytes.has(label)) return undefined;
  if (!tables.has(label)) tables.set(label, newTable(label));
  return tables.get(label);
}

/** Platforms decode more encodings than they encode, so the table is the decoder's, turned around. */
function newTable(label: string): Table | undefined {
  if (label === "us-ascii") return new Map();
  if (oneByte.test(label)) return oneByteTable(label);
  const table = new Map<string, number>();
  const decode = decoder(label);
  if (decode === undefined) return undefined;
  const add = (bytes: readonly number[], code: number) => {
    const text = decode(bytes);
    const isOne = [...text].length === 1 && text !== replacement;
    if (isOne && !table.has(text)) table.set(text, code);
  };
  for (let byte = 0x80; byte < 0x100; byte++) add([byte], byte);
  for (let lead = 0x81; lead < 0xff; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) add([lead, trail], (lead << 8) | trail);
  return table;
}

/**
 * Where the Encoding Standard redefines the C1 controls of a part of ISO 8859, other readers of XML do not: its characters
 * become references.
 */
function oneByteTable(label: string): Table | undefined {
  const bytes = bytesIn(label);
  if (bytes === undefined || !label.startsWith("iso-8859-")) return bytes;
  const table = new Map([...bytes].filter(([, byte]) => byte >= 0xa0));
  for (let byte = 0x80; byte < 0xa0; byte++) table.set(String.fromCharCode(byte), byte);
  return table;
}

/** `undefined` if the platform does not know the encoding. */
function decoder(label: string): ((bytes: readonly number[]) => string) | undefined {
  try {
    const decoding = new TextDecoder(label);
    return (bytes) => decoding.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}
