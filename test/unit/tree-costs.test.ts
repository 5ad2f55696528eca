/** Cost and bounds of paths over large and deep data; `test/differential/` asks what they find. */
import { expect, test, vi } from "vitest";
import { maxDepth, maxNodes, TreeLimitError } from "../../runtime/base/tree-limits.js";
import type { JsonValue, Value } from "../../runtime/data/model/values.js";
import { at } from "../../runtime/data/xpath/child-path.js";
import { compare } from "../../runtime/data/xpath/compare.js";
import { string } from "../../runtime/data/xpath/convert.js";
import {
  ancestor,
  child,
  descendant,
  descendantOrSelf,
  following,
  followingSibling,
  parent,
  preceding,
  precedingSibling,
} from "../../runtime/data/xpath/make-step.js";
import { select, union } from "../../runtime/data/xpath/node-path.js";
import { count } from "../../runtime/language/functions/number-functions.js";
import { workTime } from "../support/growth.js";

const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`) as JsonValue;
const numbered = (length: number, item: (index: number) => JsonValue) =>
  Array.from({ length }, (_, index) => item(index));

test("JSON of any depth is a value, and is not walked beyond the limit", () => {
  const deep = JSON.parse(`${"[".repeat(100_000)}"x"${"]".repeat(100_000)}`) as JsonValue;
  expect(string(deep)).toBe("x");
  expect(() => select(deep, descendant("value"))).toThrow(TreeLimitError);
  expect(() => at(nested(100_000), descendant("a"))).toThrow(TreeLimitError);
  const allowed = nested(maxDepth - 1);
  expect(select(allowed, descendant("a"), ancestor("a"), descendantOrSelf("a")).size).toBe(maxDepth - 1);
  expect(count(at(allowed, descendant("a")))).toBe(maxDepth - 1);
});

test("more nodes than a document may have are refused", () => {
  const wide = { a: new Array(maxNodes + 1).fill(0) } as JsonValue;
  expect(() => select(wide, "a", "value")).toThrow(TreeLimitError);
});

test("a position ends the search", () => {
  const seen = vi.fn(() => true);
  expect(
    count(
      at(
        numbered(9, (id) => ({ id })),
        child("value", seen, 2),
      ),
    ),
  ).toBe(1);
  expect(seen).toHaveBeenCalledTimes(2);
});

test.each<[string, () => void]>([
  [
    "axes from every node of a long list",
    () => {
      const list = numbered(30_000, (a) => ({ a }));
      const items = select(list, "value");
      for (const step of [followingSibling, precedingSibling, following, preceding])
        expect(select(items, step("value")).size).toBe(list.length - 1);
      expect(select(items, descendantOrSelf("node()"), child("a"), parent("*")).size).toBe(list.length);
      expect(union(select(items, "a"), items).size).toBe(2 * list.length);
    },
  ],
  [
    "descendants of what a predicate leaves",
    () => {
      const list = numbered(200_000, (id) => ({ id, in: [{ name: "n" }] }));
      const isOther = child("value", (item) => at(item, "id") !== 2);
      expect(count(at(list, isOther, descendant("name")))).toBe(list.length - 1);
    },
  ],
  [
    "comparisons of two large sets",
    () => {
      const left = at(
        numbered(50_000, (index) => `a${index}`),
        "value",
      ) as Value;
      const right = at(
        numbered(50_000, (index) => `b${index}`),
        "value",
      ) as Value;
      for (const operator of ["=", "<", ">="] as const) expect(compare(left, operator, right)).toBe(false);
    },
  ],
])("%s take linear time", (_, work) => {
  const start = workTime();
  work();
  expect(workTime() - start).toBeLessThan(3000);
});
