import { describe, expect, test } from "vitest";
import * as c from "../../compiler/code/code.js";
import {
  at,
  concat,
  type Doc,
  group,
  hardline,
  indent,
  line,
  softline,
  rawText as text,
} from "../../compiler/code/doc.js";
import { printDoc } from "../../compiler/code/print-doc.js";
import { SourceText } from "../../compiler/source/source-text.js";
import { workTime } from "../support/growth.js";

const print = (doc: Doc) => printDoc(doc).text;
const name = (value: string) => c.identifier(value);
const long = (length: number) => name("x".repeat(length));

describe("layout", () => {
  test("a group stays on one line up to column 100, and what follows it counts", () => {
    const call = (length: number) => concat([c.call(name("f"), [long(length), name("y")]), text(";")]);
    expect(print(call(93))).toBe(`f(${"x".repeat(93)}, y);`);
    expect(print(call(94))).toBe(`f(\n  ${"x".repeat(94)},\n  y,\n);`);
  });

  test("a group that fits is not broken because the one around it is", () => {
    const inner = c.array([name("a"), name("b")]);
    expect(print(c.array([inner, long(100)]))).toBe(`[\n  [a, b],\n  ${"x".repeat(100)},\n]`);
  });

  test("a group followed by one that can break need not break itself", () => {
    const first = c.array([name("a"), name("b")]);
    const second = c.array([long(60), long(60)]);
    expect(print(concat([first, text(".concat("), second, text(")")]))).toBe(
      `[a, b].concat([\n  ${"x".repeat(60)},\n  ${"x".repeat(60)},\n])`,
    );
  });

  test("a literal as last argument stays on the line of the call", () => {
    const body = c.object([c.entry("url", long(60)), c.entry("query", long(60))]);
    expect(print(c.call(name("request"), [name("$"), c.quote("users"), body]))).toBe(
      `request($, "users", {\n  url: ${"x".repeat(60)},\n  query: ${"x".repeat(60)},\n})`,
    );
    const first = c.call(name("f"), [long(96), c.object([c.entry("a", name("b"))])]);
    expect(print(first)).toBe(`f(\n  ${"x".repeat(96)},\n  { a: b },\n)`);
  });

  test("a function as last argument opens on the line of the call", () => {
    expect(print(c.call(name("f"), [name("a"), c.arrowBlock(name("item"), [c.code`return 1;`])]))).toBe(
      "f(a, (item) => {\n  return 1;\n})",
    );
    const object = c.arrow(name("item"), c.object([c.entry("a", name("item"))]));
    expect(print(c.call(name("f"), [object]))).toBe("f((item) => ({ a: item }))");
  });

  test("functions of a call stand below each other, and apart from what holds one", () => {
    const fn = c.arrow(name("item"), name("a"));
    expect(print(c.call(name("f"), [fn, fn]))).toBe("f(\n  (item) => a,\n  (item) => a,\n)");
    expect(print(c.call(name("f"), [name("a"), c.call(name("g"), [fn])]))).toBe(
      "f(\n  a,\n  g((item) => a),\n)",
    );
  });

  test("a function that returns a call opens on the line of the call, one that returns operands does not", () => {
    const [a, b] = [long(40), long(50)];
    const returns = (body: Doc) => print(c.call(name("f"), [name("a"), c.arrow(name("item"), body)]));
    const call = c.call(name("g"), [a, b]);
    expect(returns(call)).toBe(`f(a, (item) =>\n  g(${"x".repeat(40)}, ${"x".repeat(50)}),\n)`);
    const both = c.binary({ first: a, rest: [{ operator: "&&", operand: b }] });
    expect(returns(both)).toBe(`f(\n  a,\n  (item) =>\n    ${"x".repeat(40)} && ${"x".repeat(50)},\n)`);
    const choice = c.conditional([{ test: name("b"), content: name("c") }], name("d"));
    expect(returns(choice)).toBe("f(a, (item) => (b ? c : d))");
  });

  test("operands stand in one column where nothing is before the first, else further to the right", () => {
    const [a, b] = [long(50), long(60)];
    const both = c.binary({ first: a, rest: [{ operator: "&&", operand: b }] });
    const [x, y] = ["x".repeat(50), "x".repeat(60)];
    expect(print(c.code`$.a = ${both};`)).toBe(`$.a =\n  ${x} &&\n  ${y};`);
    expect(print(concat([c.ifHead(both), c.block([])]))).toBe(`if (\n  ${x} &&\n  ${y}\n) {}`);
    expect(print(c.call(name("f"), [both]))).toBe(`f(\n  ${x} &&\n    ${y},\n)`);
    expect(print(concat([text("!"), c.parenthesized(both)]))).toBe(`!(\n  ${x} &&\n  ${y}\n)`);
    const chosen = c.conditional([{ test: both, content: name("b") }], name("c"));
    expect(print(c.object([c.entry("key", chosen)]))).toBe(
      `{\n  key:\n    ${x} &&\n    ${y}\n      ? b\n      : c,\n}`,
    );
  });

  test("objects and arrays in an array stand below each other", () => {
    const pair = c.array([name("a"), name("b")]);
    expect(print(c.array([pair, pair]))).toBe("[\n  [a, b],\n  [a, b],\n]");
    expect(print(c.array([pair, name("a")]))).toBe("[[a, b], a]");
    expect(print(c.array([pair]))).toBe("[[a, b]]");
  });

  test("a long string goes to the next line, unless the name before it is short", () => {
    const value = c.quote("x".repeat(95));
    expect(print(c.object([c.entry("message", value), c.entry("text", value)]))).toBe(
      `{\n  message:\n    "${"x".repeat(95)}",\n  text: "${"x".repeat(95)}",\n}`,
    );
  });

  test("a forced line end breaks all groups around it, and lines never end in blanks", () => {
    const inner = group(concat([text("b"), hardline, hardline, text("c")]));
    expect(print(group(concat([text("a"), indent(concat([line, inner])), softline, text("d")])))).toBe(
      "a\n  b\n\n  c\nd",
    );
  });

  test("comments go to the end of their line and do not count for what fits", () => {
    const statement = concat([c.comment("users.xml:2:3  eval"), c.call(name("f"), [long(70)]), text(";")]);
    expect(print(concat([statement, hardline, name("y")]))).toBe(
      `// users.xml:2:3  eval\nf(${"x".repeat(70)});\ny`,
    );
    expect(print(concat([c.comment("alone"), hardline, name("y"), c.comment("one"), c.comment("two")]))).toBe(
      `// alone\ny${" ".repeat(71)}// one, two`,
    );
  });

  test("the longest comment of a module says where all begin, since lines end at column 100", () => {
    const comments = [c.comment("x".repeat(40)), hardline, name("a"), c.comment("x".repeat(40))];
    expect(print(concat([...comments, hardline, name("b"), c.comment("short")]))).toBe(
      `// ${"x".repeat(40)}\na${" ".repeat(55)}// ${"x".repeat(40)}\nb${" ".repeat(55)}// short`,
    );
  });

  test("a comment that finds no room on its line stands above it, and marks of the line move with it", () => {
    const source = new SourceText("a.xml", "0123456789");
    const statement = at(source.span(2, 4), concat([c.comment("users.xml:2:3  eval"), long(90), text(";")]));
    const { text: printed, marks } = printDoc(
      concat([text("if (a) {"), indent(concat([hardline, statement])), hardline, text("}")]),
    );
    expect(printed).toBe(`if (a) {\n  // users.xml:2:3  eval\n  ${"x".repeat(90)};\n}`);
    expect(marks).toEqual([
      { offset: printed.indexOf("xx"), span: source.span(2, 4) },
      { offset: printed.lastIndexOf("}"), span: undefined },
    ]);
  });

  test("a comment that finds no room beside the end of a block stands in the next one", () => {
    const test = concat([c.comment("users.xml:2:3  elseif"), c.ifHead(long(80))]);
    const chain = concat([text("if (a) {"), hardline, text("} else "), test, c.block([text("b();")])]);
    expect(print(chain)).toBe(
      `if (a) {\n} else if (${"x".repeat(80)}) {\n  // users.xml:2:3  elseif\n  b();\n}`,
    );
  });

  test("ten thousand levels are printed, in a time and size that grow linearly", () => {
    const nested = (depth: number) => {
      let doc: Doc = name("x");
      for (let level = 0; level < depth; level++) doc = c.call(name("f"), [doc, c.array([name("y")])]);
      return doc;
    };
    print(nested(2_000));
    const time = (doc: Doc) => {
      const start = workTime();
      const { length } = print(doc);
      return { length, duration: workTime() - start };
    };
    const small = time(nested(2_000));
    const large = time(nested(20_000));
    expect(large.length).toBeLessThan(small.length * 11);
    expect(large.duration).toBeLessThan(Math.max(small.duration, 5) * 40);
  });
});

