import { describe, expect, test } from "vitest";
import { analyseTemplate } from "../../compiler/analyse/templates/index.js";

import { tokenizeTemplate } from "../../compiler/analyse/templates/json-tokens.js";
import { checkPaths } from "../../compiler/analyse/templates/paths.js";
import { language } from "../../compiler/constructs/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseTemplate } from "../../compiler/parse/template/template.js";
import { MappedText, SourceText } from "../../compiler/source/source-text.js";
import { anyType } from "../../compiler/syntax/static-type.js";
import type {
  Template,
  TemplateExpression,
  TemplatePart,
  ValuePart,
} from "../../compiler/syntax/template.js";
import { expectLinear, workTime } from "../support/growth.js";
import { type Chooser, randomTemplate, seeded } from "../support/random-template.js";

function parse(text: string): Template {
  const reporter = new Reporter();
  const template = parseTemplate(MappedText.ofFile(new SourceText("t", text)), reporter, language);
  const [error] = reporter.sorted();
  if (error !== undefined) throw new Error(`${error.message} ${text}`);
  return template;
}

/** `severity message` of everything that is said of a template, with the line and column. */
function analyse(text: string): readonly string[] {
  const reporter = new Reporter();
  analyseTemplate(parse(text), reporter);
  return reporter.sorted().map(({ severity, message, span }) => {
    const { line, column } = span?.source.place(span.start) ?? { line: 0, column: 0 };
    return `${line}:${column} ${severity} ${message}`;
  });
}

const kindOf = (text: string) => analyseTemplate(parse(text), new Reporter()).kind;

describe("templates that never yield JSON are errors", () => {
  test.each([
    ["{ 'a: 1 }", "1:3", "JSON strings stand in double quotes"],
    ["['a\"']", "1:2", "JSON strings stand in double quotes"],
    ["['{{ name(.) }}']", "1:2", "JSON strings stand in double quotes"],
    ["{ a: 1 }", "1:3", "a is no JSON value"],
    ['{ "a": 1, }', "1:11", "a comma stands before the }"],
    ["[ 1, ]", "1:6", "a comma stands before the ]"],
    ["[ , 1 ]", "1:3", "a comma stands where nothing comes before it"],
    ["[ 1 2 ]", "1:5", "there is no comma before this"],
    ['{ "a": 1 "b": 2 }', "1:10", "there is no comma before this"],
    ['{ "a" 1 }', "1:7", "there is no colon after the property name"],
    ['{ "a": }', "1:8", "a value is missing before the }"],
    ['{ "a" }', "1:7", "a value is missing before the }"],
    ["{ 1: 2 }", "1:3", "a number stands where a name belongs"],
    ["{ {{ 1 }}: 2 }", "1:3", "a property name must be a string"],
    ["[ 1 }", "1:5", "there is no bracket open that } could close"],
    ["[ 1", "1:3", "the [ is not closed at the end"],
    ['"a', "1:1", "the string is not closed at the end"],
    ["1 2", "1:3", "a second value follows the first"],
    ["1, 2", "1:2", "a comma stands outside of any object or array"],
    ["{{: a }}", "1:1", "pairs can only stand in an object"],
    ["[ {{: a }} ]", "1:3", "pairs can only stand in an object"],
    ["01", "1:1", "01 is no JSON number"],
    ["+1", "1:1", "+1 is no JSON value"],
    [".5", "1:1", ".5 is no JSON number"],
    ["1.", "1:1", "1. is no JSON number"],
    ["NaN", "1:1", "NaN is no JSON value"],
    ["True", "1:1", "True is no JSON value"],
    ['"a\nb"', "1:1", "a JSON string cannot contain a line break or control character"],
    ['"\\x"', "1:1", "a JSON string has an escape that does not exist"],
    ['"{{ "a" }}"', "1:2", "a string placeholder brings its own quotes, so it cannot stand inside a string"],
    ['{ "a": $ {{ a }} }', "1:8", "$ is no JSON value"],
    ["{{if a}} , {{else}} ] {{end}}", "1:10", "a comma stands outside of any object or array"],
  ])("%s", (text, place, reason) => {
    expect(analyse(text)).toEqual([`${place} error This template can never yield JSON: ${reason}.`]);
  });
});

