import { factsOf } from "../../constructs/actions/facts.js";
import type { Flow } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";

/** A function of a flow that is computed once: trees are never edited. */
export function perFlow<T>(compute: (flow: Flow) => T): (flow: Flow) => T {
  const known = new WeakMap<Flow, T>();
  return (flow) => {
    const before = known.get(flow);
    if (before !== undefined) return before;
    const found = compute(flow);
    known.set(flow, found);
    return found;
  };
}

/** The paths of the flows that a flow calls. */
export const callsOf = perFlow(({ statements }): readonly string[] =>
  actionsOf(statements).flatMap((action) => factsOf(action).calls ?? []),
);
