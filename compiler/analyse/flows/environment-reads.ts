import type { Span } from "../../source/source-text.js";
import type { Flow } from "../../syntax/flow.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { flowExpressions } from "./expressions.js";
import { perFlow } from "./per-flow.js";

interface EnvironmentRead {
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

/** The environment variables that a flow reads by their names, as often as it does. */
export const environmentReads = perFlow((flow): readonly EnvironmentRead[] => {
  const reads: EnvironmentRead[] = [];
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      const read = environmentRead(inner);
      if (read !== undefined) reads.push(read);
    });
  return reads;
});

/** The environment variables that flows read by their names, sorted. */
export function readVariables(flows: Iterable<Flow>): readonly string[] {
  return [...new Set([...flows].flatMap((flow) => environmentReads(flow).map(({ name }) => name)))].sort();
}
