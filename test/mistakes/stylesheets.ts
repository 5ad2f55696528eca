import { flowFile } from "../support/samples.js";
import type { Mistake } from "./support.js";

const sheet = (content: string, attributes = ""): Mistake["files"] => ({
  "orders.xml": flowFile(
    `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="orders.xsl"/>`,
  ),
  "orders.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"${attributes}>
${content}
</xsl:stylesheet>
`,
});

const rule = (content: string): Mistake["files"] =>
  sheet(`<xsl:template match="/">${content}</xsl:template>`);

/** What is wrong in stylesheets. */
export const stylesheets: readonly Mistake[] = [
  {
    name: "a variable of a stylesheet by another name",
    files: rule(
      `<xsl:variable name="title" select="order/title"/>\n<xsl:value-of select="«$titel|$title»"/>`,
    ),
  },
  { name: "an attribute of a stylesheet with a slip", files: rule(`<xsl:value-of «slect|select»="order"/>`) },
  {
    name: "an element of a stylesheet with a slip",
    files: rule(
      `<«xsl:for-eech select="order">a</xsl:for-eech|xsl:for-each select="order">a</xsl:for-each»>`,
    ),
  },
  { name: "a pattern that is none", files: sheet(`<xsl:template match="«order[|order»">a</xsl:template>`) },
  {
    name: "a pattern with the parent",
    files: sheet(`<xsl:template match="«../order|order»">a</xsl:template>`),
  },
  {
    name: "a call of a template that is not there",
    files: sheet(
      `<xsl:template match="/"><«xsl:call-template name="row"|xsl:call-template name="line"»/></xsl:template>\n<xsl:template name="line">a</xsl:template>`,
    ),
  },
  {
    name: "two templates of one name",
    files: sheet(
      `<xsl:template name="line">a</xsl:template>\n<«xsl:template name="line"|xsl:template name="row"»>b</xsl:template>\n<xsl:template match="/"><xsl:call-template name="line"/></xsl:template>`,
    ),
  },
  {
    name: "an expression without its bracket",
    files: rule(`<xsl:value-of select="«order[1/title|order[1]/title»"/>`),
  },
  {
    name: "a function of XPath 2 in a stylesheet",
    files: rule(`<xsl:value-of select="«upper-case(order)|string(order)»"/>`),
  },
  {
    name: "a when without its choose",
    files: rule(`«<xsl:when test="order">a</xsl:when>|<xsl:if test="order">a</xsl:if>»`),
  },
  { name: "an if without a test", files: rule(`<xsl:if «select|test»="order">a</xsl:if>`) },
  { name: "a prefix that is not declared", files: rule(`<xsl:value-of select="«x:|»order"/>`) },
  { name: "an attribute with an open brace", files: rule(`<a href="«{order/@id|{order/@id}»">a</a>`) },
  { name: "an end tag that is missing", files: rule(`<b>a«|</b>»`) },
  {
    name: "the name space of XSLT with a slip",
    files: {
      "orders.xml": flowFile(
        `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="orders.xsl"/>`,
      ),
      "orders.xsl": `<«xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/XSL/Transform"|xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"»><xsl:template match="/">a</xsl:template></xsl:stylesheet>`,
    },
  },
  {
    name: "a kind of output that there is not",
    files: sheet(`<xsl:output method="«json|text»"/><xsl:template match="/">a</xsl:template>`),
  },
  {
    name: "a parameter that the template does not have",
    notFound: "XSLT ignores it.",
    files: sheet(
      `<xsl:template match="/"><xsl:call-template name="line"><xsl:with-param name="«titel|title»" select="order"/></xsl:call-template></xsl:template>\n<xsl:template name="line"><xsl:param name="title"/><xsl:value-of select="$title"/></xsl:template>`,
    ),
  },
  {
    name: "a stylesheet that is not there",
    files: {
      "orders.xml": flowFile(
        `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="«orders.xslt|orders.xsl»"/>`,
      ),
      "orders.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">a</xsl:template></xsl:stylesheet>`,
    },
  },
  {
    name: "an included stylesheet that is not there",
    files: sheet(`«<xsl:include href="common.xsl"/>|»<xsl:template match="/">a</xsl:template>`),
  },
  {
    name: "a sort after the content",
    files: rule(
      `<xsl:for-each select="order">«<b/><xsl:sort select="id"/>|<xsl:sort select="id"/><b/>»</xsl:for-each>`,
    ),
  },
  {
    name: "a version that is missing",
    files: {
      "orders.xml": flowFile(
        `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="orders.xsl"/>`,
      ),
      "orders.xsl": `<«!xsl:stylesheet|xsl:stylesheet version="1.0"» xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">a</xsl:template></xsl:stylesheet>`,
    },
  },
];
