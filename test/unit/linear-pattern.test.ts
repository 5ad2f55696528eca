/** The linear engine finds what JavaScript's does. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ecmaScriptCost } from "../../compiler/parse/pattern/ecma-pattern.js";
import { beginStretch, WorkLimitError } from "../../runtime/base/work.js";
import { accepted, LinearPattern } from "../../runtime/pattern/linear/linear.js";
import { linearForm } from "../../runtime/pattern/linear-form.js";
import { parsePattern } from "../../runtime/pattern/parse-pattern.js";
import { formFor, translatePattern } from "../../runtime/pattern/translate-pattern.js";

const pieces = [
  "a",
  "b",
  "B",
  "\\s",
  "\\S",
  "\\d",
  "\\w",
  "\\W",
  ".",
  "[^b\\n]",
  "[[:alpha:]]",
  "é",
  "ſ",
  "\\p{L}",
  "\\x{1f600}",
  "\\n",
  "-",
];
const ends = ["$", "\\z", "", "", "a", "(?m)$", "\\b"];
const starts = ["", "", "^", "(?m)^", "(?i)", "(?s)", "(?U)", "\\b", "(?i)a(?-i)"];
const quantifiers = ["", "", "*", "+", "?", "*?", "+?", "{2}", "{1,3}"];

const part: fc.Memo<string> = fc.memo((depth) => {
  const atom = fc
    .tuple(fc.constantFrom(...pieces), fc.constantFrom(...quantifiers))
    .map((both) => both.join(""));
  if (depth <= 1) return atom;
  const list = fc.array(part(depth - 1), { minLength: 1, maxLength: 3 });
  const group = fc
    .tuple(fc.constantFrom("(", "(?:"), list, fc.constantFrom("|", ""), fc.constantFrom(...quantifiers))
    .map(([open, items, between, quantifier]) => `${open}${items.join(between)})${quantifier}`);
  return fc.oneof(atom, group);
});
const patterns = fc
  .tuple(
    fc.constantFrom(...starts),
    fc.array(part(3), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(...ends),
  )
  .map(([start, parts, end]) => start + parts.join("") + end);
const texts = fc
  .array(
    fc.constantFrom(
      "a",
      "b",
      "A",
      "B",
      "k",
      "K",
      "ſ",
      "\u212a",
      " ",
      "\n",
      "\r\n",
      "1",
      "é",
      "É",
      "😀",
      "\ud83d",
      "-",
      "\u00a0",
    ),
    {
      maxLength: 10,
    },
  )
  .map((list) => list.join(""));

test("Any pattern that has a linear form finds the same with it", () => {
  let compared = 0;
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      beginStretch(undefined);
      const { source, flags } = translatePattern(pattern);
      const form = accepted(linearForm(parsePattern(pattern, ""), flags.includes("i")));
      if (form === undefined) return;
      compared++;
      const native = new RegExp(source, `g${flags}`);
      const linear = new LinearPattern(native, form.source, -1);
      const shown = (each: Iterable<{ 0: string; index?: number }>) =>
        [...each].map(({ 0: found, index }) => `${index}: ${JSON.stringify(found)}`);
      expect(linear.test(text)).toBe(text.search(native) >= 0);
      expect(text.search(linear)).toBe(text.search(native));
      expect(shown(linear[Symbol.matchAll](text))).toEqual(shown(text.matchAll(native)));
      const replacement = form.hasGroups ? "<$&|$01|$02|$$>" : "<$&|$$>";
      const groups = form.source.replace(/\(\?/g, "").split("(").length - 1;
      if (groups >= 2 || !form.hasGroups)
        expect(text.replace(linear, replacement)).toBe(text.replace(native, replacement));
    }),
    { numRuns: 1_200, seed: 5 },
  );
  expect(compared).toBeGreaterThan(400);
});

test("So do the regular expressions of schemas", () => {
  const classes = [
    "a",
    "[^]",
    "\\s",
    "[^\\s-]",
    ".",
    "\\d",
    "\\W",
    "[\\w\\S]",
    "\\u00e9",
    "\\u{1f600}",
    "\\p{Lu}",
  ];
  const loops = fc
    .array(fc.tuple(fc.constantFrom(...classes), fc.constantFrom("*", "+", "", "{2,}", "*?")), {
      minLength: 1,
      maxLength: 4,
    })
    .map((all) => all.map((both) => both.join("")).join(""));
  const whole = fc
    .tuple(fc.constantFrom("", "^"), loops, fc.constantFrom("$", "", "a|b$"))
    .map((all) => all.join(""));
  let compared = 0;
  fc.assert(
    fc.property(whole, texts, (source, text) => {
      const { linear } = ecmaScriptCost(source);
      if (linear === undefined) return;
      compared++;
      const native = new RegExp(source, "u");
      expect(new LinearPattern(native, linear.source, -1).test(text)).toBe(native.test(text));
    }),
    { numRuns: 1_000, seed: 3 },
  );
  expect(compared).toBeGreaterThan(300);
});

describe("The engine", () => {
  const made = (pattern: string, longest: number): LinearPattern => {
    const { source, flags, cost } = translatePattern(pattern);
    const form = formFor(cost, "matches");
    if (form === undefined) throw new Error(`There is no linear form of ${pattern}.`);
    return new LinearPattern(new RegExp(source, `g${flags}`), form.source, longest);
  };

  test("is JavaScript's for short texts, and the linear one for others", () => {
    const pattern = made("\\s+$", 1000);
    expect([pattern.engineFor(" ".repeat(1000)), pattern.engineFor(" ".repeat(1001))]).toEqual([
      "native",
      "linear",
    ]);
    expect(`a${" ".repeat(2000)}`.replace(pattern, "")).toBe("a");
  });

  test("takes steps from the request for what it matches", () => {
    beginStretch(undefined);
    const pattern = made("\\s+$", 1000);
    expect(() => {
      for (let count = 0; count < 100; count++) `${" ".repeat(100_000)}a${count}`.search(pattern);
    }).toThrow(WorkLimitError);
    beginStretch(undefined);
  });

  test("takes steps for what it reads again behind a match", () => {
    beginStretch(undefined);
    expect(() => "a".repeat(100_000).replace(made("(?s)a(?:.*c)?", 64), "")).toThrow(WorkLimitError);
    beginStretch(undefined);
    expect("a1".repeat(100_000).replace(made("a+\\d", 64), "")).toBe("");
  });

  test("does not stop for what would keep JavaScript's busy for ever", () => {
    expect(made("^(a+)+$", 0).test(`${"a".repeat(50_000)}b`)).toBe(false);
  });
});
