/** A stylesheet that the build compiled. */
export interface Stylesheet {
  /** Its path in the flow directory. */
  readonly path: string;
  /** The `method` of `xsl:output`; without one, the result decides (XSLT 1.0 §16). */
  readonly method?: string;
  /** The `media-type` of `xsl:output`. */
  readonly mediaType?: string;
  /** Whether it asks for HTML without a document type. */
  readonly withoutDoctype?: true;
  /** Saxon's stylesheet export file, as text. */
  readonly sef: string;
}
