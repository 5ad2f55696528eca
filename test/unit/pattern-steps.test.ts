/** Which patterns JavaScript's engine may match, and up to which length: held to an analyser, and to the clock of the processor. */
import { describe, expect, it, test } from "vitest";
import { ecmaScriptCost } from "../../compiler/parse/pattern/ecma-pattern.js";
import { translatePattern } from "../../runtime/pattern/translate-pattern.js";
import { checkSync } from "../support/recheck.js";

const isNative = (pattern: string): boolean =>
  translatePattern(pattern).cost.nativeLength === Number.POSITIVE_INFINITY;

describe("JavaScript's engine gets texts of any length for", () => {
  it.each([
    "\\s+",
    ",\\s*",
    "a.c",
    "\\bfoo\\b",
    '"[^"]*"',
    "\\$([A-Za-z_][\\w-]*)",
    "^(?>a+)+$",
    "^(\\d+)(,\\d+)*$",
    "^(?:[0-9a-f]{2}){16}$",
    "^(?:\\d\\s?){13,19}$",
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    "^[\\w.+-]+@[\\w-]+\\.[\\w.-]+$",
    '^"(?:[^"\\\\]|\\\\.)*"$',
    '^"(?:[^"\\\\]++|\\\\.)*+"$',
    "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
    "^-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$",
    "^((25[0-5]|2[0-4]\\d|1?\\d?\\d)\\.){3}(25[0-5]|2[0-4]\\d|1?\\d?\\d)$",
    "^(?=.*[a-z])(?=.*\\d).{8,}$",
    "^(['\"])[^'\"]*\\1$",
    "(?i)^[a-z]{2,3}(-[a-z]+)*$",
    '(?<!\\\\)"',
    "^((?!-)[A-Za-z0-9-]{1,63}(?<!-)\\.)+[A-Za-z]{2,6}$",
    "^(?!.*\\.\\.)(?!\\.)[\\w.]{1,64}(?<!\\.)$",
  ])("%s", (pattern) => {
    expect(isNative(pattern)).toBe(true);
  });
});

describe("JavaScript's engine gets short texts only for", () => {
  it.each([
    // Some texts double the steps with each character.
    "^(a+)+$",
    "^(a|aa)+$",
    "(?i)^(A|b|a)*c",
    "((ab)*)*c",
    "(.|\\s)*x",
    "(?=(a+)+$)",
    "^(\\p{L}+[ _-]?)+$",
    "^((?=a)a+)+$",
    "^(\\ba+)+$",
    "^(?:(?>a)|(?>aa))*$",
    "^(a)(?:\\1+)+$",
    "(?<=(?:a+)+)b",
    "^(?:(?i:\u017f)|s)+$",
    "(?i)^(?:[\u0100-\u0200]|s)+$",
    "(?i)^(?:\\w|\u212a)+$",
    "(?i)^(?:\\P{Lu}|A)+$",
    `^${"(?:|)".repeat(30)}a*$`,
    `^a*${"(?:a?)?".repeat(20)}$`,
    // Loops with an end can take as long.
    "^([a-z]{1,10} ?){1,10}$",
    "^(a{1,10}){1,10}$",
    "^((a{0,9}){0,9}){0,9}$",
    "^(?:a?){30}a{30}$",
    // The steps grow with a power of the length.
    "\\s+$",
    "a+b",
    "<[^>]*>",
    "^.*a.*b.*c$",
    "(?s)a(?:.*c)?",
    "(?=.*x)a",
    "^(?:(?=a*b)a)*$",
    "a(?:a*b)*",
    "(a*)\\1\\1b",
    "(?<=a*)b",
    "^a*(?=.*b)",
    "^(?:(?=(?:a?){20})a)*$",
    // They are too many for each character.
    `(?:${"a|".repeat(4_000)}b)+$`,
    `${"(?:".repeat(190)}a${"){10}".repeat(190)}`,
    `${"(?>(?:".repeat(60)}a${"){10})".repeat(60)}`,
    "a?".repeat(4_000),
  ])("%s", (pattern) => {
    expect(isNative(pattern)).toBe(false);
  });
});

/** Patterns out of few words, so that loops meet; most of those that JavaScript's engine gets are easy to get wrong. */
function patterns(count: number, seed: number): readonly string[] {
  let state = seed;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const pick = (list: readonly string[]) => list[random(list.length)] ?? "";
  const quantifier = () => pick(["*", "+", "?", "", "", "{2}", "*?", "{1,10}", "{0,3}", "{2,}", "{0,60}"]);
  const part = (depth: number): string => {
    const character = pick(["a", "b", "[ab]", "[^a]", "c", "\\w", "\\d", "-", " ", ",", ".", "[^,]"]);
    if (depth === 0 || random(3) === 0) return `${character}${quantifier()}`;
    const inner = Array.from({ length: 1 + random(3) }, () => part(depth - 1)).join(pick(["", "", "|"]));
    const open = pick(["(?:", "(", "(?:", "(", "(?=", "(?!", "(?<=", "\\b(?:"]);
    return `${open}${inner})${/[=!]/.test(open) ? "" : quantifier()}`;
  };
  return Array.from(
    { length: count },
    () => `${pick(["^", "^", ""])}${part(2)}${part(2)}${pick(["$", "c", "", "$"])}`,
  );
}

/** The time of the processor, in milliseconds. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test("Nothing that another analyser calls vulnerable runs natively on long texts, nor for long on short ones", () => {
  const counts = { native: 0, vulnerable: 0 };
  // For conditions, the analyser can only guess.
  for (const pattern of patterns(220, 23).filter((one) => !/\(\?<?[=!]/.test(one))) {
    const { nativeLength } = ecmaScriptCost(pattern);
    const isUnbounded = nativeLength === Number.POSITIVE_INFINITY;
    if (isUnbounded) counts.native++;
    // The ones that are native, and some others.
    else if (counts.vulnerable > 10) continue;
    const found = checkSync(pattern, "u", { checker: "automaton", timeout: 400 });
    if (found.status !== "vulnerable") continue;
    expect([pattern, isUnbounded]).toEqual([pattern, false]);
    counts.vulnerable++;
    const attack = found.attack.string.slice(0, nativeLength);
    expect([pattern, timeOf(() => new RegExp(pattern, "u").test(attack)) < 50]).toEqual([pattern, true]);
  }
  expect(counts.native).toBeGreaterThan(15);
  expect(counts.vulnerable).toBeGreaterThan(5);
}, 300_000);

test("JavaScript's engine is quick with the texts that it gets", () => {
  const pumps = ["a", "b", "ab", "a,", "a-", "aab", "c", ",", " ", "a b", "abc", "1", "a1"];
  const slow: unknown[] = [];
  let native = 0;
  for (const pattern of patterns(1_500, 7)) {
    const { nativeLength, boundedLength } = ecmaScriptCost(pattern);
    const regexp = new RegExp(pattern, "u");
    if (nativeLength === Number.POSITIVE_INFINITY) native++;
    for (const pump of pumps)
      for (const [length, most] of [
        [nativeLength, 100],
        [boundedLength, 300],
      ] as const) {
        const text = `${pump.repeat(Math.min(length, 20_000) / pump.length)}!`.slice(0, length);
        if (timeOf(() => regexp.test(text)) > most) slow.push({ pattern, pump, length });
      }
  }
  expect(slow).toEqual([]);
  expect(native).toBeGreaterThan(200);
}, 120_000);
