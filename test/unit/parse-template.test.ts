import { describe, expect, test } from "vitest";
import { language } from "../../compiler/constructs/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseTemplate } from "../../compiler/parse/template/template.js";
import { parseXml } from "../../compiler/parse/xml/xml.js";
import { MappedText, SourceText, type Span } from "../../compiler/source/source-text.js";
import type { TemplateExpression, TemplatePart } from "../../compiler/syntax/template.js";
import { expectLinear, workTime } from "../support/growth.js";

interface Parsed {
  /** The parts in one line: commands by name, with their expressions as they are written. */
  readonly parts: string;
  /** `start-end code`, from 1, the end included. */
  readonly errors: readonly string[];
  readonly hasErrors: boolean;
}

function parse(text: string): Parsed {
  const reporter = new Reporter();
  const template = parseTemplate(MappedText.ofFile(new SourceText("case.tmpl", text)), reporter, language);
  const errors = reporter.sorted().map(({ span, code }) => `${(span?.start ?? -1) + 1}-${span?.end} ${code}`);
  return { parts: showParts(template.parts), errors, hasErrors: template.hasErrors };
}

const showParts = (parts: readonly TemplatePart[]): string => parts.map(show).join("");

const commandSigns = new Map([
  ["placeholder", ""],
  ["pairs", ":"],
  ["define", ":="],
]);

function show(part: TemplatePart): string {
  switch (part.kind) {
    case "text":
      return part.text.text;
    case "value": {
      const variable = part.defines === undefined ? "" : `$${part.defines}`;
      return `<${variable}${commandSigns.get(part.command.name)}${value(part.value)}>`;
    }
    case "comment":
      return "<comment>";
    case "sign":
      return `<${part.command.name}>`;
    case "block": {
      const ways = part.ways.map((way) => `${value(way.value)}?${showParts(way.parts)}`);
      const otherwise = part.otherwise === undefined ? [] : [`else?${showParts(part.otherwise)}`];
      return `<${part.command.name} ${[...ways, ...otherwise].join("|")}>`;
    }
    default:
      return part satisfies never;
  }
}

const textOf = ({ source, start, end }: Span) => source.text.slice(start, end);
const value = ({ operands }: TemplateExpression) => operands.map(({ span }) => textOf(span)).join(" ?? ");

describe("commands", () => {
  test.each([
    ["", ""],
    ["text { } }} only", "text { } }} only"],
    ["{{ a }}", "<a>"],
    ["{{\ta\n}}", "<a>"],
    ["{{ a/b[1] = 'x' }}", "<a/b[1] = 'x'>"],
    ["{{.}}", "<dot>"],
    ["{{. }}", "<dot>"],
    ["{{ . }}", "<.>"],
    ["{{,}}", "<comma>"],
    ["{{, }}", "<comma>"],
    ["{{// anything ' \" {{ at all }}x", "<comment>x"],
    ["{{//}}", "<comment>"],
    ["{{: a | b }}", "<:a | b>"],
    ["{{:a}}", "<:a>"],
    ["{{$a := 1 }}", "<$a:=1>"],
    ["{{$a:=1}}", "<$a:=1>"],
    ["{{$a-b_c := $a }}", "<$a-b_c:=$a>"],
    ["{{$__proto__ := 1 }}", "<$__proto__:=1>"],
    ["{{if a}}1{{end}}", "<if a?1>"],
    ["{{if(a)}}1{{end}}", "<if a?1>"],
    ["{{if a}}1{{else}}2{{end}}", "<if a?1|else?2>"],
    ["{{if a}}1{{elseif b}}2{{elseif c }}3{{else}}4{{end}}", "<if a?1|b?2|c?3|else?4>"],
    ["{{loop a}}{{.}}{{end}}", "<loop a?<dot>>"],
    ["{{with a}}1{{end}}", "<with a?1>"],
    ["{{with a}}1{{else}}2{{end}}", "<with a?1|else?2>"],
    ["{{end }}", ""],
    ["{{loop a}}{{if b}}{{with c}}x{{end}}{{end}}{{end}}", "<loop a?<if b?<with c?x>>>"],
    ["{{ if }}", "<if>"],
    ["{{ ./if }}", "<./if>"],
    ["{{ end-date }}", "<end-date>"],
    ["{{ with-tax }}", "<with-tax>"],
    ["{{ ifs }}", "<ifs>"],
  ])("%s", (text, parts) => expect(parse(text).parts).toBe(parts));
});

