import { describe, expect, test } from "vitest";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseXPath } from "../../compiler/parse/xpath/xpath.js";
import { MappedText, SourceText } from "../../compiler/source/source-text.js";
import type { Expression } from "../../compiler/syntax/xpath.js";
import { value } from "../functions/value.js";
import { diagnose, isError } from "../support/compile.js";
import { expectLinear } from "../support/growth.js";
import { apiFiles, samples } from "../support/samples.js";

interface Parsed {
  readonly expression: Expression | undefined;
  /** `column code message`, columns counted from 1. */
  readonly errors: readonly string[];
}

function parse(text: string): Parsed {
  const reporter = new Reporter();
  const source = new SourceText("case.xml", text);
  const expression = parseXPath(MappedText.ofFile(source), reporter, functions);
  const errors = reporter
    .sorted()
    .map(({ span, code, message }) => `${(span?.start ?? -1) + 1}-${span?.end} ${code} ${message}`);
  return { expression, errors };
}

/** `test/differential/` has any expression, with the recommendation as the judge: these are what it does not come across. */
samples("names that are operators elsewhere (§3.7), and white space", [
  value(`json-parse('{"a":{"div":6,"mod":4}}')/a[div div mod = 1.5]/div`, 6),
  value(`json-parse('{"a":{"mod":7,"div":4}}')/a[mod mod div = 3]/mod`, 7),
  value(`json-parse('{"a":{"or":1,"and":2}}')/a[or or or and and and and]/and`, 2),
  value(`json-parse('{"a":{"b":3}}')/a[* * * = 9]/b`, 3),
  value(`json-parse('{"a":{"div":{"text":5}}}')/a/div/text`, 5),
  value(`json-parse('{"child":{"self":5}}') / child :: child / child::self/self::self`, 5),
  value(`json-parse('{"a-b.c_d":5,"größe":6}')/a-b.c_d`, 5),
  value(`json-parse('{"größe":6}')\t/\r\ngröße`, 6),
  value(`count(json-parse('{"__proto__":{"constructor":1}}')/__proto__/constructor)`, 1),
  value("1or 0", true),
  value("(((1)) + 2)*3", 9),
  value("---1", -1),
  value("1.", 1),
]);

describe("errors stand at their place", () => {
  const unexpected = (found: string, expected: string) =>
    `FLOW2001 Unexpected ${found} in this XPath expression, expected ${expected}.`;
  const more = "an operator or the end of the expression";
  const name = "a name, * or a node test";
  test.each([
    ["1 +", `4-3 ${unexpected("end of text", "an expression")}`],
    ["1 + + 2", `5-5 ${unexpected('"+"', "an expression")}`],
    ["1 2", `3-3 ${unexpected('"2"', more)}`],
    ["a b", `3-3 ${unexpected('"b"', more)}`],
    ["a 'b'", `3-5 ${unexpected("string", more)}`],
    ["a $b", `3-4 ${unexpected('"$b"', more)}`],
    ["(1", `3-2 ${unexpected("end of text", '")"')}`],
    ["1)", `2-2 ${unexpected('")"', more)}`],
    ["f(1", `4-3 ${unexpected("end of text", '"," or ")"')}`],
    ["f(1,)", `5-5 ${unexpected('")"', "an expression")}`],
    ["f(,1)", `3-3 ${unexpected('","', "an expression")}`],
    ["a[1", `4-3 ${unexpected("end of text", '"]"')}`],
    ["a[]", `3-3 ${unexpected('"]"', "an expression")}`],
    ["a/", `3-2 ${unexpected("end of text", name)}`],
    ["//", `3-2 ${unexpected("end of text", name)}`],
    ["a///b", `4-4 ${unexpected('"/"', name)}`],
    ["@", `2-1 ${unexpected("end of text", name)}`],
    ["child::", `8-7 ${unexpected("end of text", name)}`],
    ["a/1", `3-3 ${unexpected('"1"', name)}`],
    ["a/$b", `3-4 ${unexpected('"$b"', name)}`],
    ["a ! b", `3-3 ${unexpected('"!"', more)}`],
    ["a # b", `3-3 ${unexpected('"#"', more)}`],
    ["a + 😀", `5-6 ${unexpected('"😀"', "an expression")}`],
    ["$", `1-1 ${unexpected('"$"', "an expression")}`],
    ["$1", `1-1 ${unexpected('"$"', "an expression")}`],
    ["a:", `2-2 ${unexpected('":"', more)}`],
    ["a/f()", `4-4 ${unexpected('"("', "a step: a function call can only start a path")}`],
    ["a + 'b", "5-6 FLOW2002 This string literal has no closing quote."],
    ["a + \"b'", "5-7 FLOW2002 This string literal has no closing quote."],
    ["a/parents::b", "3-9 FLOW2006 There is no axis parents::."],
    ["__proto__::b", "1-9 FLOW2006 There is no axis __proto__::."],
    ["", "1-0 FLOW2005 An XPath expression is missing here."],
    [" \n", "1-2 FLOW2005 An XPath expression is missing here."],
  ])("%s", (text, error) => {
    expect(parse(text)).toEqual({ expression: undefined, errors: [error] });
  });

  test("the first error is the one that is reported, whatever stands behind it", () => {
    expect(parse("1 2 # 'a").errors).toEqual([`3-3 ${unexpected('"2"', more)}`]);
    expect(parse("1 2 # 3").errors).toEqual([`3-3 ${unexpected('"2"', more)}`]);
  });
});

