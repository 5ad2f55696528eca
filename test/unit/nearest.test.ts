import { expect, test } from "vitest";
import { misspelt, nearest } from "../../runtime/base/nearest.js";

test.each([
  ["one letter apart", "totl", ["count", "total", "tool"], "total"],
  ["nothing alike", "limit", ["count", "total"], undefined],
  ["not the name itself", "total", ["total", "totals"], "totals"],
  ["two letters swapped", "evla", ["error", "eval", "else"], "eval"],
  ["two letters swapped in a name of two", "fi", ["if", "of"], "if"],
  ["a swap before a wrong letter", "nto", ["not", "nth"], "not"],
  ["a letter too few in a short name", "lg", ["log", "max"], "log"],
  ["another name of two letters", "is", ["if", "in"], undefined],
  ["long names are not compared", "a".repeat(300), ["a".repeat(299)], undefined],
  ["at most so many are compared", "total", [...Array<string>(1000).fill("count"), "totals"], undefined],
])("%s", (_, name, candidates, found) => {
  expect(nearest(name, candidates)).toBe(found);
});

test.each([
  ["a letter of a long name", "mesage", "message"],
  ["the case", "Status", "status"],
  ["swapped letters", "inof", "info"],
  ["a letter of a short name, which may be another name", "mode", undefined],
])("surely misspelt: %s", (_, name, found) => {
  expect(misspelt(name, ["message", "status", "code", "info"])).toBe(found);
});
