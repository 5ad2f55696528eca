import { type Automaton, automatonOf, type Budget } from "./automaton.js";
import { loopsOf } from "./loops.js";
import type { PatternNode } from "./syntax.js";

/** How the steps of a backtracking engine grow with the length of the text. */
export interface Growth {
  /**
   * The power of the text's length that the steps grow with: 1 if they are proven to be linear, infinite if they may
   * double with each character.
   */
  readonly degree: number;
  /** Whether a search may read far beyond the end of its match. Then finding all matches is never linear. */
  readonly looksAhead: boolean;
}

/** How many steps of work one pattern may take. */
const maxSteps = 400_000;

const unknown: Growth = { degree: Number.POSITIVE_INFINITY, looksAhead: true };

/**
 * How the cost of searching for a pattern grows (Weber and Seidl, On the degree of ambiguity of finite automata, 1991).
 *
 * The steps double if some text leads from a position back to itself in two ways: each round doubles the walks. They
 * grow as a power if the same text leads around one loop, around another loop, and from the first to the second: there
 * are as many walks as the text is long. A search tries each start, which is such a loop. A loop costs nothing if the
 * pattern has matched inside it, whatever follows: then the engine never goes back into it.
 */
export function growthOf(root: PatternNode): Growth {
  const budget = { steps: maxSteps };
  const pattern = automatonOf(root, budget);
  if (pattern === undefined) return unknown;
  const automaton = isAnchored(root) ? pattern : withSearch(pattern);
  const { next, accepting } = automaton;
  const loops = loopsOf(next, () => true);
  const open = loopsOf(next, (position) => !accepting.has(position));
  const isDoubling = next.some(
    (_, start) => open.of[start] !== undefined && returnsInTwoWays(automaton, open.of, start, budget),
  );
  const looksAhead = readsOn(automaton, open.of, budget);
  if (isDoubling || budget.steps < 0) return { ...unknown, looksAhead: looksAhead || budget.steps < 0 };
  const isLinear = !joinsLoops(automaton, loops.of, open.of, budget) && budget.steps >= 0;
  return { degree: isLinear ? 1 : Math.max(2, loops.longestChain), looksAhead };
}

/** Whether a match can only begin at the start of the text: engines look no further then. */
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

/** The automaton with a position before it that takes any text before a match. */
function withSearch(pattern: Automaton): Automaton {
  const { characters, next, first } = pattern;
  const search = characters.length;
  return { ...pattern, characters: [...characters, -1n], next: [...next, [search, ...first]] };
}

type LoopOf = readonly (number | undefined)[];

/** Whether some text leads from a position back to itself in two ways. */
function returnsInTwoWays(
  { characters, next }: Automaton,
  loop: LoopOf,
  start: number,
  budget: Budget,
): boolean {
  const within = loop[start];
  return walks([start, start, 0], ([left, right, hasParted = 0], go) => {
    for (const [leftWay, one] of (next[left] ?? []).entries()) {
      if (loop[one] !== within) continue;
      for (const [rightWay, other] of (next[right] ?? []).entries()) {
        if (--budget.steps < 0) return false;
        if (loop[other] !== within || !meet(characters, one, other)) continue;
        const parts = hasParted === 1 || left !== right || leftWay !== rightWay ? 1 : 0;
        if (parts === 1 && one === start && other === start) return true;
        go([one, other, parts]);
      }
    }
    return false;
  });
}

/** Whether some text leads around a loop, around another loop, and from the first one to the second. */
function joinsLoops(automaton: Automaton, loops: LoopOf, open: LoopOf, budget: Budget): boolean {
  const { characters, next } = automaton;
  const joins = (from: number, to: number): boolean =>
    walks([from, from, to], ([first, between, second = 0], go) => {
      for (const one of next[first] ?? []) {
        if (loops[one] !== loops[from]) continue;
        for (const other of next[second] ?? []) {
          if (--budget.steps < 0) return false;
          if (open[other] !== open[to] || !meet(characters, one, other)) continue;
          for (const middle of next[between] ?? []) {
            if (--budget.steps < 0) return false;
            if (((characters[one] ?? 0n) & (characters[other] ?? 0n) & (characters[middle] ?? 0n)) === 0n)
              continue;
            if (one === from && middle === to && other === to) return true;
            go([one, middle, other]);
          }
        }
      }
      return false;
    });
  return next.some(
    (_, from) =>
      loops[from] !== undefined &&
      next.some((__, to) => budget.steps >= 0 && to !== from && open[to] !== undefined && joins(from, to)),
  );
}

