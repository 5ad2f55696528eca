/** The facts that a document type declaration states for a parser that does not validate (XML 1.0 §5.1). */
export interface DocumentType {
  /** The replacement texts of entities; `undefined` for an entity in another file, which is never read. */
  readonly entities: ReadonlyMap<string, string | undefined>;
  /** The URIs of entities that are no XML, but what a notation says, as they are written. */
  readonly unparsed: ReadonlyMap<string, string>;
  /** By the name of the element. */
  readonly attributes: ReadonlyMap<string, AttributeList>;
  /** True if entities may be declared where they are not read (XML 1.0 §4.1, "Entity Declared"). */
  readonly isPartial: boolean;
}

/** The attributes of an element, by name. */
export interface AttributeList {
  /** `CDATA`, `ID`, `NMTOKEN` … */
  readonly types: ReadonlyMap<string, string>;
  /** The values, without references. */
  readonly defaults: ReadonlyMap<string, string>;
}