describe("braces and strings", () => {
  test.each([
    ['{"a":{{ "}}" }}}', '{"a":<"}}">}'],
    ["{{ '}}' }}", "<'}}'>"],
    [`{{ concat("}}", '{{', a) }}`, `<concat("}}", '{{', a)>`],
    [`{{ "it's" }}{{ '"' }}`, `<"it's"><'"'>`],
    ["{{{: a }}}", "{<:a>}"],
    ["{{{ a }}}", "{<a>}"],
    ["{{{{: a }}}}", "{{<:a>}}"],
    ["[{{.}}]", "[<dot>]"],
    ["{{ a }}}}", "<a>}}"],
    ["{ {", "{ {"],
    ["{{// it's }}{{ a }}", "<comment><a>"],
    ["{{if a = '}}'}}1{{end}}", "<if a = '}}'?1>"],
  ])("%s", (text, parts) => expect(parse(text)).toEqual({ parts, errors: [], hasErrors: false }));
});

describe("?? splits an expression", () => {
  test.each([
    ["{{ a ?? b }}", "<a ?? b>"],
    ["{{ a??b??'c' }}", "<a ?? b ?? 'c'>"],
    ["{{ '??' ?? a }}", "<'??' ?? a>"],
    ["{{ a = '??' }}", "<a = '??'>"],
    ["{{if a ?? b}}1{{end}}", "<if a ?? b?1>"],
    ["{{loop a ?? b}}1{{end}}", "<loop a ?? b?1>"],
    ["{{$x := f(a) ?? b[1] }}", "<$x:=f(a) ?? b[1]>"],
    ["{{: a ?? b }}", "<:a ?? b>"],
  ])("%s", (text, parts) => expect(parse(text)).toEqual({ parts, errors: [], hasErrors: false }));

  test.each([
    ["{{ f(a ?? b) }}", ["8-9 FLOW3008"]],
    ["{{ a[b ?? c] }}", ["8-9 FLOW3008"]],
    ["{{ a ?? }}", ["9-8 FLOW2005"]],
    ["{{ ?? a }}", ["4-3 FLOW2005"]],
    ["{{ a ?? ?? b }}", ["9-8 FLOW2005"]],
    ["{{ a + ?? b + }}", ["7-6 FLOW2001", "14-13 FLOW2001"]],
  ])("%s is wrong", (text, errors) => expect(parse(text)).toMatchObject({ errors, hasErrors: true }));
});

describe("errors", () => {
  test.each<[string, string[], string]>([
    ["{{ a", ["1-2 FLOW3001"], "{{ a"],
    ["x{{ a }", ["2-3 FLOW3001"], "x{{ a }"],
    ["{{ 'a }}", ["4-5 FLOW2002"], ""],
    ["{{// a", ["1-2 FLOW3001"], "{{// a"],
    ["{{}}", ["1-4 FLOW2005"], ""],
    ["{{ }}", ["4-3 FLOW2005"], ""],
    ["{{if}}1{{end}}", ["5-4 FLOW2005"], ""],
    ["{{:}}", ["4-3 FLOW2005"], ""],
    ["{{$a := }}", ["9-8 FLOW2005"], ""],
    ["{{a}}", ["1-5 FLOW3002"], ""],
    ["{{$a}}", ["1-6 FLOW3002"], ""],
    ["{{.a}}", ["1-6 FLOW3002"], ""],
    ["{{iff a}}", ["1-9 FLOW3002"], ""],
    ["{{if a}}1", ["1-8 FLOW3003"], "<if a?1>"],
    ["{{loop a}}{{if b}}1{{end}}", ["1-10 FLOW3003"], "<loop a?<if b?1>>"],
    ["{{if a}}{{loop b}}", ["1-8 FLOW3003", "9-18 FLOW3003"], "<if a?<loop b?>>"],
    ["{{end}}", ["1-7 FLOW3004"], ""],
    ["{{else}}", ["1-8 FLOW3004"], ""],
    ["{{elseif a}}", ["1-12 FLOW3004"], ""],
    ["{{loop a}}1{{else}}2{{end}}", ["12-19 FLOW3004"], "<loop a?12>"],
    ["{{if a}}1{{else}}2{{else}}3{{end}}", ["19-26 FLOW3004"], "<if a?1|else?23>"],
    ["{{with a}}1{{elseif b}}2{{end}}", ["12-23 FLOW3004"], "<with a?12>"],
    ["{{if a}}1{{else}}2{{elseif b}}3{{end}}", ["19-30 FLOW3004"], "<if a?1|else?23>"],
    ["{{if a}}1{{else if b}}2{{end}}", ["16-20 FLOW3005"], "<if a?1|else?2>"],
    ["{{if a}}1{{end if}}", ["15-17 FLOW3005"], "<if a?1>"],
    ["{{ if a }}1{{end}}", ["1-10 FLOW3006"], "<if a?1>"],
    ["{{if a}}1{{ else }}2{{ end }}", ["10-19 FLOW3006", "21-29 FLOW3006"], "<if a?1|else?2>"],
    ["{{ loop /a }}1{{end}}", ["1-13 FLOW3006"], "<loop /a?1>"],
    // Meant as a value: its own {{end}} is that of the loop.
    ["{{loop /a}}{{ if b }}{{end}}", ["12-21 FLOW3006"], "<loop /a?<if b?>>"],
    ["{{if a +}}1{{elseif b}}2{{end}}", ["9-8 FLOW2001"], "<if b?2>"],
    ["{{loop a +}}1{{end}}", ["11-10 FLOW2001"], ""],
    ["{{ a b }}{{ c }}{{ d + }}", ["6-6 FLOW2001", "23-22 FLOW2001"], "<c>"],
  ])("%s", (text, errors, parts) => expect(parse(text)).toEqual({ parts, errors, hasErrors: true }));

  test("a mistyped command is guessed", () => {
    const hint = (text: string) => {
      const reporter = new Reporter();
      parseTemplate(MappedText.ofFile(new SourceText("case.tmpl", text)), reporter, language);
      return reporter.sorted()[0]?.hint;
    };
    expect(hint("{{elsif a}}")).toBe("Write {{elseif …}}.");
    expect(hint("{{lop a}}")).toBe("Did you mean {{loop}}?");
    expect(hint("{{$request}}")).toBe("A placeholder needs a space after the braces: {{ expression }}.");
  });
});

