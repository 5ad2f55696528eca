import { variants } from "./case.js";
import { classSource } from "./source.js";
import type { CharacterSet, PatternNode, RepeatNode } from "./syntax.js";

/**
 * The characters of a pattern as the states of an automaton (Glushkov's): which may come after which. A condition is a
 * state that no character leads to, so that nothing is said of what lies across it.
 */
export interface Positions {
  /** The characters that a position takes, each a bit. */
  readonly characters: readonly bigint[];
  /** What may come next; a position that is reached in two ways stands there twice. */
  readonly next: readonly (readonly number[])[];
  /** Behind these, the pattern has matched. */
  readonly last: ReadonlySet<number>;
}

/** What is left of the work that may be done. */
export interface Budget {
  steps: number;
}

/** A longer repetition counts as one without end. */
const MAX_COPIES = 10;
/** By how many characters sets are compared. */
const MAX_SAMPLE = 500;

/** The pattern, and each part that is tried by itself; incomplete where the budget does not suffice. */
export function positionsOf(root: PatternNode, budget: Budget): readonly Positions[] {
  const automata: Positions[] = [];
  new PositionsBuilder(sampleOf(root), automata, budget).add(root);
  return automata;
}

/** What of a part may begin, end and be left out. */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

const nothing: Part = { first: [], last: [], isNullable: true };

class PositionsBuilder {
  readonly #characters: bigint[] = [];
  readonly #next: number[][] = [];

  /** @param automata where each finished one goes */
  constructor(
    private readonly sample: readonly string[],
    private readonly automata: Positions[],
    private readonly budget: Budget,
  ) {}

  add(root: PatternNode): void {
    const { last } = this.#part(root);
    this.automata.push({ characters: this.#characters, next: this.#next, last: new Set(last) });
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
      case "sequence":
        return node.items.reduce((before, item) => this.#sequence(before, this.#part(item)), nothing);
      case "choice":
        return node.branches.map((branch) => this.#part(branch)).reduce(choice);
      case "capture":
        return this.#part(node.body);
      case "repeat":
        return node.mode === "possessive" ? this.#apart({ ...node, mode: "greedy" }) : this.#repeat(node);
      case "atomic":
      case "look":
        return this.#apart(node.body);
      default:
        return this.#position(0n);
    }
  }

  #position(characters: bigint): Part {
    const position = this.#characters.push(characters) - 1;
    this.#next.push([]);
    return { first: [position], last: [position], isNullable: false };
  }

  /** What is never tried otherwise once it has matched. */
  #apart(body: PatternNode): Part {
    new PositionsBuilder(this.sample, this.automata, this.budget).add(body);
    return this.#position(0n);
  }

  #sequence(before: Part, after: Part): Part {
    this.#connect(before.last, after.first);
    return {
      first: before.isNullable ? [...before.first, ...after.first] : before.first,
      last: after.isNullable ? [...before.last, ...after.last] : after.last,
      isNullable: before.isNullable && after.isNullable,
    };
  }

  /** As many copies as there must be, and each further one within the one before: `a(a(a)?)?`. */
  #repeat({ body, least, most }: RepeatNode): Part {
    let all = nothing;
    let copy = nothing;
    for (let count = 0; count < Math.min(least, MAX_COPIES); count++) {
      copy = this.#part(body);
      all = this.#sequence(all, copy);
    }
    if (most > MAX_COPIES) {
      const loop = least > 0 ? copy : this.#part(body);
      this.#connect(loop.last, loop.first);
      return least > 0 ? all : { ...loop, isNullable: true };
    }
    let further = nothing;
    for (let count = least; count < most; count++)
      further = { ...this.#sequence(this.#part(body), further), isNullable: true };
    return this.#sequence(all, further);
  }

  /** More than two ways from one position to another say no more than two. */
  #connect(from: readonly number[], to: readonly number[]): void {
    for (const position of new Set(from)) {
      const next = this.#next[position] ?? [];
      for (const one of new Set(to)) {
        if (--this.budget.steps < 0) return;
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
    return this.#bits((character) => one.test(character));
  }

  #bits(holds: (character: string) => boolean): bigint {
    this.budget.steps -= this.sample.length;
    const digits = this.sample.map((character) => (holds(character) ? "1" : "0"));
    return BigInt(`0b${digits.join("")}`);
  }
}

const choice = (left: Part, right: Part): Part => ({
  first: [...left.first, ...right.first],
  last: [...left.last, ...right.last],
  isNullable: left.isNullable || right.isNullable,
});

/** Characters by which sets are compared: ASCII, a few others, and those of the pattern itself. */
function sampleOf(root: PatternNode): readonly string[] {
  const codes = new Set(Array.from({ length: 0x80 }, (_, code) => code));
  for (const code of [0x85, 0xa0, 0xe9, 0x3b1, 0x660, 0x2028, 0x4e00, 0x1f600]) codes.add(code);
  const pending: PatternNode[] = [root];
  for (let node = pending.pop(); node !== undefined && codes.size < MAX_SAMPLE; node = pending.pop()) {
    if (node.kind === "literal") for (const code of variants(node.code)) codes.add(code);
    else if (node.kind === "set") for (const [from, to] of node.ranges) codes.add(from).add(to);
    else if (node.kind === "sequence") pending.push(...node.items);
    else if (node.kind === "choice") pending.push(...node.branches);
    else if ("body" in node) pending.push(node.body);
  }
  return [...codes].slice(0, MAX_SAMPLE).map((code) => String.fromCodePoint(code));
}
