import { type CharacterSet, isCharacter, type PatternNode, partsOf, type RepeatNode } from "./syntax.js";

/**
 * How many steps a backtracking engine may take on a text, read off the form of a pattern: each part can match in some
 * number of ways, and all that follows it is tried once for each of them. This is no analysis of what a pattern means,
 * and often far too much. There is one exception: a loop or a choice has one way only if the next character decides it.
 */
export class StepCounter {
  readonly #starts = new Map<PatternNode, Start>();
  readonly #groups = new Map<number, PatternNode>();
  readonly #root: PatternNode;
  readonly #isAnchored: boolean;
  /** The steps until it is clear that no part can take the next character. */
  #idle = 0;
  /** How many searches can be at one character, if each ends where another may start; otherwise undefined. */
  readonly #searches: number | undefined;
  #length = 0;

  constructor(root: PatternNode) {
    this.#root = withoutTail(root);
    this.#isAnchored = isAnchored(root);
    this.#note();
    this.#searches = this.#countSearches();
  }

  /** The steps for a text of so many characters, at most. */
  count(length: number): number {
    this.#length = length;
    const { steps, isDecided } = this.#part(this.#root, { next: 0n, isBehind: false });
    if (this.#isAnchored) return length + steps;
    return isDecided && this.#searches !== undefined
      ? this.#idle * (this.#searches + 1) * (length + 1)
      : steps * (length + 1);
  }

  /** Notes the groups, the number of parts, and how deep loops are nested. */
  #note(): void {
    let [size, deepest] = [0, 1];
    const pending: [PatternNode, number][] = [[this.#root, 1]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [node, depth] = next;
      size += node.kind === "look" ? stepsOfLook : 1;
      deepest = Math.max(deepest, depth);
      if (node.kind === "capture") this.#groups.set(node.number, node.body);
      for (const part of partsOf(node)) pending.push([part, node.kind === "repeat" ? depth + 1 : depth]);
    }
    this.#idle = size * deepest;
  }

  #countSearches(): number | undefined {
    const { characters, isOptional } = this.#start(this.#root);
    let count = 0;
    const pending: [PatternNode, boolean][] = [[this.#root, false]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [node, isRepeated] = next;
      const isStart = isCharacter(node) && (this.#start(node).characters & characters) !== 0n;
      if (isOptional || (isStart && isRepeated)) return undefined;
      if (isStart) count++;
      const repeats = node.kind === "repeat" && node.most > 1;
      for (const part of partsOf(node)) pending.push([part, isRepeated || repeats]);
    }
    return count;
  }

  #part(node: PatternNode, at: Place): Part {
    switch (node.kind) {
      case "literal":
      case "set":
      case "any":
      case "assertion":
        return { steps: 1, ways: 1, isDecided: true };
      case "sequence":
        return this.#sequence(node, at);
      case "choice": {
        const parts = node.branches.map((branch) => this.#part(branch, at));
        const isDecided = !at.isBehind && this.#areApart(node.branches, at.next);
        const steps = parts.reduce((sum, part) => sum + part.steps, 1);
        const ways = parts.reduce((all, part) => (isDecided ? Math.max(all, part.ways) : all + part.ways), 0);
        return { steps, ways, isDecided: isDecided && parts.every((part) => part.isDecided) };
      }
      case "capture":
        return this.#part(node.body, at);
      case "atomic":
        return node.body.kind === "repeat" && node.body.mode === "greedy"
          ? this.#repeat({ ...node.body, mode: "possessive" }, at)
          : { ...this.#part(node.body, { ...at, next: 0n }), ways: 1, isDecided: false };
      case "look":
        return this.#isBrief(node)
          ? { steps: stepsOfLook, ways: 1, isDecided: true }
          : { ...this.#look(node), ways: 1, isDecided: false };
      case "repeat":
        return this.#repeat(node, at);
      case "reference": {
        const group = this.#groups.get(node.group);
        const steps = 1 + Math.min(this.#length, group === undefined ? 0 : this.#start(group).longest);
        return { steps, ways: 1, isDecided: false };
      }
      default:
        return node satisfies never;
    }
  }

  #look({ open, body }: LookNode): Part {
    return this.#part(body, { next: 0n, isBehind: open.startsWith("(?<") });
  }

  /** Returns true if a condition looks at a few characters only, so that it costs little wherever it is. */
  #isBrief(node: LookNode): boolean {
    if (this.#start(node.body).longest > stepsOfLook) return false;
    const length = this.#length;
    this.#length = stepsOfLook;
    const { steps } = this.#look(node);
    this.#length = length;
    return steps <= stepsOfLook;
  }

  #sequence(node: PatternNode & { readonly kind: "sequence" }, at: Place): Part {
    let { next } = at;
    const parts: Part[] = [];
    for (const item of [...node.items].reverse()) {
      parts.unshift(this.#part(item, { ...at, next }));
      next = this.#startBefore(item, next);
    }
    // A lookbehind is matched from its end.
    if (at.isBehind) parts.reverse();
    let all: Part = { steps: 1, ways: 1, isDecided: true };
    for (const { steps, ways, isDecided } of parts)
      all = {
        steps: all.steps + all.ways * steps,
        ways: all.ways * ways,
        isDecided: all.isDecided && isDecided,
      };
    return this.#bounded(node, all);
  }

  #repeat(node: RepeatNode, at: Place): Part {
    const { body, least, most, mode } = node;
    if (most === 0) return { steps: 1, ways: 1, isDecided: true };
    const first = this.#start(body);
    const part = this.#part(body, { ...at, next: at.next | first.characters });
    const takesAll = mode === "possessive" && most === Number.POSITIVE_INFINITY && isCharacter(body);
    const isDecided =
      !first.isOptional &&
      !at.isBehind &&
      (least === most || takesAll || (first.characters & at.next) === 0n);
    const rounds = Math.min(most, this.#length + (first.isOptional ? least : 0) + 1);
    // At the end of each round, what follows fails at its first character.
    const failing = isDecided && least < most ? this.#idle : 1;
    const whole = least === most || isDecided ? part.ways ** rounds : sumOfPowers(part.ways, rounds + 1);
    const steps = 1 + sumOfPowers(part.ways, rounds) * (part.steps + failing);
    // Rounds that are decided take each character once.
    const once = 2 * this.#idle * (this.#length + 1);
    const all = {
      steps: part.isDecided && !first.isOptional ? Math.min(steps, once) : steps,
      ways: whole + (first.isOptional ? 1 : 0),
      isDecided: isDecided && part.isDecided,
    };
    const bounded = this.#bounded(node, all);
    return mode === "possessive" ? { ...bounded, ways: 1 } : bounded;
  }

  /** If each next character decides, the steps for one character are few, however loops are nested. */
  #bounded(node: PatternNode, part: Part): Part {
    if (!part.isDecided) return part;
    const steps = this.#idle * (Math.min(this.#length, this.#start(node).longest) + 1);
    return { steps: Math.min(part.steps, steps), ways: 1, isDecided: true };
  }

  /** Returns true if the next character decides between branches. */
  #areApart(branches: readonly PatternNode[], next: bigint): boolean {
    let seen = 0n;
    return (
      branches.every((branch) => {
        const start = this.#startBefore(branch, next);
        const isApart = (seen & start) === 0n;
        seen |= start;
        return isApart;
      }) && branches.filter((branch) => this.#start(branch).isOptional).length < 2
    );
  }

  /** The characters with which a part can start, or what comes after it if it takes none. */
  #startBefore(node: PatternNode, next: bigint): bigint {
    const { characters, isOptional } = this.#start(node);
    return isOptional ? characters | next : characters;
  }

  #start(node: PatternNode): Start {
    const known = this.#starts.get(node);
    if (known !== undefined) return known;
    const start = this.#findStart(node);
    this.#starts.set(node, start);
    return start;
  }

  #findStart(node: PatternNode): Start {
    switch (node.kind) {
      case "literal": {
        const { code, anyCase } = node;
        const set = { ranges: [[code, code] as const], classes: [], negated: false, anyCase };
        return { characters: setOf({ kind: "set", ...set }), isOptional: false, longest: 1 };
      }
      case "set":
        return { characters: setOf(node), isOptional: false, longest: 1 };
      case "any":
        return { characters: allCharacters, isOptional: false, longest: 1 };
      case "assertion":
        return { characters: 0n, isOptional: true, longest: 0 };
      case "sequence": {
        const starts = node.items.map((item) => this.#start(item));
        const end = starts.findIndex((start) => !start.isOptional);
        return {
          characters: union(end < 0 ? starts : starts.slice(0, end + 1)),
          isOptional: end < 0,
          longest: starts.reduce((sum, { longest }) => sum + longest, 0),
        };
      }
      case "choice": {
        const starts = node.branches.map((branch) => this.#start(branch));
        return {
          characters: union(starts),
          isOptional: starts.some((start) => start.isOptional),
          longest: Math.max(...starts.map(({ longest }) => longest)),
        };
      }
      case "capture":
      case "atomic":
        return this.#start(node.body);
      case "repeat": {
        const start = this.#start(node.body);
        const longest = start.longest === 0 ? 0 : start.longest * node.most;
        // Rounds that take nothing can be counted in several ways.
        return start.isOptional
          ? { characters: allCharacters, isOptional: true, longest }
          : { ...start, isOptional: node.least === 0, longest };
      }
      case "look":
        return { characters: this.#isBrief(node) ? 0n : allCharacters, isOptional: true, longest: 0 };
      case "reference":
        return { characters: allCharacters, isOptional: true, longest: Number.POSITIVE_INFINITY };
      default:
        return node satisfies never;
    }
  }
}

type LookNode = PatternNode & { readonly kind: "look" };

/** The steps of a condition that looks at a few characters only. */
const stepsOfLook = 10;

interface Place {
  /** The characters that may follow the part. */
  readonly next: bigint;
  /** True if it is part of a lookbehind. */
  readonly isBehind: boolean;
}

interface Part {
  readonly steps: number;
  readonly ways: number;
  /** True if the next character decides in all loops and choices. */
  readonly isDecided: boolean;
}

/** With which characters a part can start, whether it can do without any, and how many it takes at most. */
interface Start {
  readonly characters: bigint;
  readonly isOptional: boolean;
  readonly longest: number;
}

function union(starts: readonly Start[]): bigint {
  return starts.reduce((all, { characters }) => all | characters, 0n);
}

/** 1 + ways + ways² + …, `count` of them. */
function sumOfPowers(ways: number, count: number): number {
  if (ways === 1) return count;
  const power = ways ** count;
  return Number.isFinite(power) ? (power - 1) / (ways - 1) : power;
}

/** Returns true if a match can only begin at the start of the text: engines look no further then. */
function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case "assertion":
      return node.source === "^";
    case "sequence":
      return node.items[0] !== undefined && isAnchored(node.items[0]);
    case "choice":
      return node.branches.every(isAnchored);
    case "capture":
      return isAnchored(node.body);
    default:
      return false;
  }
}

/** The pattern without the last loop over characters: once that is reached, there is a match, which takes what it reads. */
function withoutTail(node: PatternNode): PatternNode {
  switch (node.kind) {
    case "sequence": {
      const last = node.items.at(-1);
      return last === undefined ? node : { ...node, items: [...node.items.slice(0, -1), withoutTail(last)] };
    }
    case "choice":
      return { ...node, branches: node.branches.map(withoutTail) };
    case "capture":
      return { ...node, body: withoutTail(node.body) };
    case "repeat":
      return isCharacter(node.body) ? { ...node, most: node.least } : node;
    default:
      return node;
  }
}

/** Sets of characters have a bit for each in ASCII, and one for all others. */
const allCharacters = (1n << 129n) - 1n;
const others = 1n << 128n;

/** k and s in both cases: the Kelvin sign and the long s are such letters in another case. */
const foldedLetters = [0x4bn, 0x53n, 0x6bn, 0x73n].reduce((all, code) => all | (1n << code), 0n);

function setOf({ ranges, classes, negated, anyCase }: CharacterSet): bigint {
  if (anyCase && classes.some((one) => /^\\[pP]/.test(one))) return allCharacters;
  const characters = classes.reduce((all, one) => all | classOf(one), charactersOf(ranges, anyCase));
  if (negated) return (allCharacters & ~characters) | others;
  if (!anyCase || (characters & (others | foldedLetters)) === 0n) return characters;
  return characters | foldedLetters | others;
}

function charactersOf(ranges: CharacterSet["ranges"], anyCase: boolean): bigint {
  let characters = 0n;
  for (const [from, to] of ranges) {
    const end = Math.min(to, 127);
    if (from <= end) characters |= ((1n << BigInt(end - from + 1)) - 1n) << BigInt(from);
    if (to > 127) characters |= others;
  }
  if (!anyCase) return characters;
  const letters = ((characters >> 65n) | (characters >> 97n)) & 0x3ffffffn;
  return characters | (letters << 65n) | (letters << 97n) | (letters === 0n ? 0n : others);
}

const knownClasses = new Map<string, bigint>();

/** A class such as `\d`. */
function classOf(source: string): bigint {
  const known = knownClasses.get(source);
  if (known !== undefined) return known;
  const one = new RegExp(source, "u");
  let characters = source === "\\d" || source === "\\w" ? 0n : others;
  for (let code = 0; code < 128; code++)
    if (one.test(String.fromCharCode(code))) characters |= 1n << BigInt(code);
  knownClasses.set(source, characters);
  return characters;
}
