/** What is said of the time that patterns take, held to what another analyser says. */

import { describe, expect, it } from "vitest";
import { ecmaScriptCost } from "../../compiler/parse/pattern/ecma-pattern.js";
import { translatePattern } from "../../runtime/pattern/index.js";
import { checkSync } from "../support/recheck.js";

const degree = (pattern: string): number => translatePattern(pattern).cost.degree;

describe("Steps may double with a few characters", () => {
  it.each([
    "^(a+)+$",
    "^(?:\\d+,?)+$",
    "^(\\w+\\s?)*$",
    "^(a|a?)+$",
    "^(a|aa)+$",
    "(?i)^(A|b|a)*c",
    "((ab)*)*c",
    "(.|\\s)*x",
    "(x+x+)+y",
    "(?=(a+)+$)",
    "^(\\p{L}+[ _-]?)+$",
    "^(?:[^\\s]+|\\S)*!$",
    "^(a{1,40}){1,40}$",
    "^(([a-z])+.)+[A-Z]([a-z])+$",
    "^((?=a)a+)+$",
    "^(\\p{Armenian}+\\p{Lu}?)+$",
    "^([\\x{500}-\\x{600}]+\\p{Armenian}?)+$",
    "^([^\\x{400}-\\x{4ff}\\x{501}-\\x{600}]+[\\x{4f0}-\\x{510}]?)+$",
    "^((?!b)a+)+$",
    "^(\\ba+)+$",
    "^(?:(?>a)|(?>aa))*$",
    "^(a)(?:\\1+)+$",
    "(?<=(?:a+)+)b",
  ])("%s", (pattern) => {
    expect(degree(pattern)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("Steps grow with a power of the length", () => {
  it.each<[string, number]>([
    ["\\s+$", 2],
    ["a+b", 2],
    ["^.*a.*b.*c$", 3],
    ["^\\s+|\\s+$", 2],
    ["(?s)a(?:.*c)?", 2],
    ["(?:a+b)?", 2],
    [".*foo", 2],
    ["^.*?x.*$", 2],
    ["(?=.*x)a", 2],
    ["^(?:(?=a*b)a)*$", 2],
    ["<[^>]*>", 2],
  ])("%s", (pattern, expected) => {
    expect(degree(pattern)).toBe(expected);
  });
});

describe("Steps grow with the length", () => {
  it.each([
    "(a+)+",
    "(aa+)*",
    "\\s+",
    "a.c",
    "\\bfoo\\b",
    "^(?:a+)++$",
    "^(?>a+)+$",
    "^(\\d+)(,\\d+)*$",
    "^(?:[0-9a-f]{2}){16}$",
    "^(?:\\d\\s?){13,19}$",
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    '^"(?:[^"\\\\]|\\\\.)*"$',
    '^"(?:[^"\\\\]++|\\\\.)*+"$',
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$",
    "^((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)$",
    "^[\\w.+-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$",
    "^(?=.*[a-z])(?=.*\\d).{8,}$",
    "^(['\"])[^'\"]*\\1$",
  ])("%s", (pattern) => {
    expect(degree(pattern)).toBe(1);
  });
});

describe("Too large patterns count as those whose steps may double", () => {
  it.each([
    ["nested repetitions of nothing", `${"(?:".repeat(190)}${"){10}".repeat(190)}`],
    ["nested repetitions", `${"(?:".repeat(190)}a${"){10}".repeat(190)}`],
    ["nested atomic groups", `${"(?>(?:".repeat(60)}a${"){10})".repeat(60)}`],
    ["many parts that may be left out", "a?".repeat(4_000)],
    ["many branches", `(?:${"a|".repeat(4_000)}b)+$`],
    ["loops around parts that may be left out", `${"(?:".repeat(30)}${"a?".repeat(300)}${")*".repeat(30)}`],
  ])("%s", (_, pattern) => {
    expect(degree(pattern)).toBe(Number.POSITIVE_INFINITY);
  });
});

/** Patterns out of few words, so that loops meet. */
function patterns(count: number): readonly string[] {
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const pick = (list: readonly string[]) => list[random(list.length)] ?? "";
  const part = (depth: number): string => {
    if (depth === 0 || random(3) === 0) return pick(["a", "b", "[ab]", "[^a]", "c"]);
    const inner = Array.from({ length: 1 + random(3) }, () => part(depth - 1)).join(pick(["", "", "|"]));
    return `(?:${inner})${pick(["*", "+", "?", "", "{2}", "*?"])}`;
  };
  return Array.from(
    { length: count },
    () => `${pick(["^", ""])}${part(2)}${part(2)}${pick(["$", "c", "", "$"])}`,
  );
}

it("Nothing is called linear that another analyser finds slow", () => {
  let slow = 0;
  for (const pattern of patterns(60)) {
    const found = checkSync(pattern, "u", { checker: "automaton", timeout: 400 });
    if (found.status !== "vulnerable") continue;
    slow++;
    expect([pattern, ecmaScriptCost(pattern).degree > 1]).toEqual([pattern, true]);
    if (found.complexity.type === "exponential")
      expect([pattern, ecmaScriptCost(pattern).degree]).toEqual([pattern, Number.POSITIVE_INFINITY]);
  }
  expect(slow).toBeGreaterThan(10);
}, 60_000);
