/** Formatting changes nothing but white space between tags: the compiler reads the same from both texts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { edited, format } from "../../compiler/editor/format.js";
import { parseMixed } from "../../compiler/parse/xml/xml.js";
import { SourceText } from "../../compiler/source/source-text.js";
import type { XmlElement } from "../../compiler/syntax/xml.js";
import { listFiles, repository } from "../support/project.js";

function formatted(text: string, indent = "  "): string {
  const edits = format(new SourceText("a.xml", text), { indent });
  if (edits === undefined) throw new Error(`No XML: ${text}`);
  return edited(text, edits);
}

/**
 * The parts of a text that the compiler reads: elements with their attributes, and texts that are more than
 * white space.
 */
function tree(text: string): unknown {
  const reporter = new Reporter();
  const root = parseMixed(new SourceText("a.xml", text), reporter);
  if (root === undefined || reporter.hasErrors) throw new Error(`No XML: ${text}`);
  return plain(root);
}

function plain({ name, attributes, content = [] }: XmlElement): unknown {
  const parts = content.map((part) => ("kind" in part ? plain(part) : part.text));
  const isMixed = parts.some((part) => typeof part === "string" && part.trim() !== "");
  // White space beside text, and in an element without elements, may mean something.
  const kept =
    isMixed || parts.every((part) => typeof part === "string")
      ? parts
      : parts.filter((part) => typeof part !== "string");
  return { name, attributes: [...attributes.values()].map((one) => [one.name, one.value.text]), kept };
}

describe("layout", () => {
  test.each([
    ["<flow><eval>1</eval></flow>", "<flow>\n  <eval>1</eval>\n</flow>\n"],
    ["<flow>\n\n\n\n<eval>1</eval>\n\n\n<a/></flow>", "<flow>\n  <eval>1</eval>\n\n  <a/>\n</flow>\n"],
    [
      '<flow><if  test="1"  ><a  b = "c" /></if ></flow>',
      '<flow>\n  <if test="1">\n    <a b="c"/>\n  </if>\n</flow>\n',
    ],
    ['<a\n   b="1"\n   c="2"/>', '<a\n   b="1"\n   c="2"/>\n'],
    [
      "<flow><!-- one --><a/> <!-- two -->\n</flow>",
      "<flow>\n  <!-- one -->\n  <a/> <!-- two -->\n</flow>\n",
    ],
    ["<flow>\r\n<a/>\r\n</flow>", "<flow>\r\n  <a/>\r\n</flow>\r\n"],
    ['<?xml version="1.0"?><flow/>', '<?xml version="1.0"?>\n<flow/>\n'],
    ["<flow></flow>", "<flow></flow>\n"],
    ['<t>\n   { "a":   1 }\n </t>', '<t>\n   { "a":   1 }\n </t>\n'],
    ["<t><![CDATA[ a ]]>\n<a/></t>", "<t><![CDATA[ a ]]>\n<a/></t>\n"],
  ])("%j", (text, expected) => {
    expect(formatted(text)).toBe(expected);
    expect(formatted(expected)).toBe(expected);
  });
  test("takes the indent of the editor", () => {
    expect(formatted("<flow><a/></flow>", "\t")).toBe("<flow>\n\t<a/>\n</flow>\n");
  });
  test("leaves alone what is no XML", () => {
    expect(format(new SourceText("a.xml", "<flow><a></flow>"), { indent: "  " })).toBeUndefined();
  });
});

const flows = listFiles(join(repository, "fixtures")).filter((path) => path.endsWith(".xml"));

test.each(flows)("fixtures/%s stays what it is", (path) => {
  const text = readFileSync(join(repository, "fixtures", path), "utf8");
  const once = formatted(text);
  expect(tree(once)).toEqual(tree(text));
  expect(formatted(once)).toBe(once);
});

test("any XML stays what it is, and is formatted once for all", () => {
  const space = fc.constantFrom("", " ", "\n", "\n\n\n", "\t", "\r\n  ");
  const text = fc.constantFrom(
    "x",
    " { {{ $a }} }\n",
    "<![CDATA[ < ]]>",
    "&lt; ",
    "<!-- c -->",
    "<!-- c\n  d -->",
  );
  const attribute = fc
    .tuple(fc.constantFrom("a", "b", "in"), space, space, fc.constantFrom('" x > y "', "' \n '", '"{{"'))
    .map(([name, before, after, value]) => ({ name, text: `${name}${before}=${after}${value}` }));
  const attributes = fc
    .tuple(fc.uniqueArray(attribute, { selector: ({ name }) => name, maxLength: 3 }), space)
    .map(([all, end]) => `${all.map((one) => ` \n ${one.text}`.slice(one.text.length % 2)).join("")}${end}`);
  const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
    element: fc.oneof(
      { maxDepth: 4 },
      attributes.map((own) => `<e${own}/>`),
      fc
        .tuple(attributes, fc.array(tie("content"), { maxLength: 4 }), space)
        .map(([own, content, end]) => `<e${own}>${content.join("")}</e${end}>`),
    ),
    content: fc.oneof(space, tie("element"), text),
  }));
  fc.assert(
    fc.property(element, space, (root, before) => {
      const source = `${before}${root}`;
      const once = formatted(source);
      expect(tree(once)).toEqual(tree(source));
      expect(formatted(once)).toBe(once);
      expect(once.replaceAll(/\s/g, "")).toBe(source.replaceAll(/\s/g, ""));
    }),
    { numRuns: 500 },
  );
});
