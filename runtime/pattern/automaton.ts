import { variants } from "./case.js";
import { lastCodePoint } from "./character-classes.js";
import { classSource } from "./literal-source.js";
import type { CharacterSet, PatternNode, RepeatNode } from "./syntax.js";

/**
 * The characters of a pattern as the states of an automaton (Glushkov's construction): which may come after which.
 * Whatever a backtracking engine can try is a walk through this automaton. Conditions, and parts that are tried only
 * once, leave fewer walks, so they can be ignored.
 */
export interface Automaton {
  /** By position: the set of characters that it takes, with a bit for each character of the sample. */
  readonly characters: readonly bigint[];
  /** By position: the positions that may come next. One that is reached in two ways is listed twice. */
  readonly next: readonly (readonly number[])[];
  /** After these positions the pattern has matched, whatever follows. */
  readonly accepting: ReadonlySet<number>;
  /** The positions where a match may begin. */
  readonly first: readonly number[];
  /** Whether the pattern can match nothing, at any place. */
  readonly acceptsNothing: boolean;
  /** By position: which branch of the whole pattern it is in. Earlier branches are tried first. */
  readonly branch: readonly number[];
}

/** How many steps of work may still be done. */
export interface Budget {
  steps: number;
}

/** A repetition with more rounds counts as endless. */
const maxCopies = 10;
/** By how many characters sets are compared at most; a pattern that needs more is too large. */
const maxSample = 500;
/** How many characters a lookbehind may look at and still count as a condition that takes no time. */
const maxBehind = 20;

/** The automaton of a pattern; `undefined` if the cost of some part is unknown, or if the budget is spent. */
export function automatonOf(root: PatternNode, budget: Budget): Automaton | undefined {
  const sample = sampleOf(root);
  if (sample.characters.length > maxSample) return undefined;
  const builder = new AutomatonBuilder(sample, budget);
  const automaton = builder.build(root);
  return budget.steps < 0 || builder.isUnknown ? undefined : automaton;
}

/** The positions with which a part may begin and end, and whether it may be left out. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
  /** The positions of `last` after which no condition can fail. */
  readonly accepting: readonly number[];
  /** Whether the part may be left out without a condition that can fail. */
  readonly acceptsNothing: boolean;
}

const nothing: Part = { first: [], last: [], isNullable: true, accepting: [], acceptsNothing: true };
const condition: Part = { ...nothing, acceptsNothing: false };

class AutomatonBuilder {
  isUnknown = false;
  readonly #characters: bigint[] = [];
  readonly #next: number[][] = [];
  /** Positions of loops that never give a character back. What follows them takes no character that the loop takes. */
  readonly #possessive = new Set<number>();
  readonly #groups = new Map<number, PatternNode>();

  constructor(
    private readonly sample: Sample,
    private readonly budget: Budget,
  ) {}

  build(root: PatternNode): Automaton {
    const [characters, next] = [this.#characters, this.#next];
    const branch: number[] = [];
    const parts = (root.kind === "choice" ? root.branches : [root]).map((each, index) => {
      const part = this.#part(each);
      while (branch.length < characters.length) branch.push(index);
      return part;
    });
    const { first, accepting, acceptsNothing } = parts.reduce(choice);
    return { characters, next, accepting: new Set(accepting), first, acceptsNothing, branch };
  }

  #part(node: PatternNode): Part {
    if (--this.budget.steps < 0) return nothing;
    switch (node.kind) {
      case "literal":
        return this.#position(this.#literal(node.code, node.anyCase));
      case "set":
        return this.#position(this.#set(node));
      case "any":
        return this.#position(-1n);
      case "assertion":
        return condition;
      case "sequence":
        return node.items.reduce((before, item) => this.#sequence(before, this.#part(item)), nothing);
      case "choice":
        return node.branches.map((branch) => this.#part(branch)).reduce(choice);
      case "capture": {
        const part = this.#part(node.body);
        this.#groups.set(node.number, node.body);
        return part;
      }
      case "look":
        return this.#look(node.open, node.body);
      case "atomic":
        return this.#atomic(node.body);
      case "repeat":
        return node.mode === "possessive" ? this.#atomic({ ...node, mode: "greedy" }) : this.#repeat(node);
      case "reference":
        return this.#reference(node.group);
    }
  }

  #position(characters: bigint): Part {
    const position = this.#characters.push(characters) - 1;
    this.#next.push([]);
    const only = [position];
    return { first: only, last: only, isNullable: false, accepting: only, acceptsNothing: false };
  }

  /** A lookahead begins a walk through its body that goes no further, beside the walk that skips it. */
  #look(open: string, body: PatternNode): Part {
    if (!open.startsWith("(?<")) return { ...condition, first: this.#part(body).first };
    if (longest(body) > maxBehind) this.isUnknown = true;
    return condition;
  }

  #atomic(body: PatternNode): Part {
    const loop = characterLoop(body);
    if (loop === undefined) return withoutAccepting(this.#part(body));
    const part = this.#repeat(loop);
    for (const position of part.last) this.#possessive.add(position);
    return part;
  }

  /** A back reference takes a text that its group can take. */
  #reference(group: number): Part {
    const body = this.#groups.get(group);
    return body === undefined ? condition : withoutAccepting(this.#part(body));
  }

  #sequence(before: Part, after: Part): Part {
    this.budget.steps -= (before.first.length + before.last.length + after.last.length) / 8;
    if (this.budget.steps < 0) return nothing;
    this.#connect(before.last, after.first);
    return {
      first: before.isNullable ? [...before.first, ...after.first] : before.first,
      last: after.isNullable ? [...before.last, ...after.last] : after.last,
      isNullable: before.isNullable && after.isNullable,
      accepting: after.acceptsNothing ? [...before.accepting, ...after.accepting] : after.accepting,
      acceptsNothing: before.acceptsNothing && after.acceptsNothing,
    };
  }

