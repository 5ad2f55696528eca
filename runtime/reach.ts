import { highestPosition } from "./keep.js";
import type { Node } from "./node.js";
import { matcher, type Step, wantsElements } from "./step.js";

/** Takes the nodes of an axis as they come, and keeps those that pass the node test. */
export class Reach {
  #nodes: Node[] = [];
  /** Whether only elements can pass: text nodes over JSON are made only if one looks for them. */
  readonly #elementsOnly: boolean;
  readonly #matches: (node: Node) => boolean;
  readonly #limit: number;
  readonly #seen: Set<Node> | undefined;

  /** With `seen`, nodes that it holds are left out, and all that come are added to it. */
  constructor({ axis, test, predicates }: Step, seen: Set<Node> | undefined) {
    this.#elementsOnly = wantsElements(test);
    this.#matches = matcher(test, axis);
    this.#limit = highestPosition(predicates[0]);
    this.#seen = seen;
  }

  /** Whether the node came before. */
  has(node: Node): boolean {
    return this.#seen?.has(node) === true;
  }

  /** Whether more nodes are wanted. */
  add(node: Node): boolean {
    const seen = this.#seen;
    if (seen !== undefined) {
      if (seen.has(node)) return true;
      seen.add(node);
    }
    return !this.#matches(node) || this.#nodes.push(node) < this.#limit;
  }

  /** The children that matter. */
  below(node: Node): readonly Node[] {
    return this.#elementsOnly ? node.elements : node.children;
  }

  /** The nodes since the last time, or since the beginning. */
  take(): readonly Node[] {
    const nodes = this.#nodes;
    this.#nodes = [];
    return nodes;
  }
}