describe("templates that sometimes yield no JSON are warnings that name the way", () => {
  test.each([
    [
      '{\n  "a": 1,\n  {{if b}} "b": 2 {{end}}\n}',
      ["4:1", "where {{if b}} (3:3) is false", "a comma stands before the }"],
    ],
    [
      '{ {{if a}} "a": 1 {{elseif b}} "b": 2 {{end}}, "c": 3 }',
      [
        "1:46",
        "where {{if a}} (1:3) is false and {{elseif b}} (1:19) is false",
        "a comma stands where nothing comes before it",
      ],
    ],
    [
      '{ {{if a}} "a": 1 {{end}} {{if b}} "b": 1 {{end}} }',
      ["1:36", "where {{if a}} (1:3) is true and {{if b}} (1:27) is true", "there is no comma before this"],
    ],
    [
      "[ {{loop a}} {{.}}, {{end}} ]",
      ["1:29", "where {{loop a}} (1:3) runs once", "a comma stands before the ]"],
    ],
    [
      "[ {{loop a}} 1 2 {{end}} ]",
      ["1:16", "where {{loop a}} (1:3) runs once", "there is no comma before this"],
    ],
    [
      "{{loop a}} {{.}} {{end}}",
      ["1:12", "where {{loop a}} (1:1) runs twice", "a second value follows the first"],
      ["1:1", "where {{loop a}} (1:1) runs no times", "there is no value"],
    ],
    ["{{if a}} 1 {{end}}", ["1:1", "where {{if a}} (1:1) is false", "there is no value"]],
    ["{{with a}} 1 {{end}}", ["1:1", "where {{with a}} (1:1) finds nothing", "there is no value"]],
    [
      '{ {{: a }}, "b": 1 }',
      ["1:11", "where {{: a }} (1:3) finds nothing", "a comma stands where nothing comes before it"],
    ],
    [
      '{ "b": 1 {{: a }} }',
      ["1:10", "where {{: a }} (1:10) finds something", "there is no comma before this"],
    ],
    ['{ "b": 1, {{: a }} }', ["1:20", "where {{: a }} (1:11) finds nothing", "a comma stands before the }"]],
    ["{ {{ a }}: 1 }", ["1:3", "where {{ a }} (1:3) is no string", "a property name must be a string"]],
    [
      '"{{ a }}"',
      [
        "1:2",
        "where {{ a }} (1:2) is a string",
        "a string placeholder brings its own quotes, so it cannot stand inside a string",
      ],
    ],
    [
      "[ {{if a}} [ {{end}} 1 {{if a}} ] {{end}} ]",
      ["1:43", "where {{if a}} (1:3) is true and {{if a}} (1:24) is true", ""],
    ],
  ] as const)("%s", (text, ...expected) => {
    const found = analyse(text);
    for (const [place, path, reason] of expected) {
      if (reason === "") continue;
      expect(found).toContain(`${place} warning This template yields invalid JSON ${path}: ${reason}.`);
    }
    expect(found.length).toBeGreaterThan(0);
    for (const line of found) expect(line).toContain(" warning ");
  });

  test.each([
    [
      '{ "n": {{if a}} 1 {{else}} 2 {{end}}, {{with b}} "b": 1, {{if c}} "c": 1 {{else}} "c": 2 {{end}} {{end}} }',
      "where {{with b}} (1:39) finds nothing",
    ],
    ['{ {{if a}} "a": 1, {{else}} "b": 2, {{end}} {{: c }} }', "where {{: c }} (1:45) finds nothing"],
    [
      "[ {{if a}} 1 {{elseif b}} 2 {{else}} 3 {{end}}, {{loop c}} {{.}} {{end}} ]",
      "where {{loop c}} (1:49) runs no times",
    ],
    ["[ {{loop a}} {{if b}} 1, {{else}} 2, {{end}} {{end}} ]", "where {{loop a}} (1:3) runs once"],
    [
      "[ {{loop a}} {{if b}} 1 {{else}} 2, {{end}} {{end}} ]",
      "where {{loop a}} (1:3) runs once and {{if b}} (1:14) is false",
    ],
    [
      "[ {{if a}} 1 {{end}} {{,}} {{if b}} 2 {{end}} {{if c}} 3 {{end}} ]",
      "where {{if b}} (1:28) is true and {{if c}} (1:47) is true",
    ],
    [
      `[ {{if a}} 1 {{else}} 2, {{end}} ${"{{if b}} {{else}} {{end}}".repeat(30)} ]`,
      "where {{if a}} (1:3) is false",
    ],
  ])("and leave out the decisions that do not matter: %s", (text, path) => {
    expect(analyse(text)).toEqual([expect.stringContaining(` ${path}: `)]);
  });

  test("only the last four decisions are told, and long commands are cut", () => {
    const many = Array.from({ length: 6 }, (_, index) => `{{elseif a${index}}} 1`).join("");
    const long = "b/".repeat(30);
    const [line = ""] = analyse(`[ {{if a}} 1 ${many} {{elseif ${long}b}} 1 {{end}}, 2 ]`);
    expect(line.match(/\(1:/g)).toHaveLength(4);
    expect(line).toContain(`{{elseif ${long.slice(0, 30)}… (1:`);
    expect(line).toMatch(/is false: a comma stands where nothing comes before it\.$/);
  });
});

test("what is proved to be JSON becomes a tree, all else is written as text", () => {
  expect(kindOf('{ {{if a}} "a": 1 {{end}} }')).toBe("json");
  expect(kindOf("{ {{if a}} 1 {{end}} }".replace("1", '"a": 1,'))).toBe("text");
  expect(kindOf('{{if a}} { "a": {{else}} { "b": {{end}} 1 }')).toBe("text");
  expect(kindOf("{{$i := 0 }}[ {{loop a}} {{$i := $i + 1 }} {{ $i }} {{end}} ]")).toBe("text");
  expect(kindOf("{{$a := 1 }}{{// x }}")).toBe("empty");
});

/** Returns the result of a template: commands of TemplatePart in text order, `choose` in place of data. */
function expand(parts: readonly TemplatePart[], choose: Chooser): string {
  return parts
    .map((part): string => {
      switch (part.kind) {
        case "text":
          return part.text.text;
        case "value":
          return expandValue(part, choose);
        case "sign":
          return part.command.writes === "separator" ? softComma : choose(["null", "7", '"s"']);
        case "comment":
          return "";
        case "block": {
          const { command, ways, otherwise } = part;
          if (command.repeats)
            return Array.from({ length: choose([0, 1, 2, 3]) }, () => expand(ways[0].parts, choose)).join(
              softComma,
            );
          for (const { parts } of ways) if (choose([true, false])) return expand(parts, choose);
          return expand(otherwise ?? [], choose);
        }
        default:
          return part satisfies never;
      }
    })
    .join("");
}

function expandValue({ command, value }: ValuePart, choose: Chooser): string {
  if (command.use === "definition") return "";
  return command.use === "value"
    ? placeholder(value, choose)
    : choose(["", `"p": 1${softComma}`, `"p": 1, "q": 2${softComma}`]);
}

function placeholder({ operands: [first] }: TemplateExpression, choose: Chooser): string {
  if (first.kind === "literal") return JSON.stringify(first.value);
  if (first.kind === "number") return String(first.value);
  return choose(["null", "7", '"s"']);
}

/** Stands in the text for a comma that is written only if JSON needs one. */
const softComma = "\u0001";

/** Puts commas where they are needed: between what ends a value and what begins one, outside of strings. */
function settleCommas(text: string): string {
  let result = "";
  let last = "";
  let isOwed = false;
  let depth = 0;
  for (const [lexeme] of text.matchAll(/"(?:[^"\\]|\\.)*"?|\s+|[^\s"]/gsu)) {
    if (lexeme === softComma) isOwed = true;
    else if (/^\s/.test(lexeme)) result += lexeme;
    else {
      if (isOwed && depth > 0 && last !== "" && !"{[,:".includes(last) && !",}]:".includes(lexeme))
        result += ",";
      isOwed = false;
      if ("{[".includes(lexeme)) depth++;
      if ("}]".includes(lexeme)) depth--;
      result += lexeme;
      last = lexeme;
    }
  }
  return result;
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** All that a template can yield, or `undefined` if that is too much to try. */
function expansions(template: Template, limit: number): readonly string[] | undefined {
  const results: string[] = [];
  const script: number[] = [];
  for (;;) {
    if (results.length === limit) return undefined;
    const sizes: number[] = [];
    let at = 0;
    const choose: Chooser = (options) => {
      sizes[at] = options.length;
      script[at] ??= 0;
      return options[script[at++] as number] as (typeof options)[number];
    };
    results.push(settleCommas(expand(template.parts, choose)));
    script.length = at;
    // The next script in order: count up from the last choice.
    for (at--; at >= 0; at--) {
      if ((script[at] as number) + 1 < (sizes[at] as number)) break;
    }
    if (at < 0) return results;
    script.length = at + 1;
    (script[at] as number)++;
    script[at] = script[at] as number;
  }
}

