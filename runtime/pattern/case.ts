import { pushAll } from "../base/push-all.js";
import { type CharacterSet, PatternError, type PatternNode, partsOf, type Range } from "./syntax.js";

/** How many characters of a range are looked at one by one. */
const maxRange = 2_048;

/**
 * Tells if the parts of a pattern to which case matters ignore it: all of them (`true`), none (`false`), some
 * (both), or there are no such parts (empty).
 */
export function casesOf(root: PatternNode): ReadonlySet<boolean> {
  const cases = new Set<boolean>();
  const pending: PatternNode[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === "literal" && variants(node.code).length > 1) cases.add(node.anyCase);
    else if (node.kind === "set" && hasCases(node)) cases.add(node.anyCase);
    else if (node.kind === "reference") cases.add(node.anyCase);
    else pushAll(pending, partsOf(node));
  }
  return cases;
}

/**
 * Returns true if case matters to a set. This is not exact: it does not matter to a range that has both cases
 * of all its characters.
 */
function hasCases({ ranges, classes }: CharacterSet): boolean {
  return (
    classes.some((one) => /^\\[pP]/.test(one)) ||
    ranges.some(
      ([from, to]) => to - from > maxRange || codes(from, to).some((code) => variants(code).length > 1),
    )
  );
}

/** The set, with each of its characters in every case. */
export function setInAnyCase(set: CharacterSet): CharacterSet {
  if (set.classes.some((one) => /^\\[pP]/.test(one)))
    throw new PatternError("a property cannot ignore case where other parts of the pattern do not");
  const ranges = set.ranges.flatMap(([from, to]): readonly Range[] => {
    if (to - from > maxRange)
      throw new PatternError("so large a range cannot ignore case where other parts of the pattern do not");
    const added = codes(from, to)
      .flatMap(variants)
      .filter((code) => code < from || code > to);
    return [[from, to], ...joined(added)];
  });
  return { ...set, ranges };
}

function codes(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/**
 * Characters, such as the long s, that JavaScript takes for others in any case, although they are neither their upper
 * nor their lower case.
 */
const furtherCharacters =
  "\u01c5\u01c8\u01cb\u01f2\u017f\u0345\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f4\u03f5\u1c80\u1c81\u1c82\u1c83\u1c84\u1c85\u1c86\u1c87\u1c88\u1e9b\u1e9e\u1fbe\u2126\u212a\u212b";

/** The character, and those that JavaScript takes for the same in any case. */
export function variants(code: number): readonly number[] {
  const character = String.fromCodePoint(code);
  const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
  if (lower === upper) return [code];
  const same = new RegExp(`^\\u{${code.toString(16)}}$`, "iu");
  const all = [
    character,
    lower,
    upper,
    lower.toUpperCase(),
    upper.toLowerCase(),
    ...furtherCharacters,
  ].filter((other) => same.test(other));
  return [...new Set(all.map((other) => other.codePointAt(0) ?? code))];
}

function joined(list: readonly number[]): readonly Range[] {
  const ranges: [number, number][] = [];
  for (const code of [...new Set(list)].sort((left, right) => left - right)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges;
}