test("an else branch that is empty is not the same as none", () => {
  expect(parse("{{if a}}1{{else}}{{end}}").parts).toBe("<if a?1|else?>");
  expect(parse("{{with a}}1{{else}}{{end}}").parts).toBe("<with a?1|else?>");
});

test("spans lead back through entities, CDATA and comments", () => {
  const reporter = new Reporter();
  const source = new SourceText(
    "case.xml",
    "<t>\r\n{{if a &lt; 1}}<![CDATA[{{ b > foo( ]]><!-- {{ -->}}{{end}}\r\n{{ &#34;}}&quot; }}</t>",
  );
  const root = parseXml(source, reporter);
  if (root === undefined) throw new Error("no root");
  const { parts } = parseTemplate(root.text, reporter, language);
  expect(
    parts.map((part) => `${"command" in part ? part.command.name : part.kind} ${textOf(part.span)}`),
  ).toEqual([
    "text \n",
    "if {{if a &lt; 1}}<![CDATA[{{ b > foo( ]]><!-- {{ -->}}{{end}}",
    "text \n",
    "placeholder {{ &#34;}}&quot; }}",
  ]);
  const [found] = reporter.sorted();
  expect(found?.code).toBe("FLOW2001");
  const { line, column } = source.place(found?.span?.start ?? 0);
  expect([line, column]).toEqual([2, (source.text.split("\r\n")[1]?.indexOf("foo( ]]>") as number) + 5]);
});

describe("hostile input has bounds", () => {
  const many = 100_000;

  test("blocks nest up to a bound, and one error tells the rest", () => {
    expect(parse("{{if a}}".repeat(100) + "{{end}}".repeat(100)).errors).toEqual([]);
    expect(parse("{{if a}}".repeat(many)).errors).toEqual(["801-808 FLOW3007"]);
    expect(parse("{{loop a}}".repeat(many)).errors).toHaveLength(1);
  });

  test.each([
    ["placeholders", "{{ a }}".repeat(many)],
    ["braces", "{".repeat(many)],
    ["quotes", `${`'"`.repeat(many)}`],
    ["comments", "{{//}}".repeat(many)],
    ["definitions", "{{$a := 1}}".repeat(many)],
    ["blocks one after another", "{{if a}}1{{end}}".repeat(many)],
    ["coalescing", `{{ a${" ?? a".repeat(many)} }}`],
  ])("many %s are only long", (_, text) => {
    const start = workTime();
    parse(text);
    expect(workTime() - start).toBeLessThan(5_000);
  });

  test("references between many commands cost no more than their number", () => {
    const run = (count: number) => {
      const source = new SourceText("case.xml", `<t>${"&lt;{{ a }}".repeat(count)}</t>`);
      const root = parseXml(source, new Reporter());
      if (root === undefined) throw new Error("no root");
      expect(parseTemplate(root.text, new Reporter(), language).parts).toHaveLength(2 * count);
    };
    expectLinear(run, 1000);
  });
});