describe("random templates", () => {
  const chunks = 5;
  const templatesPerChunk = 300;

  test.each(Array.from({ length: chunks }, (_, seed) => seed))("what is said is true, seed %i", (seed) => {
    const random = seeded(seed + 1);
    const seen = { clean: 0, sometimes: 0, never: 0 };
    for (let count = 0; count < templatesPerChunk; count++) {
      const text = randomTemplate(random);
      const template = parse(text);
      const report = checkPaths(tokenizeTemplate(template.parts), anyType);
      if (!report.isComplete || report.isEmpty) continue;
      const results = expansions(template, 500);
      if (results === undefined) continue;
      const wrong = results.find((result) => !isJson(result));
      const right = results.find(isJson);
      const said = { failures: report.failures.length > 0, canSucceed: report.canSucceed };
      const found = { failures: wrong !== undefined, canSucceed: right !== undefined };
      expect({ text, ...said }, JSON.stringify({ wrong, right })).toEqual({ text, ...found });
      if (!said.failures) seen.clean++;
      else if (said.canSucceed) seen.sometimes++;
      else seen.never++;
    }
    // Otherwise the test would prove nothing.
    expect(Math.min(seen.clean, seen.sometimes, seen.never)).toBeGreaterThan(10);
  });
});

describe("hostile input has bounds", () => {
  const time = (text: string) => {
    const start = workTime();
    analyse(text);
    return workTime() - start;
  };

  test("many blocks cost no more than their number", () => {
    const text = (count: number) =>
      `[ ${"{{if a}} 1 {{end}} {{,}} {{loop b}} {{.}} {{end}} {{,}}".repeat(count)} ]`;
    expectLinear((count) => analyse(text(count)), 200);
  });

  test("failures cost no more than their number", () => {
    const text = (count: number) => `[ ${'{{if a}} 1 {{end}} {{,}} "{{ a }}" {{,}}'.repeat(count)} ]`;
    expectLinear((count) => analyse(text(count)), 100);
  });

  test("brackets nest up to a bound", () => {
    const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
    expect(analyse(nested(200))).toEqual([]);
    for (const depth of [201, 100_000]) {
      expect(analyse(nested(depth))).toEqual([expect.stringContaining("warning This template has too many")]);
    }
  });

  test.each([
    ["alternatives", '{{if a}} [ {{else}} { "a": {{end}}'.repeat(30)],
    ["loops that open", "{{loop a}} [ {{end}}".repeat(30)],
    ["nested loops that open", `${"{{loop a}} [".repeat(50)}${"{{end}}".repeat(50)}`],
    ["nested loops", `[ ${"{{loop a}}".repeat(60)} 1 ${"{{end}}".repeat(60)} ]`],
    ["nested conditions", `${"{{if a}} 1 {{else}}".repeat(99)} 2 ${"{{end}}".repeat(99)}`],
  ])("%s end soon", (_, text) => expect(time(text)).toBeLessThan(5_000));

  test("too many ways are a warning of their own", () => {
    expect(analyse(`${'{{if a}} [ {{else}} { "a": {{end}}'.repeat(12)} 1`).join("\n")).toContain(
      "warning This template has too many different paths",
    );
  });
});
