import { oncePer } from "../source/remembered.js";
import type { Action, Statement } from "./flow.js";
import type { Expression } from "./xpath.js";

/** Many passes ask for them, and trees are never edited. */
const flattened = oncePer((statements: readonly Statement[]) => {
  const all = statements.flatMap((statement) =>
    statement.kind === "if"
      ? [
          statement,
          ...statement.branches.flatMap((branch) => allStatements(branch.statements)),
          ...allStatements(statement.otherwise ?? []),
        ]
      : [statement],
  );
  return { all, actions: all.filter((one): one is Action => one.kind === "action") };
});

/** All statements, including those inside control structures. */
export const allStatements = (statements: readonly Statement[]): readonly Statement[] =>
  flattened(statements).all;

export const actionsOf = (statements: readonly Statement[]): readonly Action[] =>
  flattened(statements).actions;

/** The expressions in `test` and `if` attributes. */
export function conditionsOf(statements: readonly Statement[]): readonly Expression[] {
  return allStatements(statements).flatMap((statement) => {
    if (statement.kind === "if") return statement.branches.map(({ test }) => test);
    return statement.condition === undefined ? [] : [statement.condition];
  });
}
