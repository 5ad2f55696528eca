/** A stylesheet that the build compiled. */
export interface Stylesheet {
  /** In the flow directory. */
  readonly path: string;
  /** The `method` of `xsl:output`; without one, XSLT 1.0 §16 has it that the result decides. */
  readonly method?: string;
  /** The `media-type` of `xsl:output`. */
  readonly mediaType?: string;
  /** It asks for HTML without a document type. */
  readonly withoutDoctype?: true;
  /** Saxon's stylesheet export file. */
  readonly sef: string;
}
