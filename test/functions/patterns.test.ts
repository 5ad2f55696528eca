import { describe, expect, it } from "vitest";
import { replacement } from "../../runtime/language/functions/matching-functions.js";
import { translatePattern } from "../../runtime/pattern/translate-pattern.js";
import { compileFiles } from "../support/compile.js";
import { findings } from "../support/findings.js";
import { apiFiles, type Sample, samples } from "../support/samples.js";
import { value } from "./value.js";

/** A pattern that comes with the request. */
const dynamic = (expression: string, pattern: string, json: unknown, rest: Partial<Sample> = {}): Sample => ({
  ...value(expression, json),
  name: `${expression} with ${pattern.slice(0, 40)}`,
  request: { query: `p=${encodeURIComponent(pattern)}` },
  ...rest,
});

const alerts =
  (topic: string, message: RegExp): NonNullable<Sample["check"]> =>
  ({ log }) =>
    expect(log).toMatchObject([{ topic, message: expect.stringMatching(message) }]);

samples("matches", [
  value("matches('FIT', '^f.', 'i')", true),
  value("matches('FIT', '^f.')", false),
  value("matches('xFITx', 'FIT')", true),
  value("matches('a\nb', 'a.b')", false),
  value("matches('a\nb', 'a.b', 's')", true),
  value("matches('a\nb', '^b$')", false),
  value("matches('a\nb', '^b$', 'm')", true),
  value("matches($request/get/t, 'a$', 'm')", false, "t=a%0D%0Ab"),
  value("matches('ab', 'a b # comment', 'x')", true),
  value("matches('b\n', 'b$')", true),
  value("matches('b\n', 'b\\z')", false),
  value("matches('a\u2028b', 'a.b')", true),
  value("matches('\u00a0', '\\s')", false),
  value("matches('x', '')", true),
  value("matches('\u017f', '^[[:alpha:]]$', 'i')", true),
  value("matches(string(12), '^\\d+$', '')", true),
  dynamic("matches('FIT', $request/get/p, 'i')", "^f.", true),
  dynamic("matches('FIT', $request/get/p)", "(", false, {
    check: alerts("matches", /^The pattern "\(" cannot be used: an opening parenthesis/),
  }),
  dynamic(`matches('${"a".repeat(50)}b', $request/get/p)`, "^(a+)+$", false),
  dynamic(`matches('${"a".repeat(50)}', $request/get/p)`, "^(a+)+$", true),
  dynamic(`matches('${"a".repeat(50)}b', $request/get/p)`, "^((?=a)a+)+$", false, {
    check: alerts("matches", /cannot be used: some texts could keep it busy for very long/),
  }),
  dynamic(`matches('${" ".repeat(4000)}b', $request/get/p)`, "(\\s)\\1+$", false, {
    check: alerts("matches", /cannot be used: some texts could keep it busy for very long/),
  }),
  {
    ...value(`matches('${" ".repeat(4000)}b', '(\\s)\\1+$')`, false),
    name: "a long text for a constant pattern that no other engine has",
    check: alerts("pattern", /A text of 4001 characters is too long for the pattern/),
  },
  ...["^([a-z]{1,10} ?){1,10}$", "^(a{1,10}){1,10}$"].flatMap((pattern) => {
    const text = `'${"a".repeat(61)}!'`;
    return [
      dynamic(`matches(${text}, $request/get/p)`, pattern, false),
      value(`matches(${text}, '${pattern}')`, false),
    ];
  }),
  dynamic(
    "matches('FIT', $request/get/p)",
    `(?!x)${"(?:".repeat(30)}${"a?".repeat(300)}${")*".repeat(30)}`,
    false,
    {
      check: alerts("matches", /cannot be used: some texts/),
    },
  ),
  dynamic("matches('FIT', 'F', $request/get/p)", "q", false, { check: alerts("matches", /no modifier q/) }),
  dynamic("matches('FIT', $request/get/p)", "a".repeat(10_001), false, {
    check: alerts("matches", /longer than 10000 characters/),
  }),
]);

samples("replace", [
  value("replace('FIT', '^F', 'H')", "HIT"),
  value("replace('banAna', 'na', 'l', 'i')", "ball"),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine's own notation
  value("replace('foo-bar-baz', 'b(.)(.)', 'b$1$1$1${7}$2$2$2')", "foo-baaarrr-baaazzz"),
  value("replace('ab', '(a)(b)', '$2$10')", "b"),
  value("replace('ab', 'a', '$0$0')", "aab"),
  value("replace('ab', 'a', '$')", "$b"),
  value("replace('ab', 'a', '$$x$&')", "$$x$&b"),
  value("replace('abc', 'x*', '-')", "-a-b-c-"),
  value("replace('b', 'x*|b', '-')", "-b-"),
  value("replace('b', '^(x?|b)*', '-')", "-"),
  value("replace('a.b', '\\.', '')", "ab"),
  value("replace('a\\b', '\\\\', '/')", "a/b"),
  value("replace('aaab', '(?>(a+))(b)', '$2$1')", "baaa"),
  value("replace('http://a/b', '^http://[^/]+', $request/get/to)", "$x/b", "to=%24x"),
  value("replace('ab', '(?>(a))(b)', $request/get/to)", "ba", "to=%242%241"),
  dynamic("replace('foo-bar', $request/get/p, '<$1>')", "o(.)", "f<o>-bar"),
  dynamic("replace('foo-bar', $request/get/p, '$2$1')", "^f(?>(o+))(-)", "-oobar"),
  dynamic("replace('secret', $request/get/p, 'x')", "[", "", {
    check: alerts("replace", /a bracket \[ has no \]/),
  }),
]);