describe("marks", () => {
  const source = new SourceText("a.xml", "0123456789");

  test("the text of a mark maps to its start, and what follows to the mark around it", () => {
    const [outer, inner] = [source.span(1, 9), source.span(4, 5)];
    const doc = concat([
      text("a "),
      at(outer, concat([text("b"), at(inner, text("c")), text("d")])),
      text("e"),
    ]);
    const printed = printDoc(doc);
    expect(printed.text).toBe("a bcde");
    expect(printed.marks).toEqual([
      { offset: 2, span: outer },
      { offset: 3, span: inner },
      { offset: 4, span: outer },
      { offset: 5, span: undefined },
    ]);
  });

  test("a mark starts at the text, not at the blanks before it", () => {
    const doc = indent(concat([at(source.span(3, 4), concat([hardline, text("x")]))]));
    expect(printDoc(doc).marks).toEqual([{ offset: 3, span: source.span(3, 4) }]);
  });
});

describe("code", () => {
  test("the layout of a template is kept, without its common indentation", () => {
    const body = c.lines([c.code`one();`, c.code`two();`]);
    expect(
      print(c.code`
        if (${name("a")}) {
          ${body}

        } else ${c.block([c.code`three();`])}
      `),
    ).toBe("if (a) {\n  one();\n  two();\n\n} else {\n  three();\n}");
    expect(print(c.code`${name("a")} + ${name("b")}`)).toBe("a + b");
    expect(
      print(c.code`f(${name("a")}, {
      b,
    })`),
    ).toBe("f(a, {\n  b,\n})");
  });

  test.each([
    ['a"b\\c', "'a\"b\\\\c'"],
    ['\\"\n', "'\\\\\"\\n'"],
    [`it's "b"`, `"it's \\"b\\""`],
    ["it's", `"it's"`],
    ["\u2028\u2029\n", '"\\u2028\\u2029\\n"'],
    ["\ud800", '"\\ud800"'],
    ["\u202ex\u0085\ufeff", '"\\u202ex\\u0085\\ufeff"'],
    ["$`{a}", '"$`{a}"'],
    ["\u{e0001}", '"\\udb40\\udc01"'],
    ["é😀", '"é😀"'],
  ])("quote(%j)", (value, literal) => {
    expect(print(c.quote(value))).toBe(literal);
    expect(Function(`return ${literal}`)()).toBe(value);
  });

  test.each(["", "1a", "a-b", "a b", "class", "await", "arguments", "é", "a\n", "a;b"])(
    "identifier(%j) is refused",
    (value) => {
      expect(() => c.identifier(value)).toThrow("no name");
    },
  );

  test("properties keep every name as an own property", () => {
    const names = ["a", "__proto__", "constructor", "class", "odd-name", "1", 'a"b', ""];
    const literal = print(c.object(names.map((key) => c.entry(key, c.quote(key)))));
    const value = Function(`return ${literal}`)() as Record<string, string>;
    expect(Object.keys(value).sort()).toEqual([...names].sort());
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(literal).toContain('["__proto__"]: "__proto__"');
    expect(print(concat(names.slice(0, 6).map(c.member)))).toBe(
      '.a.__proto__.constructor.class["odd-name"]["1"]',
    );
  });

  test("comments cannot end early", () => {
    expect(print(concat([c.comment("a\nb\r\u2028c\u0000"), text("x")]))).toBe(`x${" ".repeat(71)}// a b c`);
    expect(c.blockCommentText("a */ b **/ *\u0000/\r\nnext\u2028x")).toBe("a * / b ** / * /\nnext x");
  });

  test.each([
    `@${"ts"}-expect-error.xml:2:3  eval`,
    ` @${"ts"}-nocheck`,
    "/// <reference path='x'/>",
    "#region",
    "! kept",
    "biome-ignore lint: x",
    "eslint-disable",
    "prettier-ignore",
    "v8 ignore next",
    "globals $",
  ])("a comment gives no orders where it starts: %s", (value) => {
    expect(print(concat([c.comment(value)]))).toBe(`// - ${value}`);
    expect(c.blockCommentText(`a\n${value}`)).toBe(`a\n- ${value}`);
  });

  test("a comment gives no orders further on", () => {
    const value = "a.xml @license @__PURE__ #__PURE__ //# sourceMappingURL=b //@ sourceURL=c";
    expect(print(concat([c.comment(value)]))).toBe(
      "// a.xml @ license @ __PURE__ # __PURE__ //#  sourceMappingURL =b //@  sourceURL =c",
    );
    expect(print(concat([c.comment("users/@id.xml:2:3  if #1")]))).toBe("// users/@id.xml:2:3  if #1");
  });

  test("a raw line end in code is refused", () => {
    expect(() => text("a\nb")).toThrow("line break");
  });
});
