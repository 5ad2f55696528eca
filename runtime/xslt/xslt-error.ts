/** An error of a transformation (XSLT 1.0), which ends it. */
export class XsltError extends Error {
  override readonly name = "XsltError";
}

/** The stylesheet has ended the transformation by an `xsl:message`, which has been logged. */
export class XsltEnded extends Error {
  override readonly name = "XsltEnded";
}
