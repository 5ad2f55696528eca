import { setInAnyCase, variants } from "./case.js";
import { complement, lastCodePoint } from "./character-classes.js";
import { quantifier } from "./emit.js";
import {
  type CharacterSet,
  isCharacter,
  type ParsedPattern,
  PatternError,
  type PatternNode,
  partsOf,
  type Range,
  type RepeatNode,
} from "./syntax.js";

/** Returns true if a part can match without taking a character. */
export function isNullable(node: PatternNode): boolean {
  switch (node.kind) {
    case "literal":
    case "set":
    case "any":
      return false;
    case "sequence":
      return node.items.every(isNullable);
    case "choice":
      return node.branches.some(isNullable);
    case "capture":
    case "atomic":
      return isNullable(node.body);
    case "repeat":
      return node.least === 0 || isNullable(node.body);
    default:
      return true;
  }
}

/** How many characters and conditions a part has once its repetitions are written out. */
export function sizeOf(node: PatternNode): number {
  if (node.kind === "repeat")
    return 1 + sizeOf(node.body) * Math.max(1, Number.isFinite(node.most) ? node.most : node.least);
  return partsOf(node).reduce((size, part) => size + sizeOf(part), 1);
}

/** A pattern for an engine with linear time (RE2). */
export interface LinearForm {
  /** Groups with names `end…` stand behind the end of a match: a line feed that may follow it, but is no part of it. */
  readonly source: string;
  /** True if its groups capture what JavaScript's do, because none is repeated. */
  readonly hasGroups: boolean;
}

/** RE2's own limit for repetitions. */
const maxRepeats = 1_000;
/** How many characters and classes there may be once repetitions are written out. */
const maxSize = 5_000;

/**
 * The pattern in the language of RE2, with the same matches. `undefined` if RE2 cannot express it: lookarounds,
 * references, and parts that are tried only once. Case and classes are spelled out, so that nothing depends on how
 * another engine understands them.
 * @param ignoresCase true if the JavaScript has the flag `i`
 */
export function linearForm({ root }: ParsedPattern, ignoresCase: boolean): LinearForm | undefined {
  if (sizeOf(root) > maxSize) return undefined;
  const writer = new LinearWriter(ignoresCase);
  try {
    return { source: writer.write(root), hasGroups: writer.hasGroups };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

function inexpressible(): never {
  throw new PatternError("RE2 has no words for it");
}

class LinearWriter {
  hasGroups = true;
  #ends = 0;
  #isRepeated = false;

  constructor(private readonly ignoresCase: boolean) {}

  write(root: PatternNode): string {
    return this.#node(root, true, false);
  }

  /**
   * @param isLast true if nothing comes after it
   * @param isFollowed true if some character has to come after it
   */
  #node(node: PatternNode, isLast: boolean, isFollowed: boolean): string {
    switch (node.kind) {
      case "literal":
        return this.#literal(node.code, node.anyCase);
      case "set":
        return this.#set(node);
      case "any":
        return "(?s:.)";
      case "assertion":
        return this.#assertion(node.source, isLast, isFollowed);
      case "sequence":
        return node.items
          .map((item, index) => this.#item(node.items, item, index, isLast, isFollowed))
          .join("");
      case "choice":
        return node.branches.map((branch) => this.#node(branch, isLast, isFollowed)).join("|");
      case "capture":
        if (this.#isRepeated) this.hasGroups = false;
        return `(${this.#node(node.body, isLast, isFollowed)})`;
      case "repeat":
        return this.#repeat(node, isLast);
      default:
        return inexpressible();
    }
  }

  #item(
    items: readonly PatternNode[],
    item: PatternNode,
    index: number,
    isLast: boolean,
    isFollowed: boolean,
  ): string {
    const rest = items.slice(index + 1);
    const text = this.#node(
      item,
      isLast && rest.length === 0,
      isFollowed || rest.some((next) => !isNullable(next)),
    );
    return item.kind === "choice" ? `(?:${text})` : text;
  }

  #literal(code: number, anyCase: boolean): string {
    const codes = this.ignoresCase || anyCase ? variants(code) : [code];
    return codes.length === 1 ? written(code) : classOf(codes.map((one) => [one, one]));
  }

  #set(set: CharacterSet): string {
    if (set.ranges.length === 0 && set.classes.length === 0) return inexpressible();
    if (!this.ignoresCase && !set.anyCase) return classOf(set.ranges, set.classes, set.negated);
    if (set.classes.some((one) => one !== "\\d" && one !== "\\w")) return inexpressible();
    const ranges = set.classes.includes("\\w") ? [...set.ranges, ...word] : set.ranges;
    return classOf(inAnyCase(ranges), set.classes, set.negated);
  }

  #assertion(source: string, isLast: boolean, isFollowed: boolean): string {
    switch (source) {
      case "^":
        return "^";
      case "$":
        return "\\z";
      case "(?=\\n?$)":
        return isLast ? `(?P<end${this.#ends++}>\\n?\\z)` : inexpressible();
      case "(?=\\n|$)":
        return "(?m:$)";
      // RE2 also finds the start of a line at the very end.
      case "(?:^|(?<=\\n)(?=[^]))":
        return isFollowed ? "(?m:^)" : inexpressible();
      case "\\b":
      case "\\B":
        return this.ignoresCase ? inexpressible() : source;
      default:
        return inexpressible();
    }
  }

  #repeat(repeat: RepeatNode, isLast: boolean): string {
    const { least, most, mode } = repeat;
    if (mode === "possessive") return inexpressible();
    const body = agrees(repeat) ? repeat.body : loopWithin(repeat);
    const bound = Number.isFinite(most) ? most : least;
    if (bound > maxRepeats) return inexpressible();
    const wasRepeated = this.#isRepeated;
    this.#isRepeated ||= most > 1;
    const inner = this.#node(body, isLast && most <= 1, false);
    this.#isRepeated = wasRepeated;
    const from = body === repeat.body ? least : 0;
    const atom = isAtom(body) ? inner : `(?:${inner})`;
    return `${atom}${quantifier(from, most)}${mode === "lazy" ? "?" : ""}`;
  }
}

