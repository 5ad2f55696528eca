import { factsOf } from "../../constructs/actions/facts.js";
import type { Statement } from "../../syntax/flow.js";

/** Tells whether a statement always ends the flow, so that nothing after it runs. */
export const alwaysEnds = (statement: Statement): boolean =>
  (statement.kind === "if" || statement.condition === undefined) && endsWhenRun(statement);

/** The same of a statement whose own condition is true. */
export function endsWhenRun(statement: Statement): boolean {
  switch (statement.kind) {
    case "if":
      return (
        statement.otherwise?.some(alwaysEnds) === true &&
        statement.branches.every((branch) => branch.statements.some(alwaysEnds))
      );
    case "break":
    case "return":
      return true;
    case "action": {
      const { ends } = factsOf(statement);
      return ends === "request" || ends === "flow";
    }
    default:
      return statement satisfies never;
  }
}