  /** Writes out as many copies as there must be, and nests each further one in the one before: `a(a(a)?)?`. */
  #repeat({ body, least, most }: RepeatNode): Part {
    let all = nothing;
    let copy = nothing;
    for (let count = 0; count < Math.min(least, maxCopies); count++) {
      copy = this.#part(body);
      all = this.#sequence(all, copy);
    }
    if (most > maxCopies) {
      const loop = least > 0 ? copy : this.#part(body);
      this.#connect(loop.last, loop.first);
      return least > 0 ? all : optional(loop);
    }
    let further = nothing;
    for (let count = least; count < most; count++)
      further = optional(this.#sequence(this.#part(body), further));
    return this.#sequence(all, further);
  }

  /** Of several ways from one position to another, two are kept: that is enough to know that there is more than one. */
  #connect(from: readonly number[], to: readonly number[]): void {
    for (const position of new Set(from)) {
      const next = this.#next[position] ?? [];
      const own = this.#possessive.has(position) ? (this.#characters[position] ?? 0n) : 0n;
      for (const one of new Set(to)) {
        this.budget.steps -= 1 + next.length / 8;
        if (this.budget.steps < 0) return;
        if (((this.#characters[one] ?? 0n) & ~own) === 0n) continue;
        if (next.indexOf(one) === next.lastIndexOf(one)) next.push(one);
      }
    }
  }

  #literal(code: number, anyCase: boolean): bigint {
    const characters = (anyCase ? variants(code) : [code]).map((one) => String.fromCodePoint(one));
    return this.#bits((character) => characters.includes(character));
  }

  #set(set: CharacterSet): bigint {
    const one = new RegExp(`^${classSource(set)}$`, set.anyCase ? "iu" : "u");
    const bits = this.#bits((character) => one.test(character));
    // Nothing is known about the characters that such sets share with others, beyond ASCII or by a property.
    const isOpen = set.negated || set.classes.length > 0 || set.ranges.some(([, to]) => to > 0x7f);
    return this.sample.hasProperties && isOpen ? bits | (1n << BigInt(maxSample)) : bits;
  }

  #bits(holds: (character: string) => boolean): bigint {
    this.budget.steps -= this.sample.characters.length;
    const digits = this.sample.characters.map((character) => (holds(character) ? "1" : "0"));
    return BigInt(`0b${digits.join("")}`);
  }
}

function optional(part: Part): Part {
  return { ...part, isNullable: true, acceptsNothing: true };
}

function withoutAccepting(part: Part): Part {
  return { ...part, accepting: [], acceptsNothing: false };
}

function choice(left: Part, right: Part): Part {
  return {
    first: [...left.first, ...right.first],
    last: [...left.last, ...right.last],
    isNullable: left.isNullable || right.isNullable,
    accepting: [...left.accepting, ...right.accepting],
    acceptsNothing: left.acceptsNothing || right.acceptsNothing,
  };
}

/** `a+` for `(?:(a)+)+`: a loop over single characters, which takes all of them that come. */
function characterLoop(node: PatternNode): RepeatNode | undefined {
  if (node.kind === "capture") return characterLoop(node.body);
  if (node.kind !== "repeat" || node.mode === "lazy" || node.most !== Number.POSITIVE_INFINITY)
    return undefined;
  if (node.least > 1) return undefined;
  let { body } = node;
  while (body.kind === "capture") body = body.body;
  if (body.kind === "literal" || body.kind === "set" || body.kind === "any")
    return { ...node, body, mode: "greedy" };
  const inner = characterLoop(body);
  return inner && { ...inner, least: Math.min(node.least, inner.least) };
}

/** How many characters a part can take at most. */
function longest(node: PatternNode): number {
  switch (node.kind) {
    case "assertion":
    case "look":
      return 0;
    case "sequence":
      return node.items.reduce((length, item) => length + longest(item), 0);
    case "choice":
      return Math.max(...node.branches.map(longest));
    case "capture":
    case "atomic":
      return longest(node.body);
    case "repeat":
      return longest(node.body) * node.most || 0;
    case "reference":
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

interface Sample {
  readonly characters: readonly string[];
  /** Whether some sets are given by properties of characters. */
  readonly hasProperties: boolean;
}

/**
 * The characters by which sets are compared: ASCII, a few others, and those where sets of the pattern begin and end.
 */
function sampleOf(root: PatternNode): Sample {
  const codes = new Set(Array.from({ length: 0x80 }, (_, code) => code));
  for (const code of [0x85, 0xa0, 0xe9, 0x3b1, 0x660, 0x2028, 0x4e00, 0x1f600]) codes.add(code);
  let hasProperties = false;
  const pending: PatternNode[] = [root];
  for (let node = pending.pop(); node !== undefined && codes.size <= maxSample; node = pending.pop()) {
    if (node.kind === "literal") for (const code of variants(node.code)) codes.add(code);
    else if (node.kind === "set") {
      hasProperties ||= node.classes.some((one) => /^\\[pP]/.test(one));
      for (const [from, to] of node.ranges)
        for (const code of [from - 1, from, to, to + 1])
          if (code >= 0 && code <= lastCodePoint) codes.add(code);
    } else if (node.kind === "sequence") pending.push(...node.items);
    else if (node.kind === "choice") pending.push(...node.branches);
    else if ("body" in node) pending.push(node.body);
  }
  return { characters: [...codes].map((code) => String.fromCodePoint(code)), hasProperties };
}
