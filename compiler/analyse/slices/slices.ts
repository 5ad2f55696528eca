import type { Flow } from "../../syntax/flow.js";
import { type AppFlow, treesOf } from "../../syntax/flow-summary.js";

/** The names of all variables of an app, except those local to templates. */
export interface VariableNames {
  has(name: string): boolean;
  /** All of them, to compare them with one that is written. */
  all(): Iterable<string>;
}

/**
 * A fact that flows decide together, each for all others: whether any sets a variable (`variable x`), all names of
 * variables (`variables`), the schema of a variable (`schema x`) or of a response (`response id`, and `responses` for all),
 * whether any tests a path of the request (`examined path`), the slots that any sets (`slots`).
 */
export type SharedFact = string;

/**
 * What was asked of the facts that flows decide together, flow by flow: the slice of them that its results depend on. Work
 * for a flow is only handed facts that note who asks; those that the work for all flows together asks count for each flow.
 */
export class Slices {
  readonly #asked = new Map<string, Set<SharedFact>>();
  readonly #trees = new Set<string>();

  /** @param flow its path; `undefined` for work whose results count for all flows */
  note(flow: string | undefined, fact: SharedFact): void {
    const known = this.#asked.get(flow ?? everyFlow) ?? new Set();
    this.#asked.set(flow ?? everyFlow, known.add(fact));
  }

  /** Something was asked that only the tree of a flow tells, which has none: what was found is of no use without it. */
  askTree(flow: string): void {
    this.#trees.add(flow);
  }

  /** The trees of all flows. */
  allTrees(flows: ReadonlyMap<string, AppFlow>): ReadonlyMap<string, Flow> {
    for (const [path, { kind }] of flows) if (kind === "summary") this.askTree(path);
    return treesOf(flows);
  }

  /** The flows without trees of which these were asked for. */
  get missingTrees(): ReadonlySet<string> {
    return this.#trees;
  }

  /** The names, for work on a flow. */
  namesFor(flow: string, names: ReadonlySet<string>): VariableNames {
    return {
      has: (name) => {
        this.note(flow, `variable ${name}`);
        return names.has(name);
      },
      all: () => {
        this.note(flow, "variables");
        return names;
      },
    };
  }

  /** All facts that work for a flow has asked for; without a path, those that the results about each flow depend on. */
  of(flow: string | undefined): readonly SharedFact[] {
    return [...(this.#asked.get(flow ?? everyFlow) ?? [])];
  }
}

const everyFlow = "";
