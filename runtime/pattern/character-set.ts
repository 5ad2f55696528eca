import type { TextReader } from "../base/text-reader.js";
import { complement, posix } from "./character-classes.js";
import type { EscapedSet, EscapeReader } from "./escape-pattern.js";
import { type CharacterSet, PatternError, type Range } from "./syntax.js";

/**
 * Reads a character set from behind its opening bracket to its end.
 * @throws PatternError
 */
export function parseSet(reader: TextReader, escapes: EscapeReader, anyCase: boolean): CharacterSet {
  const ranges: Range[] = [];
  const classes: string[] = [];
  const add = (found: EscapedSet) => {
    ranges.push(...found.ranges);
    classes.push(...found.classes);
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