/** The tokens of a `split()` as JSON. */
const split = (call: string, json: unknown, query?: string) => value(`array(${call})`, json, query);

samples("split", [
  split("split('A B C')", ["A", "B", "C"]),
  split("split(' A\n\tB  ')", ["A", "B"]),
  split("split('A:B : C', '\\s*:\\s*')", ["A", "B", "C"]),
  split("split('AXBxC', '(?i)x')", ["A", "B", "C"]),
  split("split('AXBxC', 'x')", ["AXB", "C"]),
  split("split('x1\nx2', '(?m)^x')", ["1\n", "2"]),
  split("split('a1 b', '(?x) \\d \\s # a digit')", ["a", "b"]),
  split("split('a,,b,', ',')", ["a", "b"]),
  split("split('a1b2c', '(\\d)')", ["a", "b", "c"]),
  split("split('a𝄞b', '')", ["a", "𝄞", "b"]),
  split("split('', ',')", []),
  split("split('__proto__ constructor')", ["__proto__", "constructor"]),
  value("split('A  B C')[2]", "B"),
  value("count(split('A B C'))", 3),
  value("name(split('A'))", "token"),
  {
    name: "in a loop",
    flow: `<template>[ {{loop array(split("Alice.Bob.Eve", "\\.")) }} {{ . }} {{end}} ]</template>`,
    json: ["Alice", "Bob", "Eve"],
  },
  dynamic("array(split('a-b', $request/get/p))", "-", ["a", "b"]),
  dynamic("count(split('a-b', $request/get/p))", "(?R)", 0, {
    check: alerts("split", /\(\?R has no counterpart/),
  }),
]);

findings("Constant patterns", {
  "an unclosed group": {
    flow: "<template>{{ matches('a', '(a') }}</template>",
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW2011 This regular expression cannot be used: an opening parenthesis/,
  },
  recursion: {
    flow: "<template>{{ replace('a', '(?R)', '') }}</template>",
    finds: "error",
    message: /FLOW2011.*has no counterpart/,
  },
  "a modifier that does not exist": {
    flow: "<template>{{ matches('a', 'a', 'ig') }}</template>",
    finds: "error",
    message: /FLOW2011.*there is no modifier g/,
  },
  "a loop in a loop": "<template>{{ matches($request/path, '^(a+)+$') }}</template>",
  "a loop in a loop, for which there is no other engine": {
    flow: "<template>{{ matches($request/path, '^(a+)+(?!b)') }}</template>",
    finds: "warning",
    message: /FLOW2080 This regular expression is used for texts of up to 4 characters/,
  },
  "two loops of which one is behind the other": {
    flow: "<template>{{ replace($request/path, '(\\s)\\s*\\1$', '') }}</template>",
    finds: "warning",
    message: /FLOW2080 This regular expression is used for texts of up to \d+ characters/,
  },
  "a loop in a loop that a comment allows":
    "<!-- flowc-ignore FLOW2080 --><template>{{ matches($request/path, '^(a+)+(?!b)') }}</template>",
  "one that the client chooses a part of": {
    flow: "<template>{{ matches('a', concat('^', $request/get/p)) }}</template>",
    finds: "warning",
    message: /FLOW2081 The client chooses/,
  },
  "one from the environment": "<template>{{ matches('a', concat('^', $env/P)) }}</template>",
  "an unclosed bracket in split": {
    flow: "<template>{{ count(split('a', '[')) }}</template>",
    finds: "error",
    message: /FLOW2011/,
  },
});

describe("A translated pattern", () => {
  it.each<[string, string, string]>([
    ["^[a-zA-Z0-9]+$", "", "/^[a-zA-Z0-9]+(?=\\n?$)/u"],
    ["^f.", "i", "/^f[^\\n]/iu"],
    ["(?i)x", "", "/x/iu"],
    ["a(?i)b|c", "", "/a[bB]|[cC]/u"],
    ["(?i:[a-c]1)Z", "", "/[a-cA-C]1Z/u"],
    ["x(?i)s\u212a\u03c2\u0131", "", "/x[sS\u017f][\u212akK][\u03c2\u03a3\u03c3]\u0131/u"],
    ["(?x) a b # c\n d", "", "/abd/u"],
    ["(?s).(?-s).", "", "/[^][^\\n]/u"],
    ["(?U)a+b+?", "", "/a+?b+/u"],
    ["a++b", "", "/(?:a+(?!a))b/u"],
    ["a{3}+b", "", "/a{3}b/u"],
    ["(ab)*+c", "", "/(?:(?=((ab)*))\\1)c/u"],
    ["(?>a|ab)(c)\\1", "", "/(?:(?=(a|ab))\\1)(c)\\2/u"],
    ["(?P<x>a)(?P=x)\\k{x}\\g{-1}", "", "/(a)\\1\\1\\1/u"],
    ["(a)\\1\\x31", "", "/(a)\\1(?:)1/u"],
    ["[]a-]", "", "/[\\]a\\-]/u"],
    ["[[.][a[=]", "", "/[\\[.][a\\[=]/u"],
    ["[^[:alpha:]]", "", "/[^A-Za-z]/u"],
    ["\\Qa.b\\E+", "", "/a\\.b+/u"],
    ["\\p{Greek}\\pL\\P{Lu}\\p{^Lu}", "", "/\\p{Script=Greek}\\p{L}\\P{Lu}\\P{Lu}/u"],
    ["a/b</script>", "", "/a\\/b<\\/script>/u"],
    ["\\cA\\e\\x{2028}\u202e", "", "/\\u{1}\\u{1b}\\u{2028}\\u{202e}/u"],
    ["(?#comment)a(?#another)+", "", "/a+/u"],
    ["(?:a|b)(?=c)?", "", "/(?:a|b)(?:(?=c))?/u"],
    ["", "", "/(?:)/u"],
  ])("%s with %j", (pattern, modifiers, expected) => {
    const { source, flags } = translatePattern(pattern, modifiers);
    expect(`/${source}/${flags}`).toBe(expected);
    // As a literal, it is what it is as a string.
    expect(new RegExp(source, flags).source).toBe(source);
  });

  it.each<[string, string]>([
    [`a${"*".repeat(20)}`, "too many quantifiers"],
    [`${"(".repeat(300)}${")".repeat(300)}`, "nested more than 200 deep"],
    ["*a", "nothing that *"],
    ["a|{2}", "nothing that {…}"],
    ["a)", "closing parenthesis"],
    ["a{2,1}", "wrong order"],
    ["a{70000}", "more than 65535"],
    ["[z-a]", "wrong order"],
    ["[[:foo:]]", "no class [:foo:]"],
    ["[[.a.]]", "[.a.] has no counterpart"],
    ["\\2(a)", "no group 2"],
    ["\\k<x>", "no group x"],
    ["(?<a>b)(?<a>c)", "two groups"],
    ["\\K", "\\K has no counterpart"],
    ["\\G", "\\G has no counterpart"],
    ["\\X", "\\X has no counterpart"],
    ["(*SKIP)a", "verbs"],
    ["(?(1)a)", "(?( has no counterpart"],
    ["(?|a)", "(?| has no counterpart"],
    ["(?&x)", "(?& has no counterpart"],
    ["(?J)a", "the flag J"],
    ["(?xx)[a b]", "the flag xx"],
    ["(?<=a++)b", "inside a lookbehind"],
    ["\\p{constructor}", "has no counterpart"],
    ["a\\", "a backslash"],
    ["\\x{110000}", "no character"],
    ["\\x{1,2}", "\\x has no counterpart"],
    ["\\o{8}", "\\o has no counterpart"],
  ])("is refused: %s", (pattern, reason) => {
    expect(() => translatePattern(pattern)).toThrow(reason);
  });

  it("becomes a literal in the generated code, with the replacement as JavaScript writes it", async () => {
    const flow = `<eval out="$x">replace($request/path, "(a)/", "$1$1$2")</eval><eval out="$y">replace($x, "(?>a)(b)", $x)</eval><eval out="$z">matches($x, $y)</eval><template>[ {{ $x }}, {{ $y }}, {{ $z }} ]</template>`;
    const { modules } = await compileFiles(apiFiles({ "/x": flow }));
    const text = modules.map((module) => module.text).join("\n");
    expect(text).toContain('replace(string(at($.request, "path")), /(a)\\//gu, "$1$1")');
    expect(text).toContain("replace($.x, /(?:(?=(a))\\1)(b)/gu, replacement($.x, 2))");
    expect(text).toContain("matchesPattern($, $.x, $.y)");
  });

  it("numbers the groups of a replacement", () => {
    expect(replacement("$1$2$3$$", 2, 4)).toBe("$2$4$$$$");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the engine's own notation
    expect(replacement("$1${3}0$$01", 2)).toBe("$020$$$2");
  });
});