/**
 * Whether there are two walks that take the same text of which one has matched, while the other, which is tried no
 * later, can still reach a costly loop.
 */
function readsOn(automaton: Automaton, open: LoopOf, budget: Budget): boolean {
  const { characters, next, accepting, first, acceptsNothing, branch } = automaton;
  const isCostly = next.map((_, position) => holdsMatches(automaton, open, position, budget));
  const reaches = next.map((_, position) => leadsTo(isCostly, automaton, position, budget));
  budget.steps -= first.length ** 2 / 8;
  if (budget.steps < 0) return true;
  const starts = first.flatMap((one) => first.map((other): Walk => [one, other]));
  if (acceptsNothing && first.some((one) => isCostly[one] === true || reaches[one] === true)) return true;
  return starts.some(
    ([left, right]) =>
      (branch[right] ?? 0) <= (branch[left] ?? 0) &&
      meet(characters, left, right) &&
      (ends(accepting, reaches, left, right) ||
        walks([left, right], ([one, other], go) => {
          for (const nextOne of next[one] ?? [])
            for (const nextOther of next[other] ?? []) {
              if (--budget.steps < 0) return true;
              if (!meet(characters, nextOne, nextOther)) continue;
              if (ends(accepting, reaches, nextOne, nextOther)) return true;
              go([nextOne, nextOther]);
            }
          return false;
        })),
  );
}

function ends(
  accepting: ReadonlySet<number>,
  reaches: readonly boolean[],
  one: number,
  other: number,
): boolean {
  return accepting.has(one) && reaches[other] === true;
}

/**
 * Whether the text that a loop takes may hold matches that the loop itself does not find. Such matches are searched for
 * again, through the same text. A loop finds them if each start of a match can follow it.
 */
function holdsMatches(
  { characters, next, accepting, first, acceptsNothing }: Automaton,
  open: LoopOf,
  at: number,
  budget: Budget,
) {
  if (open[at] === undefined || acceptsNothing) return open[at] !== undefined;
  budget.steps -= (first.length * (next[at]?.length ?? 0) + characters.length) / 8;
  if (budget.steps < 0) return true;
  if (first.every((one) => next[at]?.includes(one))) return false;
  const taken = characters.reduce(
    (all, one, position) => (open[position] === open[at] ? all | one : all),
    0n,
  );
  const isTaken = (position: number) => ((characters[position] ?? 0n) & taken) !== 0n;
  return first.some(
    (start) =>
      isTaken(start) &&
      walks([start, 0], ([position], go) => {
        if (accepting.has(position)) return true;
        budget.steps -= (next[position]?.length ?? 0) / 8;
        if (budget.steps < 0) return true;
        for (const one of next[position] ?? []) if (isTaken(one)) go([one, 0]);
        return false;
      }),
  );
}

/** Whether one of the positions can be reached without a match on the way. */
function leadsTo(
  goals: readonly boolean[],
  { next, accepting }: Automaton,
  from: number,
  budget: Budget,
): boolean {
  return walks([from, 0], ([position], go) => {
    budget.steps -= (next[position]?.length ?? 0) / 8;
    if (budget.steps < 0) return true;
    for (const one of next[position] ?? []) {
      if (accepting.has(one)) continue;
      if (goals[one] === true) return true;
      go([one, 0]);
    }
    return false;
  });
}

function meet(characters: readonly bigint[], one: number, other: number): boolean {
  return ((characters[one] ?? 0n) & (characters[other] ?? 0n)) !== 0n;
}

type Walk = readonly [number, number, number?];

/** Visits all places that `visit` leads to, each once, until it returns true. */
function walks(start: Walk, visit: (at: Walk, go: (to: Walk) => void) => boolean): boolean {
  const seen = new Set<number>();
  const pending: Walk[] = [start];
  const go = (to: Walk) => {
    // The budget keeps automata far below 2 ** 17 positions.
    const key = (to[0] * 0x20000 + to[1]) * 0x20000 + (to[2] ?? 0);
    if (seen.has(key)) return;
    seen.add(key);
    pending.push(to);
  };
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) if (visit(at, go)) return true;
  return false;
}
