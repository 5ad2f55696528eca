<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="xml" encoding="UTF-8" media-type="application/xml"/>

  <xsl:template match="/catalog">
    <products currency="{@currency}" total="{sum(product/price)}">
      <xsl:apply-templates select="product[stock > 0]">
        <xsl:sort select="price" data-type="number" order="descending"/>
      </xsl:apply-templates>
    </products>
  </xsl:template>

  <xsl:template match="product">
    <product id="{@id}" city="{stock/@city}">
      <title><xsl:value-of select="concat(@id, ': ', name)"/></title>
      <price>
        <xsl:choose>
          <xsl:when test="price > 40">high</xsl:when>
          <xsl:otherwise><xsl:value-of select="price"/></xsl:otherwise>
        </xsl:choose>
      </price>
    </product>
  </xsl:template>
</xsl:stylesheet>
