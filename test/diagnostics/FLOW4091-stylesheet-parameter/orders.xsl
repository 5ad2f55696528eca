<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/">
    <xsl:call-template name="line">
      <xsl:with-param name="lable" select="'a'"/>
      <xsl:with-param name="label" select="'b'"/>
    </xsl:call-template>
    <xsl:apply-templates select="orders/order">
      <xsl:with-param name="currency" select="'EUR'"/>
      <xsl:with-param name="depth" select="1"/>
    </xsl:apply-templates>
  </xsl:template>
  <xsl:template name="line">
    <xsl:param name="label"/>
    <xsl:value-of select="$label"/>
  </xsl:template>
  <xsl:template match="order">
    <xsl:param name="depth"/>
    <xsl:value-of select="$depth"/>
  </xsl:template>
</xsl:stylesheet>
