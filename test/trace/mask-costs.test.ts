/** How the cost of masking grows; `masks.test.ts` has a short form of it. */
import { expect, test } from "vitest";
import { expectLinear } from "../support/growth.js";
import { costOf, harCostOf, hostile, passwords, repeated } from "./hostile-bodies.js";

test("hostile bodies cost no more than their length", () => {
  for (const text of repeated(300_000))
    expect({ text: text.slice(0, 12), isFast: harCostOf(text) < 5_000 }).toEqual({
      text: text.slice(0, 12),
      isFast: true,
    });
});

test.each(Object.entries(hostile))("masking %s costs no more than its length", (_name, [type, body]) => {
  expectLinear((size) => {
    costOf(type, body(size));
  }, 1);
});

test("many long secrets are masked in no time", () => {
  const cost = Math.min(...[1, 2, 3].map(() => costOf("application/json", passwords(100, 500))));
  expect(cost).toBeLessThan(500);
});
