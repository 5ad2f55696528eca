import { describe, expect, test } from "vitest";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseXPath } from "../../compiler/parse/xpath/xpath.js";
import { MappedText, SourceText } from "../../compiler/source/source-text.js";
import { axes, type Expression, type Step } from "../../compiler/syntax/xpath.js";
import { expectLinear } from "../support/growth.js";

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

/** An expression written with all abbreviations spelled out and all operators in parentheses. */
function show(expression: Expression): string {
  switch (expression.kind) {
    case "literal":
      return JSON.stringify(expression.value);
    case "number":
      return String(expression.value);
    case "variable":
      return `$${expression.name}`;
    case "negate":
      return `-(${show(expression.operand)})`;
    case "binary":
      return `(${show(expression.left)} ${expression.operator} ${show(expression.right)})`;
    case "call":
      return `${expression.name}(${expression.arguments.map(show).join(", ")})`;
    case "filter":
      return `{${show(expression.primary)}}${expression.predicates.map(showPredicate).join("")}`;
    case "path": {
      const start =
        expression.start === "context"
          ? ""
          : expression.start === "root"
            ? "/"
            : `${show(expression.start)}/`;
      return start + expression.steps.map(showStep).join("/");
    }
    default:
      return expression satisfies never;
  }
}

const showPredicate = (predicate: Expression) => `[${show(predicate)}]`;

const showStep = ({ axis, test, predicates }: Step): string =>
  `${axis}::${showTest(test)}${predicates.map(showPredicate).join("")}`;

function showTest(nodeTest: Step["test"]): string {
  switch (nodeTest.kind) {
    case "name":
      return nodeTest.name;
    case "any-name":
      return "*";
    case "any-in-namespace":
      return `${nodeTest.prefix}:*`;
    case "type":
      return `${nodeTest.type}()`;
    case "processing-instruction":
      return nodeTest.target === undefined ? "pi()" : `pi(${JSON.stringify(nodeTest.target)})`;
    default:
      return nodeTest satisfies never;
  }
}

const shown = (text: string) => {
  const { expression, errors } = parse(text);
  return expression === undefined ? errors : show(expression);
};

describe("location paths (XPath 1.0 §2)", () => {
  test.each([
    ["a", "child::a"],
    ["a/b", "child::a/child::b"],
    ["/", "/"],
    ["/a", "/child::a"],
    ["//a", "/descendant-or-self::node()/child::a"],
    ["a//b", "child::a/descendant-or-self::node()/child::b"],
    [".", "self::node()"],
    ["..", "parent::node()"],
    ["../a", "parent::node()/child::a"],
    [".//a", "self::node()/descendant-or-self::node()/child::a"],
    ["@a", "attribute::a"],
    ["@*", "attribute::*"],
    ["//@a", "/descendant-or-self::node()/attribute::a"],
    ["*", "child::*"],
    ["/*", "/child::*"],
    ["a:b", "child::a:b"],
    ["a:*", "child::a:*"],
    ["@a:*", "attribute::a:*"],
    ["node()", "child::node()"],
    ["text()", "child::text()"],
    ["comment ( )", "child::comment()"],
    ["processing-instruction()", "child::pi()"],
    ["processing-instruction('x')", 'child::pi("x")'],
    ["@node()", "attribute::node()"],
    ["a[1]", "child::a[1]"],
    ["a[1][@b]", "child::a[1][attribute::b]"],
    ["a[b[c]]/d", "child::a[child::b[child::c]]/child::d"],
    ["a [ 1 ] / b", "child::a[1]/child::b"],
    ["..[1]", "expected"],
    ["child :: a", "child::a"],
    ["ancestor-or-self::*[last()]", "ancestor-or-self::*[last()]"],
    ["größe/naïve", "child::größe/child::naïve"],
    ["a-b.c_d", "child::a-b.c_d"],
    ["\t\r\n a \n", "child::a"],
  ])("%s", (text, expected) => {
    if (expected === "expected") expect(parse(text).errors).toHaveLength(1);
    else expect(shown(text)).toBe(expected);
  });

  test.each(axes)("%s::", (axis) => {
    expect(shown(`${axis}::a`)).toBe(`${axis}::a`);
    expect(shown(`$x/${axis}::node()`)).toBe(`$x/${axis}::node()`);
  });
});

