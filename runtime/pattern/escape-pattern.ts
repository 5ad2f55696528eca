import { pushAll } from "../base/push-all.js";
import type { TextReader } from "../base/text-reader.js";
import { complement, escapes, lastCodePoint, posix, property } from "./character-classes.js";
import { type CharacterSet, PatternError, type Range } from "./syntax.js";

/** The set of characters that an escape stands for. */
export interface EscapedSet {
  readonly ranges: readonly Range[];
  readonly classes: readonly string[];
}

/** Reads what follows a backslash. */
export class EscapeReader {
  constructor(private readonly reader: TextReader) {}

  /**
   * The group of a back reference, if one comes next.
   * @param groups how many groups have begun by now
   */
  reference(groups: number): number | string | undefined {
    const { reader } = this;
    const digits = /^[1-9]\d*/.exec(reader.ahead(5))?.[0];
    if (digits !== undefined && (digits.length === 1 || Number(digits) <= groups)) {
      reader.take(digits);
      return Number(digits);
    }
    const found = reader.match(/g(-?\d+)|g\{(-?\d+)\}|g\{([A-Za-z_]\w*)\}|k(?:\{(\w+)\}|<(\w+)>|'(\w+)')/y);
    if (found === undefined) {
      if (/^[gk][{<']/.test(reader.ahead(2)))
        throw new PatternError(`\\${reader.next} has no counterpart here`);
      return undefined;
    }
    const number = found[1] ?? found[2];
    if (number === undefined) return found[3] ?? found[4] ?? found[5] ?? found[6];
    const group = Number(number) < 0 ? groups + 1 + Number(number) : Number(number);
    if (group < 1) throw new PatternError(`there is no group ${number}`);
    return group;
  }

  /** Reads a character, as its code point, or a set of characters. */
  read(): number | EscapedSet {
    const { reader } = this;
    if (reader.atEnd) throw new PatternError("a backslash stands at its end");
    const octal = reader.match(/0[0-7]{0,2}|[1-7][0-7]{1,2}|o\{([0-7]+)\}/y);
    if (octal !== undefined) return codePoint(Number.parseInt(octal[1] ?? octal[0], 8));
    const hex = reader.match(/x\{([0-9a-fA-F]+)\}|x(?!\{)([0-9a-fA-F]{0,2})/y);
    if (hex !== undefined) return codePoint(Number.parseInt(hex[1] ?? (hex[2] || "0"), 16));
    const named = reader.match(/([pP])(?:\{(\^?)([^}]*)\}|([A-Z]))/y);
    if (named !== undefined) return namedSet(named);
    const letter = reader.skip();
    const control = controlCharacters.get(letter);
    if (control !== undefined) return control;
    if (letter === "c") return ((reader.skip().toUpperCase().codePointAt(0) ?? 0x40) & 0x7f) ^ 0x40;
    if ("dDwW".includes(letter)) return { ranges: [], classes: [`\\${letter}`] };
    const ranges = escapes.get(letter);
    if (ranges !== undefined) return { ranges, classes: [] };
    if ("CGKXgkLlouUpPx".includes(letter)) throw new PatternError(`\\${letter} has no counterpart`);
    return letter.codePointAt(0) ?? 0;
  }
}

const controlCharacters: ReadonlyMap<string, number> = new Map([
  ["a", 0x07],
  ["e", 0x1b],
  ["f", 0x0c],
  ["n", 0x0a],
  ["r", 0x0d],
  ["t", 0x09],
]);

function codePoint(code: number): number {
  if (!(code <= lastCodePoint)) throw new PatternError("there is no character with so high a number");
  return code;
}

function namedSet([, letter, caret, braced, single]: RegExpExecArray): EscapedSet {
  const name = braced ?? single ?? "";
  const source = /^[A-Za-z_&]+$/.test(name)
    ? property(name, (letter === "P") !== (caret === "^"))
    : undefined;
  if (source === undefined) throw new PatternError(`\\${letter}{${name}} has no counterpart`);
  return { ranges: [], classes: [source] };
}

/**
 * Reads a character set from behind its opening bracket to its end.
 * @throws PatternError
 */
export function parseSet(reader: TextReader, escapes: EscapeReader, anyCase: boolean): CharacterSet {
  const ranges: Range[] = [];
  const classes: string[] = [];
  const add = (found: EscapedSet) => {
    pushAll(ranges, found.ranges);
    pushAll(classes, found.classes);
  };
  const negated = reader.take("^");
  for (let isFirst = true; isFirst || !reader.take("]"); isFirst = false) {
    if (reader.atEnd) throw new PatternError("a bracket [ has no ]");
    if (reader.take("\\E")) continue;
    if (reader.take("\\Q")) {
      for (const character of reader.until("\\E") ?? reader.rest()) ranges.push(single(character));
      continue;
    }
    const from = member(reader, escapes);
    if (typeof from !== "number") {
      add(from);
      continue;
    }
    if (reader.ahead(1) !== "-" || reader.ahead(2) === "-]" || reader.ahead(2) === "-") {
      ranges.push([from, from]);
      continue;
    }
    reader.skip();
    const to = member(reader, escapes);
    if (typeof to !== "number") {
      ranges.push([from, from], single("-"));
      add(to);
      continue;
    }
    if (to < from) throw new PatternError("a range in brackets is in the wrong order");
    ranges.push([from, to]);
  }
  return { kind: "set", ranges, classes, negated, anyCase };
}

function single(character: string): Range {
  const code = character.codePointAt(0) ?? 0;
  return [code, code];
}

function member(reader: TextReader, escapes: EscapeReader): number | EscapedSet {
  const named = reader.match(/\[:(\^?)(\w+):\]/y);
  if (named !== undefined) return posixSet(named[2] ?? "", named[1] === "^");
  const collating = reader.match(/\[([.=])[^\]]*\1\]/y);
  if (collating !== undefined) throw new PatternError(`${collating[0]} has no counterpart`);
  if (!reader.take("\\")) return reader.skip().codePointAt(0) ?? 0;
  if (reader.take("b")) return 0x08;
  if (/^[NR]/.test(reader.ahead(1)))
    throw new PatternError(`\\${reader.next} has no meaning inside brackets`);
  return escapes.read();
}

function posixSet(name: string, negated: boolean): EscapedSet {
  const ranges = posix.get(name);
  if (ranges === undefined) throw new PatternError(`there is no class [:${name}:]`);
  return { ranges: negated ? complement(ranges) : ranges, classes: [] };
}
