import { describe, expect, test } from "vitest";
import { beginStretch, WorkLimitError } from "../../runtime/base/work.js";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import { jsonText } from "../../runtime/data/json/json-text.js";
import type { Value } from "../../runtime/data/model/values.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { concat, join } from "../../runtime/language/functions/string-functions.js";
import { loop } from "../../runtime/language/template/json-template.js";
import { TemplateText } from "../../runtime/language/template/text-template.js";
import { compileExpression } from "../differential/compiled.js";
import { stepGrowth } from "../support/steps.js";

const $ = { number: 1, string: "a", boolean: true, nodes: undefined, unset: undefined };
const types = {
  number: "number",
  string: "string",
  boolean: "boolean",
  nodes: "nodes",
  unset: "nodes",
} as const;

/** Elements `a`, and none of what the predicates look for. */
const documents: Readonly<Record<string, (count: number) => Value>> = {
  XML: (count) => parseXml(`<json><list>${"<a>1</a>".repeat(count)}</list></json>`),
  JSON: (count) =>
    new JsonDocument({ list: Array.from({ length: count }, (_, index) => ({ a: index % 9, c: 1 })) }),
};

describe.each(Object.entries(documents))("over %s, work grows as the document", (_, make) => {
  test.each([
    "count(//a[following::b])",
    "count(//a[preceding::b])",
    "count(//a[count(following::*) > 3])",
    "count(//a[count(preceding::a) > 3])",
    "count(//a[count(preceding-sibling::*) > 3])",
    "count(//*[count(following-sibling::a) > 3])",
    "count(//*[preceding-sibling::b[1]])",
    "count(//*[following-sibling::*[last()]])",
    "count(//a[following::a[2]])",
    "count(//a[preceding::a[last()]])",
    "count(//a[../b])",
    "count(//a[../../b])",
    "count(//*[.//b])",
    "count(//a[. = //b])",
    "count(//a[. = //a])",
    "count(//a[//b])",
    "count(//a[last()])",
    "count(//a[ancestor::b])",
    "count(//a/following::b[1] | //a/preceding::b[1])",
    "sum(//a)",
    "string(//a[position() = last()])",
  ])("%s", (expression) => {
    const { natural } = compileExpression(expression, types);
    const run = (count: number) => {
      const document = make(count);
      natural(document, $);
    };
    expect(stepGrowth(run, 1000)).toBeLessThan(7);
  });
});

describe("What a text may become has a bound", () => {
  const megabyte = "x".repeat(1_000_000);
  test.each<[string, () => unknown]>([
    ["doubled", () => Array.from({ length: 40 }).reduce<string>((text) => concat(text, text), "x")],
    [
      "joined",
      () =>
        join(
          megabyte,
          Array.from({ length: 100 }, () => "x"),
        ),
    ],
    [
      "repeated in JSON",
      () =>
        jsonText(
          loop(
            Array.from({ length: 100 }, () => 0),
            () => megabyte,
          ),
        ),
    ],
    [
      "written by a template",
      () => {
        const text = new TemplateText();
        for (let round = 0; round < 100; round++) text.value(megabyte);
      },
    ],
    ["made by loops", () => loop(Array(10_000).fill(0), () => loop(Array(10_000).fill(0), () => 1))],
  ])("%s", (_, run) => {
    beginStretch({});
    expect(run).toThrow(WorkLimitError);
  });
});
