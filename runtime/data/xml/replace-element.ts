import { checkDepth } from "../../base/tree-limits.js";
import { Leaf, type Node } from "../model/node.js";
import { forgetIndex } from "../xpath/tree-index.js";
import { XmlElement } from "./xml-node.js";

/**
 * Puts nodes, which may come from another document, in place of an element. All other nodes keep their identity, except
 * text next to new text.
 * @throws TreeLimitError
 */
export function replaceElement(element: XmlElement, replacement: readonly Node[]): void {
  const { parent, order } = element;
  checkDepth(depthOf(parent) + heightOf(replacement));
  const { children } = parent;
  const all = joined([...children.slice(0, order), ...replacement, ...children.slice(order + 1)]);
  all.forEach((child, index) => {
    if (!(child instanceof XmlElement || child instanceof Leaf))
      throw new Error(`A ${child.type} is no child.`);
    child.parent = parent;
    child.order = index;
  });
  parent.adopt(all);
  parent.document.forgetIdentifiers();
  forgetIndex(parent.document);
}

/** Joins adjacent texts: a text node never stands next to another one (XPath 1.0 §5.7). */
function joined(nodes: readonly Node[]): readonly Node[] {
  const all: Node[] = [];
  for (const node of nodes) {
    const last = all.at(-1);
    if (node.type === "text" && last?.type === "text")
      all[all.length - 1] = new Leaf("text", "", "", last.toText() + node.toText(), last.parent, last.order);
    else all.push(node);
  }
  return all;
}

function depthOf(node: Node): number {
  let depth = 0;
  for (let above = node.parent; above !== undefined; above = above.parent) depth++;
  return depth;
}

function heightOf(tops: readonly Node[]): number {
  let height = 0;
  for (let level = tops; level.length > 0; level = level.flatMap(({ children }) => children)) height++;
  return height;
}