describe("primary and filter expressions (§3.1 to §3.3)", () => {
  test.each([
    ["$a", "$a"],
    ["$a-b_c", "$a-b_c"],
    ["$_", "$_"],
    ["$a - b", "($a - child::b)"],
    ["$a -b", "($a - child::b)"],
    ["$a/b", "$a/child::b"],
    ["$a//b", "$a/descendant-or-self::node()/child::b"],
    ["$a[1]", "{$a}[1]"],
    ["$a[1]/b", "{$a}[1]/child::b"],
    ["(a)", "child::a"],
    ["(a)[1]", "{child::a}[1]"],
    ["(//a)[last()]/b", "{/descendant-or-self::node()/child::a}[last()]/child::b"],
    ["((1))", "1"],
    ["'a\"b'", '"a\\"b"'],
    ['"a\'b"', '"a\'b"'],
    ["''", '""'],
    ["'a\nb'", '"a\\nb"'],
    ["0", "0"],
    ["1.", "1"],
    [".5", "0.5"],
    ["1.50", "1.5"],
    ["007", "7"],
    ["f()", "f()"],
    ["f (1, 'a', b)", 'f(1, "a", child::b)'],
    ["f(g(h()))", "f(g(h()))"],
    ["a:f()", "a:f()"],
    ["f()[1]/a", "{f()}[1]/child::a"],
    ["f()/@b", "f()/attribute::b"],
  ])("%s", (text, expected) => expect(shown(text)).toBe(expected));
});

describe("operators and their precedence (§3.3 to §3.5)", () => {
  test.each([
    ["1 or 2 and 3", "(1 or (2 and 3))"],
    ["1 and 2 or 3", "((1 and 2) or 3)"],
    ["1 = 2 and 3 != 4", "((1 = 2) and (3 != 4))"],
    ["1 < 2 = 3 > 4", "((1 < 2) = (3 > 4))"],
    ["3 > 2 > 1", "((3 > 2) > 1)"],
    ["1 <= 2 >= 3", "((1 <= 2) >= 3)"],
    ["1 + 2 < 3 - 4", "((1 + 2) < (3 - 4))"],
    ["1 - 2 - 3", "((1 - 2) - 3)"],
    ["1 + 2 * 3", "(1 + (2 * 3))"],
    ["8 div 4 mod 3 * 2", "(((8 div 4) mod 3) * 2)"],
    ["-1", "-(1)"],
    ["--1", "-(-(1))"],
    ["---1", "-(1)"],
    ["-1 - -1", "(-(1) - -(1))"],
    ["-a | b", "-((child::a | child::b))"],
    ["a | b | c", "((child::a | child::b) | child::c)"],
    ["a|b/c", "(child::a | child::b/child::c)"],
    ["2 * -3", "(2 * -(3))"],
    ["(1 + 2) * 3", "((1 + 2) * 3)"],
    ["1=1", "(1 = 1)"],
    ["a<b", "(child::a < child::b)"],
    ["a-b", "child::a-b"],
    ["a -b", "(child::a - child::b)"],
    ["1-1", "(1 - 1)"],
    ["a='b'or c", '((child::a = "b") or child::c)'],
    ["1or 2", "(1 or 2)"],
  ])("%s", (text, expected) => expect(shown(text)).toBe(expected));
});

describe("names that are operators elsewhere (§3.7)", () => {
  test.each([
    ["* * *", "(child::* * child::*)"],
    ["div div div", "(child::div div child::div)"],
    ["mod mod mod div div", "((child::mod mod child::mod) div child::div)"],
    ["or or or", "(child::or or child::or)"],
    ["and and and and and", "((child::and and child::and) and child::and)"],
    ["@* * @*", "(attribute::* * attribute::*)"],
    ["a/div/mod", "child::a/child::div/child::mod"],
    ["/ * 2", "expected"],
    ["/*", "/child::*"],
    ["(/) * 2", "(/ * 2)"],
    ["$or or $and", "($or or $and)"],
    ["*[*]", "child::*[child::*]"],
    ["div()", "div()"],
    ["text", "child::text"],
    ["node/text()", "child::node/child::text()"],
    ["child", "child::child"],
    ["self::self", "self::self"],
    ["__proto__/constructor", "child::__proto__/child::constructor"],
    ["$__proto__", "$__proto__"],
  ])("%s", (text, expected) => {
    if (expected === "expected") expect(parse(text).errors).toHaveLength(1);
    else expect(shown(text)).toBe(expected);
  });
});

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
