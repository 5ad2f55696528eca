import { factsOf } from "../../constructs/actions/facts.js";
import { perFlow } from "../../syntax/per-flow.js";
import { actionsOf } from "../../syntax/statements.js";

/** The paths of the flows that a flow calls. */
export const callsOf = perFlow(
  ({ statements }): readonly string[] =>
    actionsOf(statements).flatMap((action) => factsOf(action).calls ?? []),
  "calls",
);