function isAtom(node: PatternNode): boolean {
  return isCharacter(node) || node.kind === "capture";
}

/**
 * Returns true if engines agree on a repetition. They differ where a round can match nothing, unless the
 * number of rounds is fixed, or nothing is what a single round tries last.
 */
function agrees({ body, least, most }: RepeatNode): boolean {
  return !isNullable(body) || least === most || (most === 1 && triesNothingLast(body));
}

function triesNothingLast(node: PatternNode): boolean {
  if (!isNullable(node)) return true;
  if (node.kind === "capture") return triesNothingLast(node.body);
  if (node.kind === "sequence") return node.items.every(triesNothingLast);
  return node.kind === "repeat" && node.mode === "greedy" && !isNullable(node.body);
}

/** The inner loop of `(a*)*`, which is the same as `a*` in all engines; nothing else is, if they do not agree. */
function loopWithin({ body, least, most, mode }: RepeatNode): PatternNode {
  let inner: PatternNode = body;
  while (inner.kind === "capture") inner = inner.body;
  if (inner.kind !== "repeat" || inner.mode !== "greedy" || inner.least > 0 || Number.isFinite(inner.most))
    return inexpressible();
  if (mode !== "greedy" || least > 1 || Number.isFinite(most) || isNullable(inner.body))
    return inexpressible();
  return inner.body;
}

const word: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

/** How many characters of a range are looked at one by one. */
const maxRange = 2_048;

function inAnyCase(ranges: readonly Range[]): readonly Range[] {
  const size = (all: readonly Range[]) => all.reduce((sum, [from, to]) => sum + to - from + 1, 0);
  if (size(ranges) <= maxRange)
    return setInAnyCase({ kind: "set", ranges, classes: [], negated: false, anyCase: true }).ranges;
  // A set such as \S: all characters but a few, none of which has another case.
  const others = complement(sorted(ranges));
  if (size(others) > maxRange) return inexpressible();
  for (const [from, to] of others)
    for (let code = from; code <= to; code++) if (variants(code).length > 1) return inexpressible();
  return ranges;
}

/** The ranges in order, and apart from each other. */
function sorted(ranges: readonly Range[]): readonly Range[] {
  const all: [number, number][] = [];
  for (const [from, to] of [...ranges].sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

function classOf(ranges: readonly Range[], classes: readonly string[] = [], negated = false): string {
  const members = sorted(ranges).map(([from, to]) =>
    from === to ? written(from) : `${written(from)}-${written(to)}`,
  );
  const named = classes.map((one) => one.replace(/^(\\[pP]\{)Script=/, "$1"));
  const [only] = named;
  if (named.length === 1 && members.length === 0 && !negated && only !== undefined) return only;
  return `[${negated ? "^" : ""}${named.join("")}${members.join("")}]`;
}

/** Writes letters and digits as they are, and everything else by its number. */
function written(code: number): string {
  if (code > lastCodePoint) return inexpressible();
  const character = String.fromCodePoint(code);
  return /[a-zA-Z0-9 _,:;"'@#%&=<>!~/]/.test(character) ? character : `\\x{${code.toString(16)}}`;
}
