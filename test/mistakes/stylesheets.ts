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
  "an order that is shortened": {
    files: rule(
      `<xsl:for-each select="order"><xsl:sort select="title" order="«desc|descending»"/>a</xsl:for-each>`,
    ),
  },
  "a type of sort keys that there is not": {
    files: rule(
      `<xsl:for-each select="order"><xsl:sort select="title" data-type="«numeric|number»"/>a</xsl:for-each>`,
    ),
  },
  "capitals first by another word": {
    files: rule(
      `<xsl:for-each select="order"><xsl:sort select="title" case-order="«upper|upper-first»"/>a</xsl:for-each>`,
    ),
  },
  "a key that is not declared": {
    files: sheet(
      `<xsl:key name="by-id" match="order" use="@id"/>\n<xsl:template match="/"><xsl:value-of select="key('«by_id|by-id»', 1)"/></xsl:template>`,
    ),
  },
  "a key that a pattern starts from": {
    files: sheet(
      `<xsl:key name="by-id" match="order" use="@id"/>\n<xsl:template match="key('«id|by-id»', '1')">a</xsl:template>`,
    ),
  },
  "a decimal format that is not declared": {
    files: sheet(
      `<xsl:decimal-format name="euro" decimal-separator="," grouping-separator="."/>\n<xsl:template match="/"><xsl:value-of select="format-number(1, '0,00', '«eur|euro»')"/></xsl:template>`,
    ),
  },
  "a choose without a when": {
    files: rule(
      `«!<xsl:choose>|<xsl:choose><xsl:when test="order">b</xsl:when>»<xsl:otherwise>a</xsl:otherwise></xsl:choose>`,
    ),
  },
  "letters of a number by another word": {
    files: rule(`<xsl:number value="1" format="a" letter-value="«roman|traditional»"/>`),
  },
  "a local variable of what is counted": {
    files: rule(`<xsl:variable name="kind" select="'a'"/><xsl:number count="order[@kind = $«knid|kind»]"/>`),
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
