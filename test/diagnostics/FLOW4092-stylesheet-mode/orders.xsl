<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/">
    <xsl:apply-templates select="orders/order" mode="shrot"/>
    <xsl:apply-templates select="orders/order" mode="short"/>
    <xsl:apply-templates select="orders/order"/>
  </xsl:template>
  <xsl:template match="order" mode="short">
    <xsl:value-of select="@id"/>
  </xsl:template>
</xsl:stylesheet>
