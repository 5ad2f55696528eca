import type { Node } from "../data/model/node.js";
import { type Found, Selection } from "../data/model/values.js";
import type { XmlDocument } from "../data/xml/xml-node.js";
import { string } from "../data/xpath/convert.js";
import { Copies } from "./copies.js";
import { type NameOptions, resolvedName } from "./names.js";
import { type Prefixes, ResultTree } from "./result-tree.js";

/** The target of templates: the result, or the tree of a variable while they make that (XSLT 1.0). */
export class ResultWriter {
  readonly #copies = new Copies();
  #result = new ResultTree();

  /** Ends the result. */
  protected finish(): XmlDocument {
    return this.#result.finish();
  }

  /** The tree that `write` writes (§11.1). */
  tree(write: () => void): XmlDocument {
    const outer = this.#result;
    this.#result = new ResultTree();
    write();
    const tree = this.#result.finish();
    this.#result = outer;
    return tree;
  }

  /** The text of what `write` writes. */
  textOf(write: () => void): string {
    return this.tree(write).toText();
  }

  /** A literal element (§7.1.1); `close()` ends it. */
  open(name: string, namespaceUri = "", namespaces: Prefixes = []): void {
    this.#result.open(name, namespaceUri, namespaces);
  }

  /** `xsl:element` (§7.1.2); `close()` ends it. */
  openNamed(name: string, options: NameOptions = {}): void {
    this.#result.open(...resolvedName(name, options, "element"), []);
  }

  close(): void {
    this.#result.close();
  }

  /** An attribute of a literal element. */
  attribute(name: string, value: string, namespaceUri = ""): void {
    this.#result.attribute(name, value, namespaceUri);
  }

  /** `xsl:attribute` (§7.1.3) */
  attributeNamed(name: string, value: string, options: NameOptions = {}): void {
    const [resolved, uri] = resolvedName(name, options, "attribute");
    this.#result.attribute(resolved, value, uri);
  }

  text(text: string): void {
    this.#result.text(text);
  }

  /** Text that is not escaped (§16.4). */
  raw(text: string): void {
    this.#result.raw(text);
  }

  /** `xsl:comment` (§7.4): two hyphens get a blank between them. */
  comment(text: string): void {
    this.#result.comment(text.replace(/-(?=-)/g, "- ").replace(/-$/, "- "));
  }

  /** `xsl:processing-instruction` (§7.3) */
  processingInstruction(name: string, text: string): void {
    const [target] = resolvedName(name, { namespace: "" }, "element");
    this.#result.processingInstruction(target, text.trimStart().replaceAll("?>", "? >"));
  }

  /** `xsl:copy` (§7.5) */
  copy(node: Node, write: () => void = () => {}): void {
    // No function around `write`: each would cost depth that recursive templates need.
    const isElement = this.#copies.begin(node, this.#result);
    if (isElement || node.type === "document") write();
    if (isElement) this.#result.close();
  }

  /** `xsl:copy-of` (§11.3) */
  copyOf(value: Found): void {
    if (!(value instanceof Selection)) {
      this.text(string(value));
      return;
    }
    for (const node of value.nodes()) this.#copies.all(node, this.#result);
  }
}
