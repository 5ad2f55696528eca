import { flowFile } from "../support/samples.js";
import type { Mistake, Mistakes } from "./support.js";

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

/** Mistakes in stylesheets. */
export const stylesheets: Mistakes = {
  "a variable of a stylesheet by another name": {
    files: rule(
      `<xsl:variable name="title" select="order/title"/>\n<xsl:value-of select="«$titel|$title»"/>`,
    ),
  },
  "an attribute of a stylesheet with a slip": { files: rule(`<xsl:value-of «slect|select»="order"/>`) },
  "an element of a stylesheet with a slip": {
    files: rule(
      `<«xsl:for-eech select="order">a</xsl:for-eech|xsl:for-each select="order">a</xsl:for-each»>`,
    ),
  },
  "a pattern that is none": { files: sheet(`<xsl:template match="«order[|order»">a</xsl:template>`) },
  "a pattern with the parent": {
    files: sheet(`<xsl:template match="«../order|order»">a</xsl:template>`),
  },
  "a call of a template that is not there": {
    files: sheet(
      `<xsl:template match="/"><«xsl:call-template name="row"|xsl:call-template name="line"»/></xsl:template>\n<xsl:template name="line">a</xsl:template>`,
    ),
  },
  "two templates of one name": {
    files: sheet(
      `<xsl:template name="line">a</xsl:template>\n<«xsl:template name="line"|xsl:template name="row"»>b</xsl:template>\n<xsl:template match="/"><xsl:call-template name="line"/></xsl:template>`,
    ),
  },
  "an expression without its bracket": {
    files: rule(`<xsl:value-of select="«order[1/title|order[1]/title»"/>`),
  },
  "a function of XPath 2 in a stylesheet": {
    files: rule(`<xsl:value-of select="«upper-case(order)|string(order)»"/>`),
  },
  "a when without its choose": {
    files: rule(`«<xsl:when test="order">a</xsl:when>|<xsl:if test="order">a</xsl:if>»`),
  },
  "an if without a test": { files: rule(`<xsl:if «select|test»="order">a</xsl:if>`) },
  "a prefix that is not declared": { files: rule(`<xsl:value-of select="«x:|»order"/>`) },
  "an attribute with an open brace": { files: rule(`<a href="«{order/@id|{order/@id}»">a</a>`) },
  "an end tag that is missing": { files: rule(`<b>a«|</b>»`) },
  "the name space of XSLT with a slip": {
    files: {
      "orders.xml": flowFile(
        `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="orders.xsl"/>`,
      ),
      "orders.xsl": `<«xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/XSL/Transform"|xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"»><xsl:template match="/">a</xsl:template></xsl:stylesheet>`,
    },
  },
  "a kind of output that there is not": {
    files: sheet(`<xsl:output method="«json|text»"/><xsl:template match="/">a</xsl:template>`),
  },
  "a parameter that the template does not have": {
    notFound: "XSLT ignores it.",
    files: sheet(
      `<xsl:template match="/"><xsl:call-template name="line"><xsl:with-param name="«titel|title»" select="order"/></xsl:call-template></xsl:template>\n<xsl:template name="line"><xsl:param name="title"/><xsl:value-of select="$title"/></xsl:template>`,
    ),
  },
  "a stylesheet that is not there": {
    files: {
      "orders.xml": flowFile(
        `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="«orders.xslt|orders.xsl»"/>`,
      ),
      "orders.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">a</xsl:template></xsl:stylesheet>`,
    },
  },
  "an included stylesheet that is not there": {
    files: sheet(`«<xsl:include href="common.xsl"/>|»<xsl:template match="/">a</xsl:template>`),
  },
  "a sort after the content": {
    files: rule(
      `<xsl:for-each select="order">«<b/><xsl:sort select="id"/>|<xsl:sort select="id"/><b/>»</xsl:for-each>`,
    ),
  },
  "a version that is missing": {
    files: {
      "orders.xml": flowFile(
        `<request>{ "url": "https://shop.example/orders.xml" }</request>\n<xslt src="orders.xsl"/>`,
      ),
      "orders.xsl": `<«!xsl:stylesheet|xsl:stylesheet version="1.0"» xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">a</xsl:template></xsl:stylesheet>`,
    },
  },
};