test("spans cover what they stand for", () => {
  const text = " concat( $a/b[1] , 'x' ) = -2 ";
  const at = (span: { start: number; end: number }) => text.slice(span.start, span.end);
  const { expression } = parse(text);
  if (expression?.kind !== "binary" || expression.left.kind !== "call") throw new Error("other tree");
  const { left, right } = expression;
  expect([at(expression.span), at(left.span), at(left.nameSpan), at(right.span)]).toEqual([
    text.trim(),
    "concat( $a/b[1] , 'x' )",
    "concat",
    "-2",
  ]);
  expect(left.arguments.map(({ span }) => at(span))).toEqual(["$a/b[1]", "'x'"]);
  const [path] = left.arguments;
  if (path?.kind !== "path" || typeof path.start === "string") throw new Error("other tree");
  expect([at(path.start.span), ...path.steps.map(({ span }) => at(span))]).toEqual(["$a", "b[1]"]);
});

describe("hostile input has bounds", () => {
  const many = 100_000;
  const tooDeep = "FLOW2008 This expression is nested too deeply.";

  test.each([
    ["parentheses", "(".repeat(many)],
    ["predicates", "a[".repeat(many)],
    ["calls", "f(".repeat(many)],
    ["closed parentheses", `${"(".repeat(many)}1${")".repeat(many)}`],
    ["a chain of or", `1${" or 1".repeat(many)}`],
    ["a chain of +", `1${"+1".repeat(many)}`],
    ["a union", `a${"|a".repeat(many)}`],
    ["mixed operators in brackets", "1+(2*(".repeat(many)],
  ])("%s", (_, text) => {
    const { expression, errors } = parse(text);
    expect(expression).toBeUndefined();
    expect(errors).toEqual([expect.stringContaining(tooDeep)]);
  });

  test.each([
    ["a sign", `${"-".repeat(many)}1`],
    ["steps", `a${"/a".repeat(many)}`],
    ["steps from a variable", `$x${"/a".repeat(5 * many)}`],
    ["arguments", `f(1${",1".repeat(many)})`],
    ["predicates one after another", `a${"[1]".repeat(many)}`],
    ["a literal", `'${"x".repeat(many)}'`],
    ["a name", "x".repeat(many)],
    ["a number", "1".repeat(many)],
    ["space", `${" ".repeat(many)}1`],
  ])("many of %s is only long", (_, text) => {
    const { expression, errors } = parse(text);
    expect(errors).toEqual([]);
    expect(expression).toBeDefined();
  });

  const chain = (length: number) => Array.from({ length }, () => "$request/get/x").join(" = ");
  test("comparisons of comparisons up to the bound become code, and more are found", async () => {
    const flowWith = (length: number) => apiFiles({ "/x": `<eval out="$x">${chain(length)}</eval>` });
    expect((await diagnose(flowWith(201))).filter(isError)).toEqual([]);
    expect((await diagnose(flowWith(800))).map(({ code }) => code)).toEqual(["FLOW2008"]);
  });

  test("depth up to the bound is accepted", () => {
    expect(parse(`${"(".repeat(199)}1${")".repeat(199)}`).errors).toEqual([]);
    expect(parse(`${"(".repeat(200)}1${")".repeat(200)}`).errors).toEqual([expect.stringContaining(tooDeep)]);
    expect(parse(`1${" or 1".repeat(1000)}`).errors).toEqual([]);
    expect(parse(`1${" or 1".repeat(1001)}`).errors).toEqual([expect.stringContaining(tooDeep)]);
  });

  test("time grows with the length, not faster", () => {
    const run = (length: number) =>
      expect(parse(`f(${"$a/b[c]/e, 1.5, ".repeat(length)}1)`).errors).toEqual([]);
    expectLinear(run, 1000);
  });
});
