import type { Files } from "../../source/files.js";
import type { Span } from "../../source/source-text.js";
import { type AppFlow, type EnvironmentPlace, treeFact } from "../../syntax/flow-summary.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { flowExpressions } from "./expressions.js";

export interface EnvironmentRead {
  readonly name: string;
  readonly span: Span;
}

/** The environment variable that a path such as `$env/NAME` reads. */
export function environmentRead(expression: Expression): EnvironmentRead | undefined {
  if (expression.kind !== "path" || typeof expression.start === "string") return undefined;
  const { start, steps } = expression;
  const [step] = steps;
  if (start.kind !== "variable" || start.name !== "env" || step === undefined) return undefined;
  return step.axis === "child" && step.test.kind === "name"
    ? { name: step.test.name, span: step.span }
    : undefined;
}

/** The environment variables that a flow reads by their names. */
export const environmentIn = treeFact("environment", (flow) => {
  const reads: EnvironmentPlace[] = [];
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      const read = environmentRead(inner);
      if (read === undefined) return;
      const { source, start, end } = read.span;
      reads.push(source === flow.source ? [read.name, start, end] : [read.name, start, end, source.path]);
    });
  return reads;
});

/** The same with their places, as often as the flow reads them. */
export const environmentReads = (flow: AppFlow, files: Files): readonly EnvironmentRead[] =>
  environmentIn(flow).map(([name, start, end, path]) => ({
    name,
    span: ((path && files.get(path)) || flow.source).span(start, end),
  }));

/** The environment variables that flows read by their names, sorted. */
export function readVariables(flows: Iterable<AppFlow>): readonly string[] {
  return [...new Set([...flows].flatMap(environmentIn).map(([name]) => name))].sort();
}
