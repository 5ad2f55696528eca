/** XSLT 1.0 §7.1 to §10: elements that make nodes, repetition, choice, sorting, numbering. */
import { listed } from "../../support/samples.js";
import { apply, type Case, each, output, root, template, value } from "./case.js";

const list = "<r><i n='3'>c</i><i n='1'>a</i><i n='2'>b</i><i n='10'>B</i></r>";
const sort = (attributes: string) => `<xsl:sort ${attributes}/>`;
const sortedList = (...sorts: readonly string[]) =>
  root(each("r/i", `${sorts.map(sort).join("")}${value("concat(., @n)")},`));
const number = (attributes: string) => `<xsl:number ${attributes}/>`;
const sections = "<r><s><t/><s><t/><t/></s></s><s><t/><u><t/></u></s></r>";
const numbered = (attributes: string, select = "//t") => root(each(select, `${number(attributes)};`));

export const instructions = listed<Case>({
  "for-each: the current node and its position": {
    sheet: root(each("r/i", `${value("position()")}${value(".")}${value("last()")},`)),
    input: list,
    expected: "1c4,2a4,3b4,4B4,",
  },
  "for-each over nothing": { sheet: root(`[${each("none", "x")}]`), expected: "[]" },
  "for-each inside for-each": {
    sheet: root(each("//i[@n &lt; 3]", `(${each("../i[@n &lt; 3]", value("."))})`)),
    input: list,
    expected: "(ab)(ab)",
  },
  if: {
    sheet: root(
      each("//i", `<xsl:if test="@n &gt; 2">${value(".")}</xsl:if>`) +
        '<xsl:if test="none">no</xsl:if><xsl:if test="//i">yes</xsl:if>',
    ),
    input: list,
    expected: "cByes",
  },
  "choose takes the first true branch": {
    sheet: root(
      each(
        "//i",
        '<xsl:choose><xsl:when test="@n = 1">one</xsl:when><xsl:when test="@n &lt; 3">two</xsl:when><xsl:otherwise>-</xsl:otherwise></xsl:choose>',
      ),
    ),
    input: list,
    expected: "-onetwo-",
  },
  "choose without otherwise may do nothing": {
    sheet: root('[<xsl:choose><xsl:when test="false()">x</xsl:when></xsl:choose>]'),
    expected: "[]",
  },
  "sort by text": { sheet: sortedList(""), input: list, expected: "B10,a1,b2,c3," },
  "sort by number": {
    sheet: sortedList('select="@n" data-type="number"'),
    input: list,
    expected: "a1,b2,c3,B10,",
  },
  "sort by text that looks like numbers": {
    sheet: sortedList('select="@n"'),
    input: list,
    expected: "a1,B10,b2,c3,",
  },
  "sort in descending order": {
    sheet: sortedList('select="@n" data-type="number" order="descending"'),
    input: list,
    expected: "B10,c3,b2,a1,",
  },
  "sort by two keys": {
    sheet: sortedList('select="@n &lt; 3" order="descending"', 'select="@n" data-type="number"'),
    input: list,
    expected: "a1,b2,c3,B10,",
  },
  "sort: attributes are templates": {
    sheet: `<xsl:variable name="o" select="'descending'"/>${sortedList('select="@n" data-type="{concat(\'num\', \'ber\')}" order="{$o}"')}`,
    input: list,
    expected: "B10,c3,b2,a1,",
  },
  "sort: the position in the keys is that before sorting, in the body that after": {
    sheet: root(
      each(
        "r/i",
        `${sort('select="position()" order="descending" data-type="number"')}${value("concat(position(), .)")},`,
      ),
    ),
    input: list,
    expected: "1B,2b,3a,4c,",
  },
  "sort in apply-templates": {
    sheet:
      template("r", apply("i", sort('select="."'))) + template("i", `${value("position()")}${value(".")},`),
    input: list,
    expected: "1B,2a,3b,4c,",
  },
  "sort keeps the order of equal keys": {
    sheet: root(each("r/i", `${sort('select="@k"')}${value(".")}`)),
    input: "<r><i k='b'>1</i><i k='a'>2</i><i k='b'>3</i><i k='a'>4</i></r>",
    expected: "2413",
  },
  "sort: what is no number comes first": {
    sheet: sortedList('select="@n" data-type="number"'),
    input: "<r><i n='2'>a</i><i n='x'>b</i><i n='-1'>c</i></r>",
    expected: "bx,c-1,a2,",
  },
  "sort: current() is the node that is sorted": {
    sheet: root(
      each("r/i", `${sort('select="count(//i[@n &lt; current()/@n])" data-type="number"')}${value("@n")},`),
    ),
    input: list,
    expected: "1,2,3,10,",
  },
  "number: the position among siblings of the name": {
    sheet: numbered(""),
    input: sections,
    expected: "1;1;2;1;1;",
  },
  "number: count": { sheet: numbered('count="s"'), input: sections, expected: "1;1;1;2;2;" },
  "number: count and from by variables of the template": {
    sheet: `${root('<xsl:apply-templates select="r/i"/>')}<xsl:template match="i"><xsl:param name="from" select="'r'"/><xsl:variable name="n" select="@n"/><xsl:number count="i[@n = $n]"/>;<xsl:number level="any" count="i[@n = $n]" from="*[name() = $from]"/>,</xsl:template>`,
    input: '<r><i n="a"/><i n="b"/><i n="a"/><i n="b"/><i n="a"/></r>',
    expected: "1;1,1;1,2;2,2;2,3;3,",
  },
  "number: count by a variable of a loop, and one of the stylesheet": {
    sheet: `<xsl:variable name="all" select="'i'"/>${root('<xsl:for-each select="r/i"><xsl:variable name="n" select="@n"/><xsl:number count="*[name() = $all][@n = $n]"/>,</xsl:for-each>')}`,
    input: '<r><i n="a"/><i n="b"/><i n="a"/></r>',
    expected: "1,1,2,",
  },
  "number: count of several names": {
    sheet: numbered('count="t|u"'),
    input: sections,
    expected: "1;1;2;1;1;",
  },
  "number: multiple levels": {
    sheet: numbered('level="multiple" count="s|t" format="1.1"'),
    input: sections,
    expected: "1.1;1.2.1;1.2.2;2.1;2.1;",
  },
  "number: multiple levels of what there is none": {
    sheet: numbered('level="multiple" count="x" format="1.1"'),
    input: sections,
    expected: ";;;;;",
  },
  "number: a format for each level": {
    sheet: numbered('level="multiple" count="s|t" format="A-1-i)"'),
    input: sections,
    expected: "A-1);A-2-i);A-2-ii);B-1);B-1);",
  },
  "number: from, at multiple levels": {
    sheet: numbered('level="multiple" count="s|t" from="r/s"'),
    input: sections,
    expected: "1;2.1;2.2;1;1;",
  },
  "number: any level": { sheet: numbered('level="any"'), input: sections, expected: "1;2;3;4;5;" },
  "number: any level, of what stands before": {
    sheet: numbered('level="any" count="s"'),
    input: sections,
    expected: "1;2;2;3;3;",
  },
  "number: any level, from": {
    sheet: numbered('level="any" from="s"'),
    input: sections,
    expected: "1;1;2;1;2;",
  },
  "number: value": {
    sheet: root(each("//t", `${number('value="position()" format="01"')};`)),
    input: sections,
    expected: "01;02;03;04;05;",
  },
  "number: value is rounded": {
    sheet: root(`${number('value="2.5"')},${number('value="1.4"')},${number("value=\"'7'\"")}`),
    expected: "3,1,7",
  },
  "number: letters and Roman numerals": {
    sheet: root(["a", "A", "i", "I"].map((one) => `${number(`value="28" format="${one}"`)},`).join("")),
    expected: "ab,AB,xxviii,XXVIII,",
  },
  "number: prefix and suffix": { sheet: root(number('value="7" format="(001) "')), expected: "(007) " },
  "number: groups": {
    sheet: root(number('value="1234567" grouping-separator="." grouping-size="3"')),
    expected: "1.234.567",
  },
  "number: the format is a template": {
    sheet: root(number('value="7" format="{name(*)}."')),
    input: "<i/>",
    expected: "vii.",
  },
  "number: nodes of other types": {
    sheet: root(each("//text()|//comment()|//@*", `${number("")};`)),
    input: "<r a='1'>x<!-- --><b/>y<!-- --></r>",
    expected: "1;1;1;2;2;",
  },
  "number: the document": { sheet: root(`[${number("")}]`), expected: "[]" },
  "message does not change the result": {
    sheet: root('a<xsl:message>hello <b/></xsl:message>b<xsl:message terminate="no"/>'),
    expected: "ab",
    messages: ["hello ", ""],
  },
  "choose inside a variable and an attribute": {
    sheet:
      output('omit-xml-declaration="yes" indent="no"') +
      root(
        '<o><xsl:attribute name="a"><xsl:choose><xsl:when test="r">1</xsl:when></xsl:choose></xsl:attribute></o>',
      ),
    expected: '<o a="1"/>',
  },
});
