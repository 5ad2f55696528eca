/** XSLT 1.0 §7: the result tree. */
import { listed } from "../../support/samples.js";
import { apply, type Case, each, named, root, template, value } from "./case.js";

const attribute = (name: string, body: string, more = "") =>
  `<xsl:attribute name="${name}" ${more}>${body}</xsl:attribute>`;
const element = (name: string, body = "", more = "") =>
  `<xsl:element name="${name}" ${more}>${body}</xsl:element>`;
const set = (name: string, body: string, more = "") =>
  `<xsl:attribute-set name="${name}" ${more}>${body}</xsl:attribute-set>`;
const identity = template("@*|node()", `<xsl:copy>${apply("@*|node()")}</xsl:copy>`);
const doc = '<r a="1" b="2"><!--c--><x y="z">t&amp;<w/></x><?p q?></r>';

export const resultTree = listed<Case>({
  "literal elements and attributes": {
    sheet: root('<a b="c"><d/>e</a>'),
    expected: '<a b="c"><d/>e</a>',
  },
  "attribute value templates": {
    sheet: root('<a b="{r/@a}-{r/@b}" c="{{{1+1}}}" d="{\'}\'}"/>'),
    input: doc,
    expected: '<a b="1-2" c="{2}" d="}"/>',
  },
  "attribute value templates: the first node": {
    sheet: root('<a b="{//@*}"/>'),
    input: doc,
    expected: '<a b="1"/>',
  },
  "attribute value templates: types": {
    sheet: root('<a b="{1 div 0}{true()}{none}"/>'),
    expected: '<a b="Infinitytrue"/>',
  },
  "value-of: the first node": {
    sheet: root(value("//t/text()")),
    input: "<r><t>a</t><t>b</t></r>",
    expected: "a",
  },
  "value-of: types": {
    sheet: root(`${value("1.50")},${value("1 = 1")},${value("'s'")},${value("none")}`),
    expected: "1.5,true,s,",
  },
  text: { sheet: root("<a> <xsl:text> b </xsl:text> </a>"), expected: "<a> b </a>" },
  "white space beside text stays": { sheet: root("<a> b <c/> </a>"), expected: "<a> b <c/></a>" },
  "text without escapes": {
    sheet: root('<xsl:text disable-output-escaping="yes">&lt;b/&gt;</xsl:text><xsl:text>&lt;</xsl:text>'),
    expected: "<b/>&lt;",
  },
  "value-of without escapes": {
    sheet: root(`<a><xsl:value-of select="r" disable-output-escaping="yes"/>${value("r")}</a>`),
    input: "<r>&lt;i&gt;</r>",
    expected: "<a><i>&lt;i&gt;</a>",
  },
  element: { sheet: root(`${element("a")}${element("{name(*)}", "x")}`), expected: "<a/><r>x</r>" },
  "element with a namespace": {
    sheet: root(element("p:a", element("b"), 'namespace="urn:p"')),
    expected: '<p:a xmlns:p="urn:p"><b/></p:a>',
  },
  "element with a computed namespace": {
    sheet: root(element("a", "", "namespace=\"{concat('urn:', 'x')}\"")),
    expected: '<a xmlns="urn:x"/>',
  },
  "element: the prefix is that of the stylesheet": {
    attributes: 'xmlns:p="urn:p" exclude-result-prefixes="p"',
    sheet: root(element("p:a")),
    expected: '<p:a xmlns:p="urn:p"/>',
  },
  "element in the default namespace of the stylesheet": {
    sheet: root(`<o xmlns="urn:d">${element("a")}</o>`),
    expected: '<o xmlns="urn:d"><a/></o>',
  },
  "element in no namespace, inside a default one": {
    sheet: root(`<o xmlns="urn:d">${element("a", "", 'namespace=""')}</o>`),
    expected: '<o xmlns="urn:d"><a xmlns=""/></o>',
  },
  attribute: {
    sheet: root(`<a>${attribute("b", "c")}${attribute("{name(*)}", value("1+1"))}</a>`),
    expected: '<a b="c" r="2"/>',
  },
  "attribute: the last one of a name counts": {
    sheet: root(`<a b="1">${attribute("b", "2")}${attribute("c", "3")}${attribute("b", "4")}</a>`),
    expected: '<a b="4" c="3"/>',
  },
  "attribute with a namespace": {
    sheet: root(`<a>${attribute("p:b", "c", 'namespace="urn:p"')}</a>`),
    expected: '<a xmlns:p="urn:p" p:b="c"/>',
  },
  "attribute with a namespace and no prefix": {
    sheet: root(`<a>${attribute("b", "c", 'namespace="urn:p"')}</a>`),
    expected: '<a xmlns:ns_1="urn:p" ns_1:b="c"/>',
  },
  "attribute: the prefix of the stylesheet": {
    attributes: 'xmlns:p="urn:p" exclude-result-prefixes="p"',
    sheet: root(`<a>${attribute("p:b", "c")}</a>`),
    expected: '<a xmlns:p="urn:p" p:b="c"/>',
  },
  "attribute: no default namespace": {
    sheet: root(`<a xmlns="urn:d">${attribute("b", "c")}</a>`),
    expected: '<a xmlns="urn:d" b="c"/>',
  },
  "attribute: a line feed is kept": {
    sheet: root(`<a>${attribute("b", "<xsl:text>&#10;</xsl:text>")}</a>`),
    expected: '<a b="&#10;"/>',
  },
  "attribute of an element that xsl:element made": {
    sheet: root(element("a", `${attribute("b", "c")}d`)),
    expected: '<a b="c">d</a>',
  },
  comment: { sheet: root(`<xsl:comment>a${value("1+1")}</xsl:comment>`), expected: "<!--a2-->" },
  "processing-instruction": {
    sheet: root(`<xsl:processing-instruction name="{name(*)}">a ${value("1")}</xsl:processing-instruction>`),
    expected: "<?r a 1?>",
  },
  "copy: an element with its namespaces, without attributes": {
    sheet: root(each("*", "<xsl:copy>x</xsl:copy>")),
    input: '<p:a xmlns:p="urn:p" xmlns:q="urn:q" b="c"/>',
    expected: '<p:a xmlns:p="urn:p" xmlns:q="urn:q">x</p:a>',
  },
  "copy: all nodes": {
    sheet: identity,
    input: doc,
    expected: '<r a="1" b="2"><!--c--><x y="z">t&amp;<w/></x><?p q?></r>',
  },
  "copy: the document node": {
    sheet: root(`<xsl:copy>x${apply()}</xsl:copy>`),
    input: "<r>y</r>",
    expected: "xy",
  },
  "copy with attribute sets": {
    sheet: set("s", attribute("n", "m")) + root(each("r", '<xsl:copy use-attribute-sets="s"/>')),
    expected: '<r n="m"/>',
  },
  "copy-of: nodes": {
    sheet: root('<o><xsl:copy-of select="//x"/></o>'),
    input: doc,
    expected: '<o><x y="z">t&amp;<w/></x></o>',
  },
  "copy-of: attributes": {
    sheet: root('<o><xsl:copy-of select="r/@*"/></o>'),
    input: doc,
    expected: '<o a="1" b="2"/>',
  },
  "copy-of: all nodes of a set, in document order": {
    sheet: root('<o><xsl:copy-of select="//w|//comment()|//text()"/></o>'),
    input: doc,
    expected: "<o><!--c-->t&amp;<w/></o>",
  },
  "copy-of: other types": {
    sheet: root(`<xsl:copy-of select="1 = 2"/><xsl:copy-of select="'&lt;'"/><xsl:copy-of select="0.5"/>`),
    expected: "false&lt;0.5",
  },
  "copy-of: the document": { sheet: root('<xsl:copy-of select="/"/>'), input: doc, expected: doc },
  "copy-of: namespaces in scope": {
    sheet: root('<xsl:copy-of select="//b"/>'),
    input: '<p:a xmlns:p="urn:p"><b/></p:a>',
    expected: '<b xmlns:p="urn:p"/>',
  },
  "copy-of: a namespace that is there already is not declared again": {
    sheet: root('<o xmlns:p="urn:p"><xsl:copy-of select="//p:b" xmlns:p="urn:p"/></o>'),
    input: '<a xmlns:p="urn:p"><p:b/></a>',
    expected: '<o xmlns:p="urn:p"><p:b/></o>',
  },
  "copy-of: an element without a namespace, inside a default one": {
    sheet: root('<o xmlns="urn:d"><xsl:copy-of select="r"/></o>'),
    expected: '<o xmlns="urn:d"><r xmlns=""/></o>',
  },
  "attribute sets": {
    sheet:
      set("s", attribute("a", "1") + attribute("b", value("name(*)"))) +
      root('<o xsl:use-attribute-sets="s"/>'),
    expected: '<o a="1" b="r"/>',
  },
  "attribute sets: literal attributes override them, xsl:attribute overrides those": {
    sheet:
      set("s", attribute("a", "1") + attribute("b", "1") + attribute("c", "1")) +
      root(`<o xsl:use-attribute-sets="s" b="2" c="2">${attribute("c", "3")}</o>`),
    expected: '<o a="1" b="2" c="3"/>',
  },
  "attribute sets: several, and sets that use others": {
    sheet:
      set("s", attribute("a", "1") + attribute("b", "1")) +
      set("t", attribute("b", "2"), 'use-attribute-sets="s"') +
      set("u", attribute("c", "3")) +
      root(element("o", "", 'use-attribute-sets="t u"')),
    expected: '<o a="1" b="2" c="3"/>',
    libxslt: "writes the attributes in another order",
  },
  "attribute sets of one name are merged": {
    sheet:
      set("s", attribute("a", "1") + attribute("b", "1")) +
      set("s", attribute("b", "2") + attribute("c", "2")) +
      root('<o xsl:use-attribute-sets="s"/>'),
    expected: '<o a="1" b="2" c="2"/>',
  },
  "attribute sets do not see local variables, but top-level ones": {
    sheet: `<xsl:variable name="v" select="'top'"/>${set("s", attribute("a", value("$v")))}${root('<xsl:variable name="v" select="\'local\'"/><o xsl:use-attribute-sets="s"/>')}`,
    expected: '<o a="top"/>',
    libxslt: "sees local variables",
  },
  "namespace-alias": {
    attributes: 'xmlns:x="urn:x" xmlns:y="urn:y"',
    sheet: `<xsl:namespace-alias stylesheet-prefix="x" result-prefix="y"/>${root('<x:a x:b="c"/>')}`,
    expected: '<x:a xmlns:x="urn:y" xmlns:y="urn:y" x:b="c"/>',
  },
  "namespace-alias for stylesheets": {
    attributes: 'xmlns:x="urn:x"',
    sheet: `<xsl:namespace-alias stylesheet-prefix="x" result-prefix="xsl"/>${root('<x:template match="a"/>')}`,
    expected: '<x:template xmlns:x="http://www.w3.org/1999/XSL/Transform" match="a"/>',
  },
  "namespace-alias to the default namespace": {
    attributes: 'xmlns:x="urn:x" xmlns="urn:d"',
    sheet: `<xsl:namespace-alias stylesheet-prefix="x" result-prefix="#default"/>${root("<x:a/>")}`,
    expected: '<x:a xmlns:x="urn:d" xmlns="urn:d"/>',
  },
  "namespaces of the stylesheet are copied": {
    attributes: 'xmlns:p="urn:p"',
    sheet: root("<a/>"),
    expected: '<a xmlns:p="urn:p"/>',
  },
  "exclude-result-prefixes": {
    attributes: 'xmlns:p="urn:p" xmlns:q="urn:q" exclude-result-prefixes="p"',
    sheet: root("<a/>"),
    expected: '<a xmlns:q="urn:q"/>',
  },
  "exclude-result-prefixes: what is used stays": {
    attributes: 'xmlns:p="urn:p" exclude-result-prefixes="p"',
    sheet: root('<a p:b="c"/>'),
    expected: '<a xmlns:p="urn:p" p:b="c"/>',
  },
  "exclude-result-prefixes: the default namespace": {
    attributes: 'xmlns="urn:d" exclude-result-prefixes="#default"',
    sheet: root('<p:a xmlns:p="urn:p"/>'),
    expected: '<p:a xmlns:p="urn:p"/>',
  },
  "exclude-result-prefixes on a literal element": {
    attributes: 'xmlns:p="urn:p"',
    sheet: root('<a xsl:exclude-result-prefixes="p"><b/></a>'),
    expected: "<a><b/></a>",
    libxslt: "keeps the namespace",
  },
  "extension-element-prefixes are no namespaces of the result": {
    attributes: 'xmlns:p="urn:p" extension-element-prefixes="p"',
    sheet: root("<a/>"),
    expected: "<a/>",
  },
  "namespaces declared on a literal element": {
    sheet: root('<a xmlns:p="urn:p"><p:b/></a>'),
    expected: '<a xmlns:p="urn:p"><p:b/></a>',
  },
  "an attribute of xsl on a literal element is not copied": {
    sheet: root('<a xsl:version="1.0" b="c"/>'),
    expected: '<a b="c"/>',
  },
  "xml:lang and xml:space are copied": {
    sheet: root('<a xml:lang="en"/>'),
    expected: '<a xml:lang="en"/>',
  },
  "xml:space in the stylesheet": {
    sheet: root('<a xml:space="preserve"> <b/> </a>'),
    expected: '<a xml:space="preserve"> <b/> </a>',
  },
  "copy of namespace nodes": {
    sheet: root('<o><xsl:copy-of select="*/namespace::p"/></o>'),
    input: '<r xmlns:p="urn:p"/>',
    expected: '<o xmlns:p="urn:p"/>',
  },
  "a template that makes only part of an element": {
    sheet: root('<a><xsl:call-template name="n"/></a>') + named("n", `${attribute("b", "c")}<d/>`),
    expected: '<a b="c"><d/></a>',
  },
});
