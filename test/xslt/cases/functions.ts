/** XSLT 1.0 §12, §15 and §14: functions, keys, documents, extension. */
import { apply, type Case, each, expression, output, root, template, value } from "./case.js";

const key = (name: string, match: string, use: string) =>
  `<xsl:key name="${name}" match="${match}" use="${use}"/>`;
const format = (attributes: string) => `<xsl:decimal-format ${attributes}/>`;
const people = "<r><p n='a' c='x'>1</p><p n='b' c='y'>2</p><p n='c' c='x'>3</p><q>x</q><q>y</q></r>";
const text = output('method="text"');
const dtd =
  '<!DOCTYPE r [<!ATTLIST a i ID #IMPLIED><!NOTATION gif SYSTEM "gif"><!ENTITY pic SYSTEM "http://example.com/p.gif" NDATA gif>]>';

export const functions: readonly Case[] = [
  {
    name: "key()",
    sheet: text + key("c", "p", "@c") + root(each("key('c', 'x')", value("@n"))),
    input: people,
    expected: "ac",
  },
  {
    name: "key(): nodes as values",
    sheet: text + key("c", "p", "@c") + root(each("key('c', //q)", value("@n"))),
    input: people,
    expected: "abc",
  },
  {
    name: "key(): several values for one node",
    sheet:
      text +
      key("k", "p", "@*|text()") +
      root(`${value("count(key('k', 'x'))")}${value("key('k', '2')/@n")}${value("key('k', 'c')")}`),
    input: people,
    expected: "2b3",
  },
  {
    name: "key(): several declarations of one name",
    sheet:
      text +
      key("k", "p", "@n") +
      key("k", "q", ".") +
      root(each("key('k', 'a') | key('k', 'y')", value("name()"))),
    input: people,
    expected: "pq",
  },
  {
    name: "key(): use of another type",
    sheet: text + key("k", "p", "number(.) * 2") + root(value("key('k', 4)/@n")),
    input: people,
    expected: "b",
  },
  {
    name: "key(): nothing",
    sheet: text + key("k", "p", "@n") + root(value("count(key('k', 'z'))")),
    input: people,
    expected: "0",
  },
  {
    name: "key(): no node has no value, not an empty one",
    sheet: `${text}${key("k", "q", "@none")}${key("l", "q", "string(@none)")}${root(`${value("count(key('k', ''))")}${value("count(key('l', //none))")}${value("count(key('l', ''))")}${value("count(document(//none))")}`)}`,
    input: people,
    expected: "0020",
  },
  {
    name: "key() in a path and a predicate",
    sheet:
      text + key("k", "p", "@n") + root(`${value("key('k', 'b')/@c")}${value("//q[. = key('k', 'c')/@c]")}`),
    input: people,
    expected: "yx",
  },
  {
    name: "key(): grouping by the first of each",
    sheet:
      text +
      key("c", "p", "@c") +
      root(
        each(
          "//p[generate-id() = generate-id(key('c', @c)[1])]",
          `${value("@c")}:${value("count(key('c', @c))")},`,
        ),
      ),
    input: people,
    expected: "x:2,y:1,",
  },
  {
    name: "key(): a name with a namespace",
    attributes: 'xmlns:k="urn:k"',
    sheet: text + key("k:c", "p", "@c") + root(value("count(key('k:c', 'x'))")),
    input: people,
    expected: "2",
  },
  {
    name: "key() of attributes and of the document node",
    sheet: text + key("k", "@n", "../@c") + root(each("key('k', 'x')", value("."))),
    input: people,
    expected: "ac",
  },
  {
    name: "current()",
    sheet:
      text +
      root(each("//q", each("//p[@c = current()]", value("@n")) + value("count(//p[@c = current()])"))),
    input: people,
    expected: "ac2b1",
  },
  {
    name: "current() outside of predicates is the context node",
    sheet: text + root(each("//q", value("current()"))),
    input: people,
    expected: "xy",
  },
  {
    name: "generate-id(): the same for the same node only",
    sheet:
      text +
      root(
        `${value("generate-id(//p[1]) = generate-id(//p[@n='a'])")},${value("generate-id(//p[1]) = generate-id(//p[2])")},${value("generate-id() = generate-id(/)")} [${value("generate-id(none)")}] ${value("string-length(generate-id()) > 0 and translate(generate-id(), 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', '') = ''")}`,
      ),
    input: people,
    expected: "true,false,true [] true",
  },
  {
    name: "generate-id(): attributes and texts",
    sheet:
      text +
      root(
        `${value("generate-id(//@n) = generate-id(//@c)")},${value("generate-id(//p/text()) = generate-id(//p)")}`,
      ),
    input: people,
    expected: "false,false",
  },
  {
    name: "format-number()",
    sheet:
      text +
      root(
        `${value("format-number(1234.5, '#,##0.00')")},${value("format-number(0.256, '0%')")},${value("format-number(-3, '0;(0)')")},${value("format-number('x', '0')")},${value("format-number(//p, '00')")}`,
      ),
    input: people,
    expected: "1,234.50,26%,(3),NaN,01",
  },
  {
    name: "decimal-format: without a name",
    sheet:
      text +
      format('decimal-separator="," grouping-separator="." NaN="?" infinity="oo" minus-sign="~"') +
      root(
        `${value("format-number(1234.5, '#.##0,00')")},${value("format-number('x', '0')")},${value("format-number(-1 div 0, '0')")},${value("format-number(-1, '0')")}`,
      ),
    expected: "1.234,50,?,~oo,~1",
  },
  {
    name: "decimal-format: with a name",
    attributes: 'xmlns:f="urn:f"',
    sheet:
      text +
      format('name="f:d" decimal-separator=","') +
      root(`${value("format-number(1.5, '0,0', 'f:d')")},${value("format-number(1.5, '0.0')")}`),
    expected: "1,5,1.5",
  },
  {
    name: "decimal-format: other characters",
    sheet:
      text +
      format('digit="n" zero-digit="0" percent="p" per-mille="m" pattern-separator="|"') +
      root(
        `${value("format-number(0.5, '0p')")},${value("format-number(0.5, '0m')")},${value("format-number(-5, 'n0|(n0)')")}`,
      ),
    expected: "50p,500m,(5)",
  },
  {
    name: "document('') is the stylesheet",
    attributes: 'xmlns:d="urn:d"',
    sheet: `${text}<d:data><d:i k="a">1</d:i><d:i k="b">2</d:i></d:data>${root(value("document('')//d:i[@k = 'b']"))}`,
    expected: "2",
  },
  {
    name: "document(): a file beside the stylesheet",
    sheet: text + root(value("document('data.xml')/d/e")),
    files: { "data.xml": "<d><e>x</e></d>" },
    expected: "x",
  },
  {
    name: "document(): nodes as addresses",
    sheet: text + root(each("document(//f)", value("name(*)"))),
    input: "<r><f>a.xml</f><f>b.xml</f></r>",
    files: { "a.xml": "<a/>", "b.xml": "<b/>" },
    expected: "ab",
    libxslt: "looks beside the input, which is no file here",
  },
  {
    name: "document(): addresses are relative to the document that they are in",
    sheet: text + root(each("document(document('sub/list.xml')//f)", value("*"))),
    files: { "sub/list.xml": "<r><f>a.xml</f></r>", "sub/a.xml": "<a>in sub</a>", "a.xml": "<a>here</a>" },
    expected: "in sub",
  },
  {
    name: "document(): an address of constant and other parts",
    sheet: text + root(value("document(concat('texts/', name(*), '.xml'))/t")),
    files: { "texts/r.xml": "<t>found</t>", "texts/s.xml": "<t>other</t>" },
    expected: "found",
  },
  {
    name: "document(): the base of the second argument",
    sheet: text + root(value("document('a.xml', document('sub/b.xml'))/*")),
    files: { "sub/b.xml": "<b/>", "sub/a.xml": "<a>in sub</a>", "a.xml": "<a>here</a>" },
    expected: "in sub",
  },
  {
    name: "document(): the same document each time",
    sheet: text + root(value("generate-id(document('a.xml')) = generate-id(document('a.xml'))")),
    files: { "a.xml": "<a/>" },
    expected: "true",
  },
  {
    name: "document(): templates and keys work in it",
    sheet:
      text +
      key("k", "e", "@i") +
      root(apply("document('a.xml')/*") + each("document('a.xml')", value("key('k', '2')"))) +
      template("e", `${value("@i")},`),
    files: { "a.xml": "<a><e i='1'>x</e><e i='2'>y</e></a>" },
    expected: "1,2,y",
  },
  {
    name: "system-property()",
    sheet:
      text +
      root(
        `${value("system-property('xsl:version')")},${value("string-length(system-property('xsl:vendor')) > 0")} [${value("system-property('none')")}]`,
      ),
    expected: "1.0,true []",
  },
  {
    name: "element-available()",
    attributes: 'xmlns:x="urn:x"',
    sheet:
      text +
      root(
        ["xsl:if", "xsl:for-each", "xsl:none", "x:if"]
          .map((name) => `${value(`element-available('${name}')`)},`)
          .join(""),
      ),
    expected: "true,true,false,false,",
  },
  {
    name: "element-available(): a name in the default namespace",
    sheet: "",
    whole: `<stylesheet version="1.0" xmlns="http://www.w3.org/1999/XSL/Transform"><output method="text"/><template match="/"><value-of select="element-available('choose')"/></template></stylesheet>`,
    expected: "true",
  },
  {
    name: "node-set() of EXSLT, and of others",
    attributes: 'xmlns:e="http://exslt.org/common" xmlns:x="http://icl.com/saxon"',
    sheet: `${text}<xsl:variable name="v"><i>1</i><i>2</i></xsl:variable>${root(`${value("count(e:node-set($v)/i)")}${value("x:node-set($v)/i[2]")}`)}`,
    expected: "22",
  },
  {
    name: "document(): an address with percent signs",
    sheet: text + root(value("document(concat('a%20', 'b', '.xml'))")),
    files: { "a b.xml": "<a>found</a>" },
    expected: "found",
  },
  {
    name: "function-available()",
    attributes: 'xmlns:x="urn:x"',
    sheet:
      text +
      root(
        ["count", "key", "none", "x:count"]
          .map((name) => `${value(`function-available('${name}')`)},`)
          .join(""),
      ),
    expected: "true,true,false,false,",
  },
  {
    name: "unparsed-entity-uri()",
    sheet: text + root(`${value("unparsed-entity-uri('pic')")}[${value("unparsed-entity-uri('none')")}]`),
    input: `${dtd}<r/>`,
    expected: "http://example.com/p.gif[]",
  },
  {
    name: "id() with a document type",
    sheet: text + root(`${value("id('x')")}${value("count(id('x y z'))")}${value("count(id(//b))")}`),
    input: `${dtd}<r><a i="x">1</a><a i="y">2</a><b>x</b><b>y</b></r>`,
    expected: "122",
  },
  {
    name: "lang()",
    sheet: text + root(`${value("count(//*[lang('en')])")}${value("count(//*[lang('EN-us')])")}`),
    input: '<r xml:lang="en-US"><a/><b xml:lang="de"/></r>',
    expected: "22",
  },
  expression("name(/r/*[2])", "p:b", '<r><a/><p:b xmlns:p="urn:p"/></r>'),
  expression("local-name(/r/*[2])", "b", '<r><a/><p:b xmlns:p="urn:p"/></r>'),
  expression("namespace-uri(/r/*[2])", "urn:p", '<r><a/><p:b xmlns:p="urn:p"/></r>'),
  expression("name(//processing-instruction())", "p", "<r><?p q?></r>"),
  expression("count(//@*|//node())", "5", "<r a='1'>x<b c='2'/></r>"),
];
