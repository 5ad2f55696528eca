import { describe, expect, test } from "vitest";
import { type Finding, renderText } from "../../compiler/diagnostics/render.js";
import { SourceText, type Span } from "../../compiler/source/source-text.js";

const flow = new SourceText("sub/users.xml", '<flow>\r\n\t<eval out="$x">foo()</eval>\r\n</flow>');

const finding = (span: Span | undefined, changes: Partial<Finding> = {}): Finding => ({
  code: "FLOW2003",
  severity: "error",
  message: "There is no function foo().",
  hint: undefined,
  span,
  ...changes,
});

const find = (text: string, source = flow) => {
  const start = source.text.indexOf(text);
  return source.span(start, start + text.length);
};

const render = (...findings: Finding[]) => renderText(findings, { directory: "flows/", colour: false });
const frame = (source: SourceText, start: number, end: number) =>
  render(finding(source.span(start, end)))
    .split("\n")
    .slice(1, -3);

describe("text", () => {
  test("a finding has its place, a frame with the line before, a hint, and a summary", () => {
    expect(render(finding(find("foo()"), { hint: "Did you mean floor()?" }))).toBe(
      [
        "flows/sub/users.xml:2:17 error FLOW2003 There is no function foo().",
        "  1 | <flow>",
        '  2 | \t<eval out="$x">foo()</eval>',
        "    | \t               ^^^^^",
        "hint: Did you mean floor()?",
        "",
        "1 error",
        "",
      ].join("\n"),
    );
  });

  test("a finding without a place is a message", () => {
    expect(render(finding(undefined))).toBe("error FLOW2003 There is no function foo().\n\n1 error\n");
  });

  test.each([
    ["flows", "flows/sub/users.xml:1:1 "],
    ["./flows//", "./flows/sub/users.xml:1:1 "],
    [".", "./sub/users.xml:1:1 "],
    ["/", "/sub/users.xml:1:1 "],
    ["..\\flows", "../flows/sub/users.xml:1:1 "],
  ])("paths are below the directory %s as it was given", (directory, start) => {
    expect(renderText([finding(flow.span(0, 1))], { directory, colour: false }).startsWith(start)).toBe(true);
  });

  test("marks end with the line, and an empty span has one", () => {
    expect(frame(new SourceText("a", "<a>\n</a>"), 1, 8)).toEqual(["  1 | <a>", "    |  ^^"]);
    expect(frame(new SourceText("a", "ab"), 1, 1)).toEqual(["  1 | ab", "    |  ^"]);
    expect(frame(new SourceText("a", "ab"), 2, 2)).toEqual(["  1 | ab", "    |   ^"]);
    expect(frame(new SourceText("a", ""), 0, 0)).toEqual(["  1 |", "    | ^"]);
    expect(frame(new SourceText("a", `${"\n".repeat(9)}ab`), 9, 10)).toEqual([
      "   9 |",
      "  10 | ab",
      "     | ^",
    ]);
  });

  test("a long line is cut around the mark", () => {
    const source = new SourceText("a", `${"😀".repeat(5000)}\n${"x".repeat(5000)}HERE${"y".repeat(5000)}`);
    const [before, row, mark] = frame(source, 15_001, 15_005) as [string, string, string];
    expect(row).toMatch(/^ {2}2 \| …x+HEREy+…$/);
    expect(row.length).toBeLessThan(140);
    expect(row.slice(mark.indexOf("^"), mark.lastIndexOf("^") + 1)).toBe("HERE");
    expect(before).not.toContain("\ufffd");
    expect(before.length).toBeLessThan(140);
    expect(frame(source, 5001, 5003)[0]).not.toContain("\ufffd");
    expect(frame(source, 5000, 5002)[0]).not.toContain("\ufffd");
  });

  test("what a terminal would act on is not shown as it is", () => {
    const source = new SourceText("a\u001b[2J.xml", "\u001b[31m\u202eabc");
    const text = render(
      finding(source.span(6, 9), { message: "No \u001b]0;x\u0007\nfoo", hint: "\u009b1m" }),
    );
    expect(text).not.toMatch(/[^\P{C}\n]/u);
    expect(text).toContain("  1 | \ufffd[31m\ufffdabc\n    |       ^^^\n");
  });
});
