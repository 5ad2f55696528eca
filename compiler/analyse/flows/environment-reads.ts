import type { Span } from "../../source/source-text.js";
import type { Flow } from "../../syntax/flow.js";
import { perFlow, standInFacts } from "../../syntax/per-flow.js";
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

const readsIn = perFlow((flow): readonly EnvironmentRead[] => {
  const reads: EnvironmentRead[] = [];
  for (const expression of flowExpressions(flow))
    walkExpression(expression, (inner) => {
      const read = environmentRead(inner);
      if (read !== undefined) reads.push(read);
    });
  return reads;
});

const namesIn = perFlow((flow): readonly string[] => readsIn(flow).map(({ name }) => name), "environment");

/** `null` for a place in another file. */
const placesIn = perFlow(
  (flow): readonly (readonly [start: number, end: number] | null)[] =>
    readsIn(flow).map(({ span: { source, start, end } }) => (source === flow.source ? [start, end] : null)),
  "environment places",
);

/** The environment variables that a flow reads by their names, as often as it does. */
export function environmentReads(flow: Flow): readonly EnvironmentRead[] {
  if (standInFacts(flow) === undefined) return readsIn(flow);
  const places = placesIn(flow);
  return namesIn(flow).map((name, index) => ({
    name,
    get span() {
      const place = places[index];
      // Throws, since the flow has to be read again.
      return place ? flow.source.span(...place) : flow.span;
    },
  }));
}

/** The environment variables that flows read by their names, sorted. */
export function readVariables(flows: Iterable<Flow>): readonly string[] {
  return [...new Set([...flows].flatMap(namesIn))].sort();
}
