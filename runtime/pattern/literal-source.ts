import type { CharacterSet } from "./syntax.js";

const escapes: ReadonlyMap<number, string> = new Map([
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
]);

/** A character outside of brackets, as JavaScript writes it. */
export function literalSource(code: number): string {
  return source(code, /[\^$\\.*+?()[\]{}|/]/);
}

function memberSource(code: number): string {
  return source(code, /[\\\][^/-]/);
}

/** Characters that are invisible, or that move text, are written by their numbers. */
function source(code: number, special: RegExp): string {
  const named = escapes.get(code);
  if (named !== undefined) return named;
  const character = String.fromCodePoint(code);
  if (special.test(character)) return `\\${character}`;
  return /(?! )[\p{C}\p{Z}]/u.test(character) ? `\\u{${code.toString(16)}}` : character;
}

export function classSource({ ranges, classes, negated }: CharacterSet): string {
  const members = [
    ...classes,
    ...ranges.map(([from, to]) => {
      if (from === to) return memberSource(from);
      return `${memberSource(from)}${to === from + 1 ? "" : "-"}${memberSource(to)}`;
    }),
  ];
  const [only] = classes;
  if (ranges.length === 0 && classes.length === 1 && !negated && only !== undefined) return only;
  return `[${negated ? "^" : ""}${members.join("")}]`;
}
