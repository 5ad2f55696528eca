import { type Budget, type Positions, positionsOf } from "./positions.js";
import type { PatternNode } from "./syntax.js";

/** How much work is done for one pattern. */
const MAX_STEPS = 200_000;

/**
 * Whether some text takes a time that doubles with every few characters, as for `^(a+)+$`: a loop can match the same
 * text in two ways, and what follows it can fail. `undefined` for a pattern that is too large to
 * tell. Nothing is said of loops that match in two ways only across a condition or back reference.
 */
export function isExplosive(root: PatternNode): boolean | undefined {
  const budget = { steps: MAX_STEPS };
  const found = positionsOf(root, budget).some((positions) => hasAmbiguousLoop(positions, budget));
  return budget.steps < 0 ? undefined : found;
}

/** From the positions behind which something can fail. */
function hasAmbiguousLoop(positions: Positions, budget: Budget): boolean {
  const { next, last } = positions;
  return next.some((_, start) => !last.has(start) && returnsInTwoWays(positions, start, budget));
}

interface Pair {
  readonly left: number;
  readonly right: number;
  readonly hasParted: boolean;
}

/**
 * Two walks over the positions that take the same characters, from one position back to itself, and part on the way
 * (Weber and Seidl, On the degree of ambiguity of finite automata, 1991).
 */
function returnsInTwoWays({ characters, next, last }: Positions, start: number, budget: Budget): boolean {
  const seen = new Set<number>();
  const pending: Pair[] = [{ left: start, right: start, hasParted: false }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const { left, right, hasParted } = pair;
    for (const [leftWay, one] of (next[left] ?? []).entries()) {
      if (last.has(one)) continue;
      for (const [rightWay, other] of (next[right] ?? []).entries()) {
        if (--budget.steps < 0) return false;
        if (((characters[one] ?? 0n) & (characters[other] ?? 0n)) === 0n) continue;
        const parts = hasParted || left !== right || leftWay !== rightWay;
        if (parts && one === start && other === start) return true;
        const key = (one * next.length + other) * 2 + Number(parts);
        if (seen.has(key)) continue;
        seen.add(key);
        pending.push({ left: one, right: other, hasParted: parts });
      }
    }
  }
  return false;
}
