/** How the cost of masking grows; `masks.test.ts` has a short form of it. */
import { expect, test } from "vitest";
import { costOf, harCostOf, hostile, passwords, repeated } from "./hostile-bodies.js";

test("hostile bodies cost no more than their length", () => {
  for (const text of repeated(300_000))
    expect({ text: text.slice(0, 12), isFast: harCostOf(text) < 5_000 }).toEqual({
      text: text.slice(0, 12),
      isFast: true,
    });
});

test("twice the body costs no more than twice as much, whatever its secrets are like", () => {
  for (const [name, [type, body]] of Object.entries(hostile)) {
    const [small, large] = [body(1), body(2)];
    let [once, twice] = [Infinity, Infinity];
    // The fastest of some runs: the machine may have other work. What takes a moment is noise.
    const isLinear = () => twice < 2.2 * once + 10;
    for (let run = 0; run < 20 && (run < 3 || !isLinear()); run++) {
      once = Math.min(once, costOf(type, small));
      twice = Math.min(twice, costOf(type, large));
    }
    expect({ name, once, twice, isLinear: isLinear() }).toMatchObject({ name, isLinear: true });
  }
  const cost = Math.min(...[1, 2, 3].map(() => costOf("application/json", passwords(100, 500))));
  expect(cost).toBeLessThan(500);
});
