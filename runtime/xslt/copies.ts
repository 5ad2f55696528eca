import { spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { XmlElement } from "../data/xml/xml-node.js";
import { RawText } from "./html-elements.js";
import type { Prefixes, ResultTree } from "./result-tree.js";

/** Copies nodes of documents to results. */
export class Copies {
  readonly #namespaces = new Map<Node, Prefixes>();

  /**
   * A node with its namespaces, but without what is in it (XSLT 1.0 §7.5)
   * @returns true if it is open for that
   */
  begin(node: Node, result: ResultTree): boolean {
    if (node.type === "element") result.open(node.name, node.namespaceUri, this.#namespacesOf(node));
    else if (node.type !== "document") copyLeaf(node, result);
    return node.type === "element";
  }

  /** A node with all that is in it (XSLT 1.0 §11.3). */
  all(top: Node, result: ResultTree): void {
    const stack: (Node | undefined)[] = [top];
    while (stack.length > 0) {
      const node = stack.pop();
      if (node === undefined) result.close();
      else if (node.type === "element" || node.type === "document") {
        if (node.type === "element") {
          const declared = node === top ? this.#namespacesOf(node) : declaredOf(node);
          result.open(node.name, node.namespaceUri, declared);
          for (const one of node.attributes) result.attribute(one.name, one.toText(), one.namespaceUri);
          stack.push(undefined);
        }
        for (let index = node.children.length - 1; index >= 0; index--)
          stack.push(node.children[index] as Node);
      } else copyLeaf(node, result);
    }
  }

  /** The namespaces in scope, those that were declared last first. Elements without declarations share them. */
  #namespacesOf(element: Node): Prefixes {
    const path: Node[] = [];
    let node: Node | undefined = element;
    while (node !== undefined && !this.#namespaces.has(node)) {
      path.push(node);
      node = node.parent;
    }
    let found: Prefixes = (node && this.#namespaces.get(node)) ?? [];
    spend(path.length);
    for (const one of path.reverse()) {
      const own = declaredOf(one);
      if (own.length > 0) {
        const inner = new Set(own.map(([prefix]) => prefix));
        const merged = [...own, ...found.filter(([prefix]) => !inner.has(prefix))];
        spend(merged.length);
        found = merged.filter(([, uri]) => uri !== "");
      }
      this.#namespaces.set(one, found);
    }
    return found;
  }
}

function copyLeaf(node: Node, result: ResultTree): void {
  const text = node.toText();
  switch (node.type) {
    case "text":
      if (node instanceof RawText) result.raw(text);
      else result.text(text);
      break;
    case "attribute":
      result.attribute(node.name, text, node.namespaceUri);
      break;
    case "comment":
      result.comment(text);
      break;
    case "processing-instruction":
      result.processingInstruction(node.name, text);
      break;
    case "namespace":
      result.namespace(node.name, text);
      break;
    default:
      break;
  }
}

function declaredOf(node: Node): Prefixes {
  return node instanceof XmlElement && node.declared !== undefined ? [...node.declared] : [];
}
