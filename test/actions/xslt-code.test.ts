/** Stylesheets that would run code that a client chooses, or JavaScript: what the build says, and what runs if it is passed by. */
import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { transform } from "../../runtime/xslt/saxon/saxon.js";
import type { SefNode } from "../../runtime/xslt/saxon/sef.js";
import { compileFiles, describeDiagnostic, diagnose, type Files } from "../support/compile.js";
import { apiFiles } from "../support/samples.js";

const xsl = "http://www.w3.org/1999/XSL/Transform";
const functions = "http://www.w3.org/2005/xpath-functions";
const saxon = "http://saxonica.com/ns";

const sheet = (content: string, more = ""): string =>
  `<xsl:stylesheet version="3.0" xmlns:xsl="${xsl}" xmlns:xs="http://www.w3.org/2001/XMLSchema" ${more}>\n${content}</xsl:stylesheet>`;
const all = (body: string): string => `<xsl:template match="/">\n${body}</xsl:template>`;
const value = (select: string): string => `<xsl:value-of select="${select}"/>`;

describe("the build refuses", () => {
  const find = async (files: Files) =>
    (await diagnose(apiFiles({ "/x": '<xslt in="$body" src="s.xsl"/>' }, { files }))).map(describeDiagnostic);

  const wrong = /evaluate|kup|transform\(|load-|environment-/;
  const lookup = "call function-lookup()";
  const evaluate = "use the instruction evaluate";
  /** Each is a line of one stylesheet. */
  const cases: readonly (readonly [string, string, string])[] = [
    ["xsl:evaluate", '<xsl:evaluate xpath="string(/*)"/>', evaluate],
    ["with another prefix", `<e:evaluate xmlns:e="${xsl}" xpath="/*"/>`, evaluate],
    [
      "as the default namespace, deep inside",
      `<xsl:for-each select="1">\n<a>\n<evaluate xmlns="${xsl}" xpath="'1'"/></a></xsl:for-each>`,
      evaluate,
    ],
    ["function-lookup()", value("function-lookup(xs:QName('a'), 1)(.)"), lookup],
    ["with entities", value("function-lo&#x6f;kup(xs:QName('a'), 1)(.)"), lookup],
    ["by a URI", value(`Q{${functions}}function-lookup(/*/@a, 1)(.)`), lookup],
    ["by a prefix", value("f:function-lookup(/*/@a, 1)(.)"), lookup],
    ["a reference to it", value("apply(function-lookup#2, [/*/@a, 1])"), lookup],
    ["a part of a call", value("function-lookup(?, 1)(/*/@a)(.)"), lookup],
    ["a call by an arrow", value("/*/@a => function-lookup(1)"), lookup],
    ["in an attribute value template", '<a b="{function-lookup(/*/@a, 1)(.)}"/>', lookup],
    ["in a text value template", '<a xsl:expand-text="yes">{function-lookup(/*/@a, 1)(.)}</a>', lookup],
    ["in an inline function", value("(function($n) { function-lookup($n, 1) })(/*/@a)"), lookup],
    ["in XSLT 1.0", '<a xsl:version="1.0" b="{function-lookup(/*/@a, 1)}"/>', lookup],
    ["transform()", value("transform(map { 'stylesheet-location': string(/*) })?output"), "call transform()"],
    ["another language", value("load-xquery-module('x')"), "call load-xquery-module()"],
    ["the environment", value("environment-variable('PATH')"), "call environment-variable()"],
  ];
  const definitions: typeof cases = [
    ["in a pattern", '<xsl:template match="a[function-lookup(@a, 1)(.)]"/>', lookup],
    ["in a key", '<xsl:key name="k" match="a" use="function-lookup(@a, 1)(.)"/>', lookup],
    ["in a global variable", '<xsl:variable name="f" select="function-lookup#2"/>', lookup],
    [
      "in a function",
      '<xsl:function name="q:f" xmlns:q="urn:q">\n<xsl:sequence select="function-lookup#2"/></xsl:function>',
      lookup,
    ],
    // SaxonJS counts the lines of several elements in one line too high: here each has its own.
    [
      "in a sort key",
      '<xsl:template name="s">\n<xsl:for-each select="a">\n<xsl:sort select="function-lookup(@a, 1)(.)"/>\n<xsl:value-of select="."/></xsl:for-each></xsl:template>',
      lookup,
    ],
  ];

  test("what chooses code by data, however it is spelt", async () => {
    const content = (list: typeof cases) => list.map(([, one]) => `${one}\n`).join("");
    const text = sheet(
      `<xsl:template match="/">\n${content(cases)}</xsl:template>\n${content(definitions)}`,
      `xmlns:f="${functions}"`,
    );
    const rows = text.split("\n");
    let line = 0;
    const expected = [...cases, ...definitions].map(([, , what]) => {
      line = rows.findIndex((row, index) => index > line - 1 && wrong.test(row)) + 1;
      return `s.xsl:${line} error FLOW4020 This stylesheet does not compile: a stylesheet cannot ${what}.`;
    });
    const found = await find({ "s.xsl": text });
    expect(found.map((one) => one.replace(/:\d+ error/, " error"))).toStrictEqual(expected);
  });

  const scripts: readonly (readonly [string, string])[] = [
    ["a URI", sheet(all(value(`Q{${saxon}/globalJS}eval('1')`)))],
    [
      "a URI with entities",
      sheet(all(value("js:eval('1')")), 'xmlns:js="http://saxonica.com/ns/&#x67;lobalJS"'),
    ],
    [
      "an instruction",
      sheet(
        all('<i:set-property name="a" select="1"/>'),
        `xmlns:i="${saxon}/interactiveXSLT" extension-element-prefixes="i"`,
      ),
    ],
  ];
  for (const [name, text] of scripts) {
    test(`JavaScript by ${name}`, async () => {
      expect(await find({ "s.xsl": text })).toStrictEqual([expect.stringMatching(/FLOW4020 .*JavaScript/)]);
    });
  }

  test("with the place, also in an included module", async () => {
    const inner = sheet(
      `<xsl:template name="t">\n <xsl:value-of select="1"/>\n <xsl:value-of\n   select="string(function-lookup(/*/@a, 1)(.))"/>\n <xsl:evaluate xpath="'1'"/>\n</xsl:template>`,
    );
    const found = await find({ "s.xsl": sheet(`<xsl:include href="b/t.xsl"/>${all("")}`), "b/t.xsl": inner });
    expect(found).toStrictEqual([
      expect.stringMatching(/^b\/t\.xsl:5:19 error FLOW4020 .*function-lookup/),
      expect.stringMatching(/^b\/t\.xsl:6:3 error FLOW4020 .*evaluate/),
    ]);
  });
});

test("the build takes the instructions and functions that only compute", async () => {
  const common = `<xsl:function name="q:f" xmlns:q="urn:q"><xsl:param name="x"/><xsl:sequence select="if ($x gt 0) then q:f($x - 1) else 0"/></xsl:function>
    <xsl:key name="k" match="a" use="@b"/><xsl:decimal-format name="d" decimal-separator=","/><xsl:strip-space elements="a"/>
    <xsl:attribute-set name="s"><xsl:attribute name="z">1</xsl:attribute></xsl:attribute-set>
    <xsl:accumulator name="n" initial-value="0"><xsl:accumulator-rule match="a" select="$value + 1"/></xsl:accumulator>
    <xsl:mode on-no-match="shallow-copy" use-accumulators="n"/><xsl:template match="a[2]|b//c[@d = 'e'][last()]|text()|@*"><xsl:next-match/></xsl:template>`;
  const instructions = `
    <xsl:for-each-group select="a" group-by="@b"><xsl:sort select="current-grouping-key()"/><xsl:copy-of select="current-group()"/></xsl:for-each-group>
    <xsl:analyze-string select="." regex="b"><xsl:matching-substring><xsl:value-of select="regex-group(0)"/></xsl:matching-substring></xsl:analyze-string>
    <xsl:iterate select="a"><xsl:param name="x" select="0"/><xsl:on-completion select="$x"/><xsl:choose><xsl:when test="b"><xsl:break/></xsl:when><xsl:otherwise><xsl:next-iteration><xsl:with-param name="x" select="$x + 1"/></xsl:next-iteration></xsl:otherwise></xsl:choose></xsl:iterate>
    <xsl:try select="1 div 0"><xsl:catch select="2"/></xsl:try>
    <xsl:where-populated><a xsl:use-attribute-sets="s"><xsl:on-non-empty>x</xsl:on-non-empty><xsl:copy-of select="b"/><xsl:on-empty>y</xsl:on-empty></a></xsl:where-populated>
    <xsl:perform-sort select="a"><xsl:sort select="b" data-type="number"/></xsl:perform-sort>
    <xsl:number level="any" count="a" format="1.a"/><xsl:number value="3" format="i"/>
    <xsl:element name="{name(*)}"><xsl:attribute name="a" select="1"/><xsl:namespace name="n" select="'u'"/><xsl:comment>c</xsl:comment><xsl:processing-instruction name="p"/></xsl:element>
    <xsl:map><xsl:map-entry key="1" select="2"/></xsl:map><xsl:document><a/></xsl:document>`;
  const expressions = [
    "q:f#1(3), q:f(2)",
    "for-each(1 to 3, function($x) { $x * 2 }), fold-left((1, 2), 0, function($a, $b) { $a + $b })",
    "map { 'a': [1, 2] }?a?1, map:keys(map { 1: 2 }), array:size([1]), math:pi()",
    "key('k', 1), format-number(1.5, '#,0', 'd'), generate-id(), current(), accumulator-before('n')",
    "some $x in a satisfies $x is b, every $x in 1 to 3 satisfies $x gt 0, (a union b) except c, a intersect b",
    "xs:integer('1') instance of xs:integer, 'a' castable as xs:date, xs:string#1('a'), concat('a', ?)('b')",
    "document('x'), doc-available('x'), unparsed-text('x'), function-available('abs'), system-property('xsl:version')",
    "tokenize('a b'), matches('a', 'b'), replace('a', 'b', 'c'), parse-json('{}'), serialize(.), sort((2, 1))",
    "namespace::*, ancestor::a[1], preceding-sibling::*[last()], //a[position() = 2], id('x'), -count(*)",
  ];
  const namespaces = `xmlns:q="urn:q" xmlns:map="${functions}/map" xmlns:array="${functions}/array" xmlns:math="${functions}/math"`;
  const text = sheet(
    `${common}${all(instructions + expressions.map((one) => `<xsl:value-of select="${one}"/>`).join(""))}`,
    namespaces,
  );
  const { diagnostics } = await compileFiles(
    apiFiles({ "/x": '<xslt in="$body" src="s.xsl"/>' }, { files: { "s.xsl": text } }),
  );
  expect(diagnostics.map(describeDiagnostic)).toStrictEqual([]);
});

describe("a compiled stylesheet that the build has not seen", () => {
  const reached = globalThis as { reached?: number };
  afterEach(() => {
    delete reached.reached;
  });

  const code = "globalThis.reached = 1";
  const node = (N: string, more: Readonly<Record<string, unknown>> = {}): SefNode => ({ N, ...more });
  const text = (val: string, role?: string) => node("str", { val, role });
  const call = (name: string, ...C: readonly SefNode[]): SefNode => ({ N: "ifCall", name, C });
  const apply = (fn: SefNode) =>
    call("Q{http://saxon.sf.net/}apply", fn, { N: "arrayBlock", C: [text(code)] });
  const ixsl = (name: string) => `Q{${saxon}/interactiveXSLT}${name}`;
  const crafted: readonly (readonly [string, SefNode])[] = [
    ["a function of SaxonJS", call(ixsl("eval"), text(code))],
    [
      "a global function",
      call(ixsl("call"), call(ixsl("window")), text("eval"), { N: "arrayBlock", C: [text(code)] }),
    ],
    ["a reference to one", apply(node("fnRef", { name: ixsl("eval"), arity: "1" }))],
    [
      "an expression of the input",
      node("evaluate", { as: "*", C: [text(`${ixsl("eval")}("${code}")`, "xpath")] }),
    ],
    [
      "a function that is looked up",
      apply({
        N: "fn",
        name: "function-lookup",
        C: [
          node("qName", { pre: "i", uri: `${saxon}/interactiveXSLT`, loc: "eval" }),
          node("int", { val: "1" }),
        ],
      }),
    ],
    ["something unknown", { N: "somethingNew" }],
  ];

  /** The stylesheet of `<xsl:value-of select="'here'"/>` with `node` in the place of its value. */
  async function sefWith(node: SefNode): Promise<string> {
    const { modules } = await compileFiles(
      apiFiles(
        { "/x": '<xslt in="$body" src="s.xsl"/>' },
        { files: { "s.xsl": sheet(all("<a><xsl:copy-of select=\"string(.), 'here'\"/></a>")) } },
      ),
    );
    const asset = modules.find(({ path }) => path.startsWith("assets/"))?.text ?? "";
    const [, literal = ""] = /sef:\s*('.*'|".*"),?\n/.exec(asset) ?? [];
    const sef = runInNewContext(literal) as string;
    const replaced = sef.replace(/\{"N":"str","val":"here"[^}]*\}/, () => JSON.stringify(node));
    expect(replaced).not.toContain("here");
    return replaced;
  }

  for (const [name, node] of crafted) {
    test(`does not run: ${name}`, async () => {
      const sef = await sefWith(node);
      expect(() => transform({ path: "s.xsl", sef }, "<a>1</a>", {}, () => {})).toThrow(
        /^A stylesheet cannot use /,
      );
      expect(reached.reached).toBeUndefined();
    });
  }

  test("finds no object of the host", () => {
    const SaxonJS = createRequire(import.meta.url)("saxon-js") as { getPlatform(): { globalObject: object } };
    expect(Object.keys(SaxonJS.getPlatform().globalObject)).toStrictEqual([]);
  });
});
