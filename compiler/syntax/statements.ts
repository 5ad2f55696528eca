import type { Action, Statement } from "./flow.js";
import type { Expression } from "./xpath.js";

/** All statements, including those inside control structures. */
export function* allStatements(statements: readonly Statement[]): Generator<Statement> {
  for (const statement of statements) {
    yield statement;
    if (statement.kind !== "if") continue;
    for (const branch of statement.branches) yield* allStatements(branch.statements);
    if (statement.otherwise !== undefined) yield* allStatements(statement.otherwise);
  }
}

export function* actionsOf(statements: readonly Statement[]): Generator<Action> {
  for (const statement of allStatements(statements)) {
    if (statement.kind === "action") yield statement;
  }
}

/** The expressions in `test` and `if` attributes. */
export function conditionsOf(statements: readonly Statement[]): readonly Expression[] {
  return [...allStatements(statements)].flatMap((statement) => {
    if (statement.kind === "if") return statement.branches.map(({ test }) => test);
    return statement.condition === undefined ? [] : [statement.condition];
  });
}
