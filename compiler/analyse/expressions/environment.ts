import type { Span } from "../../source/source-text.js";
import type { Expression } from "../../syntax/xpath.js";

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
