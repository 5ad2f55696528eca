import { factsOf } from "../../constructs/actions/facts.js";
import { treeFact } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";

/** The paths of the flows that a flow calls. */
export const callsOf = treeFact("calls", ({ statements }) =>
  actionsOf(statements).flatMap((action) => factsOf(action).calls ?? []),
);
