import { spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { documentRoot } from "../data/xpath/node-path.js";
import { numberText } from "./number-text.js";

/** Returns true if a node matches a pattern. */
export type Matches = (node: Node) => boolean;

/** The properties of `xsl:number` beside its patterns (XSLT 1.0 §7.7). */
export interface NumberFormat {
  /** The number itself; else nodes are counted. */
  readonly value?: number;
  readonly level?: "multiple" | "any";
  readonly format: string;
  /** These two change nothing. */
  readonly lang?: string;
  readonly letterValue?: string;
  readonly groupingSeparator?: string;
  readonly groupingSize?: string;
}

/** How many nodes a walk passes before it remembers a count in between. */
const interval = 64;

/**
 * The numbers of `xsl:number` (XSLT 1.0 §7.7). Counts are remembered, so that all the nodes of a list are numbered in
 * time that grows with the list. So an instance is for one transformation, and a function that is given twice must
 * answer as before.
 */
export class Numbering {
  readonly #siblings = new WeakMap<Matches, WeakMap<Node, number[]>>();
  readonly #any = new WeakMap<Matches, WeakMap<Matches, WeakMap<Node, number>>>();
  readonly #likes = new WeakMap<Node, Map<string, Matches>>();

  text(node: Node, options: NumberFormat, count: Matches, from?: Matches): string {
    const { value, format, level = "single", groupingSeparator } = options;
    const numbers = value === undefined ? this.levels(node, level, count, from) : [value];
    const size = Number(options.groupingSize);
    const hasGroups = groupingSeparator !== undefined && Number.isInteger(size) && size > 0;
    return numberText(numbers, format, hasGroups ? { groupingSeparator, groupingSize: size } : {});
  }

  /** The numbers from the outermost level to the innermost. */
  levels(
    node: Node,
    level: "single" | "multiple" | "any",
    count: Matches,
    from?: Matches,
  ): readonly number[] {
    if (level === "any") return [this.#anyLevel(node, count, from ?? never)];
    const numbers: number[] = [];
    for (let next: Node | undefined = node; next !== undefined; next = next.parent) {
      spend();
      if (next.type === "document" || from?.(next) === true) break;
      if (!count(next)) continue;
      numbers.push(this.#amongSiblings(next, count));
      if (level === "single") break;
    }
    return numbers.reverse();
  }

  /** Returns the test for nodes counted without `count`: those of the same type and expanded name. */
  like(node: Node): Matches {
    const root = documentRoot(node) ?? node;
    const known = this.#likes.get(root) ?? new Map<string, Matches>();
    this.#likes.set(root, known);
    const { type, localName, namespaceUri } = node;
    const key = `${type} ${localName} ${namespaceUri}`;
    const like =
      known.get(key) ??
      ((other) =>
        other.type === type && other.localName === localName && other.namespaceUri === namespaceUri);
    known.set(key, like);
    return like;
  }

  /** The position of a node that is counted among its siblings that are, too. */
  #amongSiblings(node: Node, count: Matches): number {
    const { parent, order } = node;
    if (parent?.children[order] !== node) return 1;
    const byParent = this.#siblings.get(count) ?? new WeakMap<Node, number[]>();
    this.#siblings.set(count, byParent);
    const counts = byParent.get(parent) ?? [];
    byParent.set(parent, counts);
    for (let index = counts.length; index <= order; index++) {
      spend();
      counts.push((counts[index - 1] ?? 0) + (count(parent.children[index] as Node) ? 1 : 0));
    }
    return counts[order] as number;
  }

  /** How many nodes are counted from the node backwards in document order, up to one that `from` matches. */
  #anyLevel(node: Node, count: Matches, from: Matches): number {
    const byFrom = this.#any.get(count) ?? new WeakMap<Matches, WeakMap<Node, number>>();
    this.#any.set(count, byFrom);
    const known = byFrom.get(from) ?? new WeakMap<Node, number>();
    byFrom.set(from, known);
    let counted = 0;
    let steps = 0;
    const passed: [node: Node, after: number][] = [];
    for (let next: Node | undefined = node; next !== undefined; next = before(next)) {
      spend();
      const before = known.get(next);
      if (before !== undefined) {
        counted += before;
        break;
      }
      if (steps++ % interval === 0) passed.push([next, counted]);
      if (count(next)) counted++;
      if (from(next)) break;
    }
    for (const [one, after] of passed) known.set(one, counted - after);
    return counted;
  }
}

function never(): boolean {
  return false;
}

/** The node before another one in document order. Attributes and namespaces come behind their element. */
function before(node: Node): Node | undefined {
  const { parent, order } = node;
  if (parent?.children[order] !== node || order === 0) return parent;
  let last = parent.children[order - 1] as Node;
  while (last.children.length > 0) last = last.children.at(-1) as Node;
  return last;
}
