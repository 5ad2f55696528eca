/** Texts are found where JavaScript finds them, in time that does not grow with the product of two lengths. */
import { expect, test } from "vitest";
import { indexOfText, isSameText, partsBetween } from "../../runtime/base/find-text.js";
import { WorkLimitError } from "../../runtime/base/work.js";
import { stepsOf } from "../support/steps.js";

/** A text of two letters, mostly the first, so that parts nearly occur everywhere. */
function letters(length: number, seed: number): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >> 16) & 7 ? "a" : "b";
  }).join("");
}

test("finds what indexOf finds", () => {
  for (let seed = 1; seed < 40; seed++) {
    const text = letters(900, seed);
    const inside = text.slice(seed, seed + 250 + seed);
    for (const part of [
      "",
      "b",
      "ab",
      inside,
      `${inside}c`,
      `c${inside}`,
      letters(300, seed + 1),
      `${text}a`,
    ]) {
      expect(indexOfText(text, part)).toBe(text.indexOf(part));
      expect(indexOfText(text, part, seed + 1)).toBe(text.indexOf(part, seed + 1));
    }
  }
});

test.each([
  ["a,b,,c", ","],
  ["", ","],
  [",", ","],
  ["aaaa", "aa"],
  [`${"x".repeat(300)}y`.repeat(5), "x".repeat(300)],
])("separates as split does", (text, separator) => {
  expect(partsBetween(text, separator)).toEqual(text.split(separator));
});

test("an empty separator separates nothing", () => expect(partsBetween("ab", "")).toEqual(["ab"]));

test("counts what it passes", () => {
  const [run, far] = ["a".repeat(40_000), `${"a".repeat(10_000)}b${"a".repeat(10_000)}`];
  expect(stepsOf(() => indexOfText(run, "a"))).toBeLessThan(3);
  expect(stepsOf(() => indexOfText(run, "ab"))).toBeGreaterThan(4000);
  expect(stepsOf(() => indexOfText(run, far))).toBeGreaterThan(20_000);
});

test("counts what it compares, and nothing for texts that differ in length", () => {
  const text = "a".repeat(64_000);
  expect(stepsOf(() => isSameText(text, `${text.slice(1)}b`))).toBe(1000);
  expect(stepsOf(() => isSameText(text, "a"))).toBe(0);
  expect(() =>
    stepsOf(() => Array.from({ length: 20_001 }, () => isSameText(text, `${text.slice(1)}b`))),
  ).toThrow(WorkLimitError);
});
