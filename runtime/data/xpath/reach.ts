import type { Node } from "../model/node.js";
import { highestPosition, type Predicate } from "./predicate.js";
import { matcher, type Step, wantsElements } from "./step.js";

/** Takes the nodes of an axis one by one until the step needs no more, and keeps those that pass the node test. */
export class Reach {
  /** The predicates of the step that the kept nodes have still to pass. */
  readonly predicates: readonly Predicate[];
  /** How many nodes came since `take` was called. */
  visited = 0;
  #nodes: Node[] = [];
  #position = 0;
  /** True if only elements can pass. Text nodes over JSON are made only if somebody looks for them. */
  readonly #elementsOnly: boolean;
  readonly #matches: (node: Node) => boolean;
  readonly #holds: Exclude<Predicate, number> | undefined;
  readonly #limit: number;
  readonly #seen: Set<Node> | undefined;

  /** @param seen nodes to leave out; all that come are added to it */
  constructor({ axis, test, predicates }: Step, seen: Set<Node> | undefined) {
    this.#elementsOnly = wantsElements(test);
    this.#matches = matcher(test, axis);
    const [first, second] = predicates;
    // If the first predicate does not ask for `last`, and a position follows, it is applied to each node as it comes.
    if (typeof first === "function" && first.length < 3 && Number.isFinite(highestPosition(second))) {
      this.#holds = first;
      this.predicates = predicates.slice(1);
    } else {
      this.predicates = predicates;
    }
    this.#limit = highestPosition(this.predicates[0]);
    this.#seen = seen;
  }

  /** Returns true if the node came before. */
  has(node: Node): boolean {
    return this.#seen?.has(node) === true;
  }

  /** Adds a node if it passes. Returns whether more nodes are wanted. */
  add(node: Node): boolean {
    const seen = this.#seen;
    if (seen !== undefined) {
      if (seen.has(node)) return true;
      seen.add(node);
    }
    this.visited++;
    if (!this.#matches(node)) return true;
    this.#position++;
    if (this.#holds !== undefined && !this.#holds(node, this.#position, Number.NaN)) return true;
    return this.#nodes.push(node) < this.#limit;
  }

  /** The children that can pass the node test. */
  below(node: Node): readonly Node[] {
    return this.#elementsOnly ? node.elements : node.children;
  }

  /** The nodes that were kept since the last call. */
  take(): readonly Node[] {
    const nodes = this.#nodes;
    this.#nodes = [];
    this.#position = 0;
    this.visited = 0;
    return nodes;
  }
}
