import type { Range } from "./syntax.js";

export const lastCodePoint = 0x10ffff;

const space: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
];
const horizontal: readonly Range[] = [
  [0x09, 0x09],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x180e, 0x180e],
  [0x2000, 0x200a],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
];
const vertical: readonly Range[] = [
  [0x0a, 0x0d],
  [0x85, 0x85],
  [0x2028, 0x2029],
];

/** Escapes for sets that mean something else in JavaScript, or that it does not know. */
export const escapes: ReadonlyMap<string, readonly Range[]> = new Map([
  ["s", space],
  ["S", complement(space)],
  ["h", horizontal],
  ["H", complement(horizontal)],
  ["v", vertical],
  ["V", complement(vertical)],
  ["N", complement([[0x0a, 0x0a]])],
]);

const digit: Range = [0x30, 0x39];
const upper: Range = [0x41, 0x5a];
const lower: Range = [0x61, 0x7a];

/** `[:name:]`, in ASCII. */
export const posix: ReadonlyMap<string, readonly Range[]> = new Map<string, readonly Range[]>([
  ["alnum", [digit, upper, lower]],
  ["alpha", [upper, lower]],
  ["ascii", [[0x00, 0x7f]]],
  [
    "blank",
    [
      [0x09, 0x09],
      [0x20, 0x20],
    ],
  ],
  [
    "cntrl",
    [
      [0x00, 0x1f],
      [0x7f, 0x7f],
    ],
  ],
  ["digit", [digit]],
  ["graph", [[0x21, 0x7e]]],
  ["lower", [lower]],
  ["print", [[0x20, 0x7e]]],
  [
    "punct",
    [
      [0x21, 0x2f],
      [0x3a, 0x40],
      [0x5b, 0x60],
      [0x7b, 0x7e],
    ],
  ],
  ["space", space],
  ["upper", [upper]],
  ["word", [digit, upper, [0x5f, 0x5f], lower]],
  ["xdigit", [digit, [0x41, 0x46], [0x61, 0x66]]],
]);

/** All code points that are in none of the ranges, which must be in order and apart from each other. */
export function complement(ranges: readonly Range[]): readonly Range[] {
  const others: Range[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    if (from > next) others.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= lastCodePoint) others.push([next, lastCodePoint]);
  return others;
}

/**
 * `\p{name}` as JavaScript spells it. The name is a general category or a script; PCRE does not say which. `undefined`
 * for a property that JavaScript does not know.
 */
export function property(name: string, negated: boolean): string | undefined {
  const letter = negated ? "P" : "p";
  const spelled = name === "L&" ? "LC" : name;
  return [`\\${letter}{${spelled}}`, `\\${letter}{Script=${spelled}}`].find(isKnown);
}

function isKnown(source: string): boolean {
  try {
    return new RegExp(source, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
