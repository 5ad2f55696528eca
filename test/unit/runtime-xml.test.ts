import { describe, expect, it } from "vitest";
import { at } from "../../runtime/at.js";
import { maxDepth, maxNodes, TreeLimitError } from "../../runtime/limits.js";
import { select } from "../../runtime/select.js";
import { attribute, child, descendant } from "../../runtime/step.js";
import { parseXml, XmlSyntaxError } from "../../runtime/xml-parse.js";

const text = (xml: string) => parseXml(xml).toText();

describe("parseXml", () => {
  it("joins character data, CDATA and references to one text node", () => {
    const r = parseXml("<r>a&lt;<![CDATA[<b>&amp;]]>&#65;&#x1F600;&quot;&apos;</r>").documentElement;
    expect(r?.children).toHaveLength(1);
    expect(r?.toText()).toBe("a<<b>&amp;A😀\"'");
  });

  it("leaves comments and instructions out of the text", () => {
    expect(text("<?xml version='1.0' encoding='UTF-8'?>\n<!-- x --><r>a<!-- b -->c<?d e?></r>\n")).toBe("ac");
    expect(parseXml("<!--x--><r/><?y z?>").children.map(({ type }) => type)).toEqual([
      "comment",
      "element",
      "processing-instruction",
    ]);
  });

  it("takes line ends as line feeds", () => expect(text("<r>a\r\nb\rc</r>")).toBe("a\nb\nc"));
  it("skips a byte order mark", () => expect(text("\ufeff<r>a</r>")).toBe("a"));

  it("reads attributes whatever their names are", () => {
    const names = ["hasOwnProperty", "__proto__", "constructor", "toString", "a"];
    const r = parseXml(
      `<r ${names.map((name) => `${name}="${name}!"`).join(" ")}><i b='"'/></r>`,
    ).documentElement;
    expect(r?.attributes.map(({ name }) => name)).toEqual(names);
    expect(r?.attributes.map((one) => one.toText())).toEqual(names.map((name) => `${name}!`));
    expect(select(r, "i", attribute("b")).toText()).toBe('"');
  });

  it("resolves namespaces by scope", () => {
    const document = parseXml(
      '<a xmlns="urn:1" xmlns:p="urn:2"><p:b p:k="" k=""/><c xmlns="" xmlns:p="urn:3"><p:d/></c><e/></a>',
    );
    const uris = select(document, descendant("node()"))
      .nodes()
      .map((node) => `${node.localName}=${node.namespaceUri}`);
    expect(uris).toEqual(["a=urn:1", "b=urn:2", "c=", "d=urn:3", "e=urn:1"]);
    const attributes = select(document, descendant("p:b"), attribute("*")).nodes();
    expect(attributes.map((node) => `${node.localName}=${node.namespaceUri}`)).toEqual(["k=urn:2", "k="]);
  });

  it.each([
    ["", "No root element"],
    ["   ", "No root element"],
    ["text", "Non-whitespace before first tag"],
    ["<a>", "Unclosed root tag"],
    ["<a></b>", "Unexpected close tag"],
    ["<a/><b/>", "Second root element"],
    ["<a/>text", "Text data outside of root node"],
    ["<a b='1' b='2'/>", "Duplicate attribute b"],
    ["<a __proto__='1' __proto__='2'/>", "Duplicate attribute"],
    ["<a xmlns:p='u' xmlns:q='u' p:b='1' q:b='2'/>", "Duplicate attribute q:b"],
    ["<a xmlns='u' xmlns='v'/>", "Duplicate attribute xmlns"],
    ["<a b/>", "Invalid attribute name"],
    ["<a b=1/>", "Unquoted attribute value"],
    ["<p:a/>", "Undeclared namespace prefix p"],
    ["<a constructor:b='1'/>", "Undeclared namespace prefix constructor"],
    ["<a><b xmlns:p='u'/><p:c/></a>", "Undeclared namespace prefix p"],
    ["<a:b:c xmlns:a='u'/>", "Invalid name a:b:c"],
    ["<a :b='1'/>", "Invalid name :b"],
    ["<a xmlns:p=''/>", "Invalid namespace declaration xmlns:p"],
    ["<a xmlns:xml='u'/>", "Invalid namespace declaration xmlns:xml"],
    ["<a xmlns:xmlns='u'/>", "Invalid namespace declaration"],
    ["<a>&nbsp;</a>", "Invalid character entity"],
    ["<a>&constructor;</a>", "Invalid character entity"],
    ["<a>&toString;</a>", "Invalid character entity"],
    ["<a>&#0;</a>", "Invalid character entity"],
    ["<a>&</a>", "Invalid character in entity name"],
    ["<a><!ELEMENT b></a>", "Unexpected declaration"],
    ["<a><!-- x", "Unclosed root tag"],
    ['{"json": true}', "Non-whitespace before first tag"],
  ])("refuses %s", (xml, message) => {
    expect(() => parseXml(xml)).toThrow(XmlSyntaxError);
    expect(() => parseXml(xml)).toThrow(message);
  });

  it("says where the mistake is", () => {
    expect(() => parseXml("<a>\n  <b></c>\n</a>")).toThrow("Unexpected close tag at line 2, column 9");
  });

  it("declares and expands no entities", () => {
    const dtd = '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d SYSTEM "file:///etc/passwd">]>';
    expect(text(`${dtd}<a>x</a>`)).toBe("x");
    expect(() => parseXml(`${dtd}<a>&b;</a>`)).toThrow(XmlSyntaxError);
    expect(() => parseXml(`${dtd}<a>&d;</a>`)).toThrow(XmlSyntaxError);
  });

  it("bounds depth and size", () => {
    const nested = (depth: number) => `${"<a>".repeat(depth)}x${"</a>".repeat(depth)}`;
    expect(text(nested(maxDepth))).toBe("x");
    expect(() => parseXml(nested(maxDepth + 1))).toThrow(TreeLimitError);
    expect(() => parseXml(`<a>${"<b/>".repeat(maxNodes)}</a>`)).toThrow(TreeLimitError);
  });

  it("takes linear time for many attributes, declarations and root comments", () => {
    const many = (count: number, make: (index: number) => string) =>
      Array.from({ length: count }, (_, i) => make(i)).join("");
    const start = performance.now();
    parseXml(`<a ${many(50_000, (i) => ` a${i}=""`)}/>`);
    parseXml(`<a ${many(5_000, (i) => ` xmlns:a${i}="u"`)}>${many(50_000, () => "<b/>")}</a>`);
    parseXml(
      `${many(1_000, (i) => `<a xmlns:p${i}="u">`)}${many(50_000, () => "<b/>")}${many(1_000, () => "</a>")}`,
    );
    parseXml(`${many(50_000, () => "<!--x-->")}<a/>`);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

describe("XML as JSON", () => {
  it("is text, unless the element is in Object XML Notation", () => {
    const json = (xml: string) => parseXml(xml).toJson();
    expect(json("<r> a<b>c</b></r>")).toBe(" ac");
    expect(json('<r number="5">6</r>')).toBe("6");
    expect(json('<r number="">6.5</r>')).toBe(6.5);
    expect(json('<r number="">x</r>')).toBe(null);
    expect(json('<r boolean="">true</r>')).toBe(true);
    expect(json('<r boolean="">false</r>')).toBe(false);
    expect(json('<r null="">x</r>')).toBe(null);
    expect(json('<r string="">5</r>')).toBe("5");
    expect(
      JSON.stringify(
        json(`<json object="">
          <l array=""><value>a</value><value number="">1</value></l>
          <json-element name="odd name" object=""/>
          <json-element name="__proto__" null=""/>
        </json>`),
      ),
    ).toBe('{"l":["a",1],"odd name":{},"__proto__":null}');
  });

  it("is text for attributes and text nodes", () => {
    const r = select(parseXml('<r k="5">a<b/>c</r>'), "r");
    expect(select(r, attribute("k")).toJson()).toBe("5");
    expect(
      select(r, child("text()"))
        .nodes()
        .map((node) => node.toJson()),
    ).toEqual(["a", "c"]);
  });

  it("is read by plain steps like JSON", () => {
    expect(at(parseXml('<json object=""><a number="">1</a></json>'), "json", "a")).toMatchObject({
      name: "a",
    });
  });
});
