/**
 * Character sets as the Encoding Standard has them (https://encoding.spec.whatwg.org), whatever the runtime makes of their
 * names: Node 20 decodes windows-1252 as ISO 8859-1, Node 22 a few others wrongly, and Node without ICU hardly any.
 */

/** The name of the set that a label stands for; `undefined` if the runtime does not know it. */
export function charsetNamed(label: string): string | undefined {
  const name = label.trim().toLowerCase();
  if (name === "utf-8" || name === "utf8") return "utf-8";
  if (windows1252Labels.has(name)) return "windows-1252";
  if (ownLabels.has(name)) return "iso-8859-16";
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return undefined;
  }
}

const windows1252Labels: ReadonlySet<string> = new Set(
  "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252".split(
    " ",
  ),
);

const ownLabels: ReadonlySet<string> = new Set(["iso-8859-16"]);

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Decodes bytes in the set with this name. A byte order mark is a character.
 * @throws TypeError for bytes that mean nothing in the set, if `isFatal`; else they become U+FFFD
 */
export function decodeIn(name: string, bytes: Uint8Array, isFatal = false): string {
  if (name === "utf-8") return (isFatal ? strictUtf8 : utf8).decode(bytes);
  if (!corrections.has(name)) return new TextDecoder(name, { fatal: isFatal, ignoreBOM: true }).decode(bytes);
  const text = mapped(bytes, unitsIn(name) as Uint16Array);
  if (isFatal && text.includes(unmapped)) throw new TypeError(`There is something that is not ${name}.`);
  return text;
}

/** Returns true if each byte of the set with this name is a character. */
export function hasOneByteEach(name: string): boolean {
  return name !== "utf-8" && unitsIn(name) !== undefined;
}

/** The byte of each character beyond ASCII in a set of one byte each; `undefined` for other sets and unknown labels. */
export function bytesIn(label: string): ReadonlyMap<string, number> | undefined {
  const name = charsetNamed(label);
  if (name === undefined || name === "utf-8") return undefined;
  if (!inverted.has(name)) inverted.set(name, newBytes(name));
  return inverted.get(name);
}

const inverted = new Map<string, ReadonlyMap<string, number> | undefined>();

function newBytes(name: string): ReadonlyMap<string, number> | undefined {
  const units = unitsIn(name);
  if (units === undefined) return undefined;
  const bytes = new Map<string, number>();
  for (let byte = 0x80; byte < units.length; byte++) {
    const character = String.fromCharCode(units[byte] as number);
    if (character !== unmapped) bytes.set(character, byte);
  }
  return bytes;
}

/** The character of bytes that mean nothing. */
const unmapped = "\ufffd";

/** Sets that runtimes decode otherwise, and what stands where they do, from a byte on. */
const corrections: ReadonlyMap<string, readonly (readonly [from: number, characters: string])[]> = new Map([
  ["windows-1252", [[0x80, "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ"]]],
  ["windows-1253", [[0xaa, unmapped]]],
  ["windows-1255", [[0xca, "\u05ba"]]],
  [
    "windows-874",
    [
      [0xdb, unmapped.repeat(4)],
      [0xfc, unmapped.repeat(4)],
    ],
  ],
  [
    "koi8-u",
    [
      [0xae, "ў"],
      [0xbe, "Ў"],
    ],
  ],
  [
    "ibm866",
    [
      [0x1a, "\x1a"],
      [0x1c, "\x1c"],
      [0x7f, "\x7f"],
    ],
  ],
  [
    "iso-8859-16",
    [
      [
        0xa1,
        "ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ",
      ],
    ],
  ],
]);

/** The sets whose tables are whole above: their other bytes are code points. */
function isWhole(name: string): boolean {
  return name === "windows-1252" || name === "iso-8859-16";
}

/** By name. Their number is bounded by that of the sets. */
const known = new Map<string, Uint16Array | undefined>();

/** The characters of all 256 bytes, as UTF-16; `undefined` if the set has not one for each. */
function unitsIn(name: string): Uint16Array | undefined {
  if (!known.has(name)) known.set(name, newUnits(name));
  return known.get(name);
}

function newUnits(name: string): Uint16Array | undefined {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const text = isWhole(name) ? String.fromCharCode(...all) : new TextDecoder(name).decode(all);
  if (text.length !== all.length || name.startsWith("utf-")) return undefined;
  const units = Uint16Array.from(text, (character) => character.charCodeAt(0));
  for (const [from, right] of corrections.get(name) ?? [])
    for (let index = 0; index < right.length; index++) units[from + index] = right.charCodeAt(index);
  return units;
}

/** Characters that are made by one call. */
const piece = 8192;

function mapped(bytes: Uint8Array, units: Uint16Array): string {
  const found = new Uint16Array(Math.min(piece, bytes.length));
  let text = "";
  for (let start = 0; start < bytes.length; start += piece) {
    const length = Math.min(piece, bytes.length - start);
    for (let index = 0; index < length; index++)
      found[index] = units[bytes[start + index] as number] as number;
    text += String.fromCharCode(...found.subarray(0, length));
  }
  return text;
}
