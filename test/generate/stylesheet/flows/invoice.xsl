<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:i="urn:invoice"
  exclude-result-prefixes="i">
  <xsl:import href="common.xsl"/>
  <xsl:output method="html" encoding="UTF-8"/>
  <xsl:strip-space elements="*"/>
  <xsl:decimal-format name="euro" decimal-separator="," grouping-separator="."/>
  <xsl:variable name="currency" select="'EUR'"/>
  <xsl:key name="line" match="line | i:line[@article]" use="@article"/>
  <xsl:attribute-set name="cell"><xsl:attribute name="class">cell</xsl:attribute></xsl:attribute-set>

  <xsl:template match="/">
    <xsl:variable name="lines" select="//line"/>
    <html>
      <body>
        <xsl:apply-templates select="$lines" mode="row">
          <xsl:sort select="@price" data-type="number" order="descending"/>
        </xsl:apply-templates>
        <xsl:call-template name="foot"><xsl:with-param name="left" select="2"/></xsl:call-template>
      </body>
    </html>
  </xsl:template>

  <xsl:template match="line[key('line', @article)[2]]" mode="row" priority="2">
    <xsl:param name="mark">*</xsl:param>
    <tr title="{$mark} {@article}"><xsl:apply-imports/></tr>
  </xsl:template>

  <xsl:template match="line" mode="row">
    <xsl:choose>
      <xsl:when test="@price">
        <td xsl:use-attribute-sets="cell">
          <xsl:number level="any" count="line" format="1. "/>
          <xsl:value-of select="concat(format-number(@price, '#.##0,00', 'euro'), ' ', $currency)"/>
        </td>
      </xsl:when>
      <xsl:otherwise><xsl:copy><xsl:copy-of select="@*"/></xsl:copy></xsl:otherwise>
    </xsl:choose>
    <xsl:for-each select="note[position() &lt; 3]">
      <xsl:if test="not(hidden)"><xsl:value-of select="concat(position(), '. ', text)"/></xsl:if>
    </xsl:for-each>
    <xsl:element name="{name()}"><xsl:attribute name="{@kind}">1</xsl:attribute></xsl:element>
  </xsl:template>
</xsl:stylesheet>
