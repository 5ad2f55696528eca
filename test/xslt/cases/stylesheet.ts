/** XSLT 1.0 §2, §3.4, §14 to §16: the structure of stylesheets, white space, fallback, output. */
import { listed } from "../../support/samples.js";
import { apply, type Case, call, each, named, output, root, template, value } from "./case.js";

const xsl = 'xmlns:xsl="http://www.w3.org/1999/XSL/Transform"';
const spaces = "<r> <a> <b> </b> x </a> <c xml:space='preserve'> <d/> </c></r>";
const copy = root('<xsl:copy-of select="."/>');
const strip = (elements: string) => `<xsl:strip-space elements="${elements}"/>`;
const preserve = (elements: string) => `<xsl:preserve-space elements="${elements}"/>`;
const page = '<html><head><title>t</title></head><body><br/><p class="">&#160;é</p><hr/></body></html>';

export const stylesheets = listed<Case>({
  "xsl:transform is xsl:stylesheet": {
    sheet: "",
    whole: `<xsl:transform version="1.0" ${xsl}>${output('method="text"')}${root("x")}</xsl:transform>`,
    expected: "x",
  },
  "a literal result element as a stylesheet": {
    sheet: "",
    whole: `<o xsl:version="1.0" ${xsl}><p><xsl:value-of select="r/a"/></p></o>`,
    input: "<r><a>x</a></r>",
    expected: '<?xml version="1.0"?>\n<o><p>x</p></o>\n',
  },
  "a literal result element that is HTML": {
    sheet: "",
    whole: `<html xsl:version="1.0" ${xsl}><br title="{r}"/></html>`,
    input: "<r>x</r>",
    expected: '<html><br title="x"></html>\n',
  },
  "elements of other namespaces at the top level are data": {
    attributes: 'xmlns:d="urn:d" exclude-result-prefixes="d"',
    sheet: `<d:any><xsl:not-an-instruction/></d:any>${root("x")}`,
    expected: "x",
  },
  "comments and instructions in a stylesheet are nothing": {
    sheet: `<!--a--><?b?>${root("<!--c-->x<?d?>y")}`,
    expected: "xy",
  },
  "white space beside a comment is a text of its own": {
    sheet: root("<a>\n  <!--c-->\n  x<!--d-->y <?p?> <b/></a>"),
    expected: "<a>\n  xy <b/></a>",
  },
  "CDATA sections in a stylesheet": {
    sheet: root("<a><![CDATA[<b>&]]></a>"),
    expected: "<a>&lt;b&gt;&amp;</a>",
  },
  "entities that a stylesheet declares": {
    sheet: "",
    whole: `<!DOCTYPE xsl:stylesheet [<!ENTITY nbsp "&#160;">]><xsl:stylesheet version="1.0" ${xsl}>${output('method="text"')}${root("a&nbsp;b")}</xsl:stylesheet>`,
    expected: "a\u00a0b",
  },
  "white space of the stylesheet is stripped": {
    sheet: root("\n  <a>\n    <b/>\n  </a>\n"),
    expected: "<a><b/></a>",
  },
  "white space of the stylesheet, kept by xml:space": {
    sheet: root('<a xml:space="preserve"> <b xml:space="default"> <c/> </b> </a>'),
    expected: '<a xml:space="preserve"> <b xml:space="default"><c/></b> </a>',
  },
  "white space of the input stays": {
    sheet: copy,
    input: spaces,
    expected: '<r> <a> <b> </b> x </a> <c xml:space="preserve"> <d/> </c></r>',
  },
  "strip-space": {
    sheet: strip("*") + copy,
    input: spaces,
    expected: '<r><a><b/> x </a><c xml:space="preserve"> <d/> </c></r>',
    libxslt: "does not look at xml:space",
  },
  "strip-space of some elements": {
    sheet: strip("r b") + copy,
    input: spaces,
    expected: '<r><a> <b/> x </a><c xml:space="preserve"> <d/> </c></r>',
  },
  "preserve-space": {
    sheet: strip("*") + preserve("b") + copy,
    input: spaces,
    expected: '<r><a><b> </b> x </a><c xml:space="preserve"> <d/> </c></r>',
    libxslt: "does not look at xml:space",
  },
  "strip-space: a name before a namespace before any name": {
    attributes: 'xmlns:p="urn:p"',
    sheet: preserve("p:*") + strip("* p:b") + root('<xsl:copy-of select="."/>'),
    input: '<p:r xmlns:p="urn:p"> <p:b> </p:b><c> </c></p:r>',
    expected: '<p:r xmlns:p="urn:p"> <p:b/><c/></p:r>',
  },
  "strip-space changes positions": {
    sheet: strip("*") + root(value("count(r/node())")),
    input: "<r> <a/> <b/> </r>",
    expected: "2",
  },
  "strip-space in an imported stylesheet has a lower precedence": {
    sheet: `<xsl:import href="one.xsl"/>${preserve("b")}${copy}`,
    input: "<r> <b> </b></r>",
    files: { "one.xsl": `<xsl:stylesheet version="1.0" ${xsl}>${strip("*")}</xsl:stylesheet>` },
    expected: "<r><b> </b></r>",
  },
  "strip-space reaches document()": {
    sheet: strip("*") + root("<xsl:copy-of select=\"document('a.xml')\"/>"),
    files: { "a.xml": "<a> <b/> </a>" },
    expected: "<a><b/></a>",
  },
  "forwards compatible: unknown top-level elements": {
    attributes: "",
    sheet: "",
    whole: `<xsl:stylesheet version="1.1" ${xsl}>${output('method="text"')}<xsl:unknown a="b"><c/></xsl:unknown>${root("x")}</xsl:stylesheet>`,
    expected: "x",
    libxslt: "fails",
  },
  "forwards compatible: an unknown instruction with fallback": {
    sheet: "",
    whole: `<xsl:stylesheet version="1.1" ${xsl}>${output('method="text"')}${root("a<xsl:unknown><xsl:fallback>b</xsl:fallback></xsl:unknown><xsl:unknown><c/><xsl:fallback>d</xsl:fallback><xsl:fallback>e</xsl:fallback></xsl:unknown>")}</xsl:stylesheet>`,
    expected: "abde",
  },
  "forwards compatible: an unknown instruction that is not reached": {
    sheet: "",
    whole: `<xsl:stylesheet version="1.1" ${xsl}>${output('method="text"')}${root('<xsl:if test="false()"><xsl:unknown/></xsl:if>x')}</xsl:stylesheet>`,
    expected: "x",
  },
  "forwards compatible: unknown attributes": {
    sheet: "",
    whole: `<xsl:stylesheet version="1.1" ${xsl}>${output('method="text"')}<xsl:template match="/" unknown="a"><xsl:value-of select="1" other="b"/></xsl:template></xsl:stylesheet>`,
    expected: "1",
  },
  "fallback of a known instruction is nothing": {
    sheet: root('<xsl:if test="true()">a<xsl:fallback>b</xsl:fallback></xsl:if>'),
    expected: "a",
  },
  "an extension element with fallback": {
    attributes: 'xmlns:x="urn:x" extension-element-prefixes="x"',
    sheet: root("<x:y><xsl:fallback>f</xsl:fallback></x:y>"),
    expected: "f",
  },
  "an extension function that is not called": {
    attributes: 'xmlns:x="urn:x" exclude-result-prefixes="x"',
    sheet: root(
      '<xsl:choose><xsl:when test="function-available(\'x:f\')"><xsl:value-of select="x:f()"/></xsl:when><xsl:otherwise>none</xsl:otherwise></xsl:choose>',
    ),
    expected: "none",
  },
  "output: XML by default": {
    sheet: output("") + root("<a>é</a>"),
    expected: '<?xml version="1.0"?>\n<a>é</a>\n',
  },
  "output: HTML by its root element": {
    sheet: output("") + root(page),
    expected:
      '<html>\n<head>\n<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n<title>t</title>\n</head>\n<body>\n<br><p class="">\u00a0é</p>\n<hr>\n</body>\n</html>\n',
  },
  "output: HTML without indents": {
    sheet: output('method="html" indent="no"') + root(page),
    expected:
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>t</title></head><body><br><p class="">\u00a0é</p><hr></body></html>\n',
  },
  "output: text": {
    sheet: output('method="text"') + root("<a>x<b>&lt;</b></a><xsl:comment>c</xsl:comment>"),
    expected: "x<",
  },
  "output: several are merged": {
    sheet:
      output('method="html" indent="no"') +
      output('indent="yes" method="xml"') +
      output('omit-xml-declaration="yes"') +
      root("<a><b/></a>"),
    expected: "<a>\n  <b/>\n</a>\n",
  },
  "output: that of an import is overridden": {
    sheet: `<xsl:import href="one.xsl"/>${output('indent="no"')}${root("<a><b/></a>")}`,
    files: {
      "one.xsl": `<xsl:stylesheet version="1.0" ${xsl}>${output('indent="yes" omit-xml-declaration="yes"')}</xsl:stylesheet>`,
    },
    expected: "<a><b/></a>",
  },
  "output: document type and standalone": {
    sheet: output('doctype-public="p" doctype-system="s" standalone="yes"') + root("<a/>"),
    expected: '<?xml version="1.0" standalone="yes"?>\n<!DOCTYPE a PUBLIC "p" "s">\n<a/>\n',
  },
  "output: CDATA sections": {
    attributes: 'xmlns:p="urn:p"',
    sheet:
      output('omit-xml-declaration="yes" indent="no" cdata-section-elements="b p:c"') +
      output('cdata-section-elements="d"') +
      root("<a><b>&amp;</b><p:c>&amp;</p:c><c>&amp;</c><d>x</d></a>"),
    expected:
      '<a xmlns:p="urn:p"><b><![CDATA[&]]></b><p:c><![CDATA[&]]></p:c><c>&amp;</c><d><![CDATA[x]]></d></a>',
  },
  "output: an encoding that lacks a character": {
    sheet: output('encoding="US-ASCII"') + root("<a b='é'>€</a>"),
    expected: '<?xml version="1.0" encoding="US-ASCII"?>\n<a b="&#233;">&#8364;</a>\n',
  },
  "a tree of several elements and texts": { sheet: root("a<b/>c<d/>"), expected: "a<b/>c<d/>" },
  "an empty result": { sheet: output("") + root(""), expected: "" },
  "import before all else, from a folder": {
    sheet: `<xsl:import href="sub/one.xsl"/>${root(call("n"))}`,
    files: {
      "sub/one.xsl": `<xsl:stylesheet version="1.0" ${xsl}><xsl:include href="two.xsl"/></xsl:stylesheet>`,
      "sub/two.xsl": `<xsl:stylesheet version="1.0" ${xsl}>${named("n", "two")}</xsl:stylesheet>`,
    },
    expected: "two",
  },
  "an included literal result element": {
    sheet: '<xsl:include href="one.xsl"/>',
    files: { "one.xsl": `<o xsl:version="1.0" ${xsl}><xsl:value-of select="name(*)"/></o>` },
    expected: "<o>r</o>",
  },
  "a namespace prefix of the stylesheet need not be that of the input": {
    attributes: 'xmlns:x="urn:p" exclude-result-prefixes="x"',
    sheet: template("x:a", `${value("name()")}${value("@x:b")}`) + root(apply("//x:a")),
    input: '<r xmlns:y="urn:p"><y:a y:b="1"/></r>',
    expected: "y:a1",
  },
  "unprefixed names in expressions are in no namespace": {
    attributes: 'xmlns="urn:d" exclude-result-prefixes="#default"',
    sheet: root(`${value("count(//a)")}${each("//a", "x")}`),
    input: '<r><a/><a xmlns="urn:d"/></r>',
    expected: "1x",
  },
});
