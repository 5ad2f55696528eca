<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="*"><p><xsl:apply-templates/></p></xsl:template>

  <xsl:template name="foot">
    <xsl:param name="left" select="0"/>
    <xsl:if test="$left &gt; 0">
      <hr/>
      <xsl:call-template name="foot"><xsl:with-param name="left" select="$left - 1"/></xsl:call-template>
    </xsl:if>
  </xsl:template>
</xsl:stylesheet>
