import type { MappedText, Span } from "../source/source-text.js";

/** An element of a flow or configuration file, without its comments and processing instructions. */
export interface XmlElement {
  readonly kind: "element";
  readonly name: string;
  /** From `<` of the start tag to `>` of the end tag. */
  readonly span: Span;
  /** The place of the name in the start tag. */
  readonly nameSpan: Span;
  readonly attributes: ReadonlyMap<string, XmlAttribute>;
  readonly children: readonly XmlElement[];
  /** The element's own decoded text, without that of its child elements. */
  readonly text: MappedText;
  /** The child elements and the texts between them, where their order matters. */
  readonly content?: readonly (XmlElement | MappedText)[] | undefined;
}

export interface XmlAttribute {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: MappedText;
}
