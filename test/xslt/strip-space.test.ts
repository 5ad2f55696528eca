/** `xsl:strip-space`, XSLT 1.0 §3.4. */
import { describe, expect, test } from "vitest";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import type { Node } from "../../runtime/data/model/node.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { xmlText } from "../../runtime/data/xml/xml-text.js";
import { stripped } from "../../runtime/xslt/strip-space.js";

const only = (text: string, ...names: readonly string[]) =>
  xmlText(
    stripped(parseXml(text), ({ name }) => names.includes(name)),
    false,
  ).replace('<?xml version="1.0"?>\n', "");

describe("stripped", () => {
  test("texts of white space alone", () => {
    expect(only("<a> <b>\t</b>\n<c> x <d/> </c><!-- --><?p?>&#xA0;</a>")).toBe(
      "<a><b/><c> x <d/></c><!-- --><?p ?>\u00a0</a>",
    );
  });

  test("not where the stylesheet preserves them", () => {
    expect(only("<a> <b> <c> </c></b> </a>", "b")).toBe("<a><b> <c/></b></a>");
  });

  test("not where xml:space says so, until it says otherwise", () => {
    expect(
      only('<a> <b xml:space="preserve"> <c> <d xml:space="default"> <e/></d></c></b> <f> </f></a>'),
    ).toBe('<a><b xml:space="preserve"> <c> <d xml:space="default"><e/></d></c></b><f/></a>');
  });

  test("everything else stays: namespaces, attributes, identifiers, the order", () => {
    const document = parseXml(
      '<!DOCTYPE a [<!ATTLIST b i ID #IMPLIED>]><a xmlns:p="urn:p" xmlns="urn:d"> <b i="x" p:y="1"/> <p:c xmlns=""><d/></p:c></a>',
    );
    const copy = stripped(document, () => false);
    expect(copy).not.toBe(document);
    const [b, c] = copy.children[0]?.children ?? [];
    expect([b?.order, c?.order, b?.parent === copy.children[0]]).toEqual([0, 1, true]);
    expect(copy.elementById("x")).toBe(b);
    expect(c?.namespaces.map((one) => [one.name, one.toText()])).toEqual(
      document.children[0]?.children[3]?.namespaces.map((one) => [one.name, one.toText()]),
    );
    expect(xmlText(copy, false)).toBe(xmlText(document, false).replaceAll("> <", "><"));
  });

  test("an element in the copy of its document; the node itself if there is nothing to strip", () => {
    const b = parseXml("<a> <b><c/></b></a>").children[0]?.children[1] as Node;
    const copy = stripped(b, () => false);
    expect([copy.name, copy.order, copy.parent?.children.length]).toEqual(["b", 0, 1]);
    expect(stripped(b, () => true)).toBe(b);
  });

  test("JSON, which has white space in values", () => {
    const copy = stripped(new JsonDocument({ a: " ", b: " x" }), () => false);
    expect(copy.children[0]?.children.map((one) => [one.name, one.toText(), one.children.length])).toEqual([
      ["a", "", 0],
      ["b", " x", 1],
    ]);
  });

  test("deep documents", () => {
    const deep = `${"<a> ".repeat(2000)}${"</a>".repeat(2000)}`;
    expect(only(deep)).toBe(`${"<a>".repeat(1999)}<a/>${"</a>".repeat(1999)}`);
  });
});
