import type { Node } from "../../runtime/data/model/node.js";
import type { DomNode } from "./dom.js";
import { ATTRIBUTE, NAMESPACE, place } from "./dom.js";

/** `/0/1/@x`, as `place` of dom.ts says it. */
export function placeOf(node: Node): string {
  const { parent } = node;
  if (parent === undefined) return "";
  if (node.type === "attribute") return `${placeOf(parent)}/@${node.name}`;
  if (node.type === "namespace") return `${placeOf(parent)}/#${node.name}`;
  return `${placeOf(parent)}/${parent.children.indexOf(node)}`;
}

/** The node of the tree under test that stands where the DOM's node stands. */
export function counterpart(dom: DomNode, root: Node): Node {
  const { owner } = dom;
  if (owner === null) return root;
  const parent = counterpart(owner, root);
  const among =
    dom.nodeType === ATTRIBUTE
      ? parent.attributes
      : dom.nodeType === NAMESPACE
        ? parent.namespaces
        : parent.children;
  const found = among.find((node) => placeOf(node) === place(dom));
  if (found === undefined) throw new Error(`There is no node at ${place(dom)}.`);
  return found;
}
