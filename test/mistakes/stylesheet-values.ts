import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

const sheet = (content: string): Mistake => ({
  files: {
    "orders.xml": flowFile(
      `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="orders.xsl"/>`,
    ),
    "orders.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
${content}
</xsl:stylesheet>
`,
  },
});

const rule = (content: string): Mistake => sheet(`<xsl:template match="/">${content}</xsl:template>`);
const when = (test: string): Mistake => rule(`<xsl:if test="${test}">b</xsl:if>`);

/** Values of stylesheets: of attributes, of tests, and of arguments. */
export const stylesheetValues: Mistakes = {
  "a test that is a text": when("«'a'|a»"),
  "a test that is the text of a number": when("«string(count(a))|count(a) &gt; 0»"),
  "a test of the first position": when("position() = «0|1»"),
  "a test behind the last position": when("position() = last()« + 1|»"),
  "a test for an empty text node": when("«text() = ''|not(text())»"),
  "a test for an empty text node, turned round": when("«'' = a/text()|not(a/text())»"),
  "the last position without parentheses": when("position() != «last|last()»"),
  "the position without parentheses": when("«position|position()» = last()"),
  "an attribute behind a value": rule(
    `<p>«!<xsl:value-of select="a"/><xsl:attribute name="b">c</xsl:attribute>|<xsl:attribute name="b">c</xsl:attribute><xsl:value-of select="a"/>»</p>`,
  ),
  "a sort by numbers as texts": rule(
    `<xsl:for-each select="a"><xsl:sort select="«number(b)|b»"/>c</xsl:for-each>`,
  ),
  "a sort by numbers": rule(
    `<xsl:for-each select="a"><xsl:sort select="«!string-length(b)|string-length(b)»"«| data-type="number"»/>c</xsl:for-each>`,
  ),
  "a test of a length": when("string-length(a) &lt; «0|1»"),
  "a text beside another condition": when("a and «'false'|b»"),
  "two comparisons in one": when("«1 &lt; a &lt; 5|1 &lt; a and a &lt; 5»"),
  "the same test twice": rule(
    `<xsl:choose><xsl:when test="a">b</xsl:when><xsl:when test="«a|b»">c</xsl:when></xsl:choose>`,
  ),
  "a test that is always true": rule(
    `<xsl:choose><xsl:when test="«true()|a»">b</xsl:when><xsl:otherwise>c</xsl:otherwise></xsl:choose>`,
  ),
  "a loop through a text": rule(`<xsl:for-each select="«string(a)|a»">b</xsl:for-each>`),
  "templates for a text": sheet(
    `<xsl:template match="/"><xsl:apply-templates select="«string(a)|a»"/></xsl:template>`,
  ),
  "a key in quotes": rule(`<xsl:for-each select="a"><xsl:sort select="«'b'|b»"/>c</xsl:for-each>`),
  "a variable in quotes": rule(
    `<xsl:variable name="title" select="a"/><xsl:value-of select="«'$title'|$title»"/>`,
  ),
  "a variable without braces": rule(
    `<xsl:variable name="link" select="a"/><«a href="$link"|a href="{$link}"»>b</a>`,
  ),
  "a path without braces": rule(`<«a href="@link"|a href="{@link}"»>b</a>`),
  "an attribute behind a text": rule(
    `<p>«a<xsl:attribute name="b">c</xsl:attribute>|<xsl:attribute name="b">c</xsl:attribute>a»</p>`,
  ),
  "an attribute behind an element": rule(
    `<p>«<b/><xsl:attribute name="b">c</xsl:attribute>|<xsl:attribute name="b">c</xsl:attribute><b/>»</p>`,
  ),
  "a name with a space": rule(`<«xsl:element name="a b"|xsl:element name="a"»>c</xsl:element>`),
  "a name that begins with a digit": rule(
    `<p><«xsl:attribute name="1a"|xsl:attribute name="a"»>c</xsl:attribute></p>`,
  ),
  "a separator without a size": rule(
    `<«xsl:number|xsl:number grouping-size="3"» value="1000" grouping-separator=","/>`,
  ),
  "a size in words": rule(
    `<«xsl:number grouping-size="three"|xsl:number grouping-size="3"» value="1000" grouping-separator=","/>`,
  ),
  "a format of another language": rule(`<xsl:value-of select="format-number(a, «'%.2f'|'0.00'»)"/>`),
  "a format of another country": rule(`<xsl:value-of select="format-number(a, «'#.##0,00'|'#,##0.00'»)"/>`),
  "a comma in a format": rule(`<xsl:value-of select="format-number(a, «'0,00'|'0.00'»)"/>`),
  "a format of another country, declared": sheet(
    `<xsl:decimal-format name="euro" decimal-separator="," grouping-separator="."/>\n<xsl:template match="/"><xsl:value-of select="format-number(a, «'#,##0.00'|'#.##0,00'», 'euro')"/></xsl:template>`,
  ),
  "a key by its number": sheet(
    `<xsl:key name="by-id" match="a" use="@id"/>\n<xsl:template match="/"><xsl:value-of select="key(«1, 'by-id'|'by-id', 1»)"/></xsl:template>`,
  ),
  "a stylesheet without input": {
    files: {
      "orders.xml": flowFile(`«!<xslt src="orders.xsl"/>|<xslt in="$body" src="orders.xsl"/>»`),
      "orders.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">a</xsl:template></xsl:stylesheet>`,
    },
  },
};
