/**
 * XSLT 1.0, case by case: each element, attribute and function. What is expected follows from the recommendations, and
 * libxslt is asked where it is installed.
 */
import { describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { samples } from "../support/samples.js";
import type { Case } from "./cases/case.js";
import { exslt } from "./cases/exslt.js";
import { functions } from "./cases/functions.js";
import { instructions } from "./cases/instructions.js";
import { patterns } from "./cases/patterns.js";
import { resultTree } from "./cases/result-tree.js";
import { stylesheets } from "./cases/stylesheet.js";
import { templates } from "./cases/templates.js";
import { variables } from "./cases/variables.js";
import { xpath } from "./cases/xpath.js";
import { sheet, transformed, xsltproc } from "./xsltproc.js";

const groups: Readonly<Record<string, readonly Case[]>> = {
  templates,
  patterns,
  instructions,
  "result tree": resultTree,
  variables,
  functions,
  EXSLT: exslt,
  xpath,
  stylesheets,
};

const stylesheetOf = ({ sheet: content, attributes, whole }: Case): string =>
  whole ?? sheet(`${imports(content)}${plain(content)}${withoutImports(content)}`, attributes);

/** Imports come first. */
const imports = (content: string) => content.match(/<xsl:import [^>]*>/g)?.join("") ?? "";
const withoutImports = (content: string) => content.replace(/<xsl:import [^>]*>/g, "");
const plain = (content: string) =>
  content.includes("<xsl:output") ? "" : '<xsl:output omit-xml-declaration="yes" indent="no"/>';

describe("libxslt agrees on", needing(xsltproc), () => {
  for (const [group, cases] of Object.entries(groups)) {
    describe(group, () => {
      test.each(cases.filter(({ libxslt }) => libxslt === undefined))("$name", (one) => {
        const theirs = transformed(stylesheetOf(one), one.input ?? "<r/>", one.files);
        expect(theirs.toString("utf8")).toBe(one.expected);
      });
    });
  }
});

describe("flowc", () => {
  for (const [group, cases] of Object.entries(groups)) {
    const files = cases.flatMap((one, index) => [
      [`${index}/main.xsl`, stylesheetOf(one)],
      ...Object.entries(one.files ?? {}).map(([path, text]) => [`${index}/${path}`, text]),
    ]);
    samples(
      group,
      cases.map(({ name, input = "<r/>", expected, messages = [] }, index) => ({
        name,
        flow: `<eval out="$xml">$request/get/xml</eval><xslt src="${index}/main.xsl" in="$xml"/>`,
        request: { query: `xml=${encodeURIComponent(input)}` },
        text: expected,
        check: ({ log }) =>
          expect(log.map(({ message }) => message)).toEqual(
            messages.map((text) => `${index}/main.xsl: ${text}`),
          ),
      })),
      { files: Object.fromEntries(files) },
    );
  }
});
