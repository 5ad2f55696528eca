import type { XmlDocument } from "../data/xml/xml-node.js";
import { xmlText } from "../data/xml/xml-text.js";
import { Content } from "./content.js";

/** XML content whose tree is known already. */
export class TreeContent extends Content {
  readonly tree: XmlDocument;

  constructor(tree: XmlDocument, mediaType: string) {
    super({ kind: "text", text: xmlText(tree, false) }, mediaType);
    this.tree = tree;
  }

  override document(): XmlDocument {
    return this.tree;
  }
}
