/** The names of all variables of an app, except those local to templates. */
export interface VariableNames {
  has(name: string): boolean;
  /** All of them, to compare them with one that is written. */
  all(): Iterable<string>;
}

/**
 * A fact that flows decide together, each for all others: whether any sets a variable (`variable x`), all names of
 * variables (`variables`), the schema of a variable (`schema x`) or of a response (`response id`), whether any tests a path
 * of the request (`examined path`), the slots that any sets (`slots`).
 */
export type SharedFact = string;

/**
 * What was asked of the facts that flows decide together, flow by flow: the slice of them that its results depend on. Work
 * for a flow is only handed facts that note who asks; those that the work for all flows together asks count for each flow.
 */
export class Slices {
  readonly #asked = new Map<string, Set<SharedFact>>();
  /** What the facts themselves depend on. */
  readonly #behind = new Map<SharedFact, Set<SharedFact>>();

  /** @param flow its path; `undefined` for work whose results count for all flows */
  note(flow: string | undefined, fact: SharedFact): void {
    add(this.#asked, flow ?? everyFlow, fact);
  }

  /** Notes what a fact depends on. */
  noteBehind(fact: SharedFact, other: SharedFact): void {
    add(this.#behind, fact, other);
  }

  /** The schema of a response. A request with a computed ID may replace any: that is `responses`. */
  response(id: string): SharedFact {
    const fact = `response ${id}`;
    this.noteBehind(fact, "responses");
    return fact;
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

  /** All facts that the results about a flow depend on; without a path, those that the results about each flow depend on. */
  of(flow: string | undefined): ReadonlySet<SharedFact> {
    const found = new Set(this.#asked.get(flow ?? everyFlow));
    for (const fact of found) for (const other of this.#behind.get(fact) ?? []) found.add(other);
    return found;
  }
}

const everyFlow = "";

function add(facts: Map<string, Set<SharedFact>>, of: string, fact: SharedFact): void {
  const known = facts.get(of) ?? new Set();
  facts.set(of, known.add(fact));
}
