import { expect, test } from "vitest";
import { nearest } from "../../runtime/base/nearest.js";

test.each([
  ["not the name itself", "total", ["total", "totals"], "totals"],
  ["long names are not compared", "a".repeat(300), ["a".repeat(299)], undefined],
  ["at most so many are compared", "total", [...Array<string>(1000).fill("count"), "totals"], undefined],
])("%s", (_, name, candidates, found) => {
  expect(nearest(name, candidates)).toBe(found);
});
