import { factsOf } from "../../constructs/actions/facts.js";
import type { Statement } from "../../syntax/flow.js";

/** Tells whether a statement always ends the flow, so that nothing after it runs. */
export function alwaysEnds(statement: Statement): boolean {
  switch (statement.kind) {
    case "if":
      return (
        statement.otherwise?.some(alwaysEnds) === true &&
        statement.branches.every((branch) => branch.statements.some(alwaysEnds))
      );
    case "break":
    case "return":
      return statement.condition === undefined;
    case "action": {
      const { ends } = factsOf(statement);
      return statement.condition === undefined && (ends === "request" || ends === "flow");
    }
    default:
      return statement satisfies never;
  }
}
