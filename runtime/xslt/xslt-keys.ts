import { spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { emptySet, NodeSet } from "../data/model/node-set.js";
import { Selection, type Value } from "../data/model/values.js";
import { string } from "../data/xpath/convert.js";
import { merged } from "../data/xpath/document-order.js";

/** The nodes of a document by the values of a key. */
type Index = ReadonlyMap<string, readonly Node[]>;

/** XSLT 1.0 §12.2 key(). The nodes of a document are looked through once. */
export class KeyTables {
  readonly #indexes = new Map<string, WeakMap<Node, Index>>();

  /** @param use yields the values of a node, or `undefined` if the key is not for it */
  constructor(private readonly use: (name: string, node: Node) => readonly Value[]) {}

  find(name: string, value: Value, root: Node): NodeSet {
    if (value === undefined) return emptySet;
    const index = this.#index(name, root);
    if (!(value instanceof Selection)) return setOf(index.get(string(value)) ?? []);
    const texts = new Set(value.nodes().map((node) => node.toText()));
    return setOf(merged([...texts].map((text) => index.get(text) ?? [])));
  }

  #index(name: string, root: Node): Index {
    const known = this.#indexes.get(name) ?? new WeakMap<Node, Index>();
    this.#indexes.set(name, known);
    let index = known.get(root);
    if (index === undefined) {
      // A key whose value asks for the same key finds nothing.
      known.set(root, new Map());
      index = this.#build(name, root);
      known.set(root, index);
    }
    return index;
  }

  #build(name: string, root: Node): Index {
    const index = new Map<string, Node[]>();
    const pending: Node[] = [root];
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      spend(1 + node.attributes.length);
      this.#add(name, node, index);
      for (const attribute of node.attributes) this.#add(name, attribute, index);
      const { children } = node;
      for (let at = children.length - 1; at >= 0; at--) pending.push(children[at] as Node);
    }
    return index;
  }

  #add(name: string, node: Node, index: Map<string, Node[]>): void {
    for (const value of this.use(name, node)) {
      if (value === undefined) continue;
      const texts = value instanceof Selection ? value.nodes().map((one) => one.toText()) : [string(value)];
      for (const text of new Set(texts)) {
        const nodes = index.get(text);
        if (nodes === undefined) index.set(text, [node]);
        else if (nodes.at(-1) !== node) nodes.push(node);
      }
    }
  }
}

function setOf(nodes: readonly Node[]): NodeSet {
  return nodes.length === 0 ? emptySet : new NodeSet(nodes, nodes.length < 2);
}
