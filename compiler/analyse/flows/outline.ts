import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { MappedText, SourceText } from "../../source/source-text.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";

/**
 * What others can depend on of a flow that only its operations start: all that it says, but for places, comments, and
 * templates that only make its response. What those ask of the app, such as environment variables, is left out, too.
 * @param errorFlow whether there is one, which can see whatever a flow has made
 */
export function outline({ statements }: Flow, errorFlow: boolean): string {
  const responses = new Set<unknown>(
    errorFlow
      ? []
      : [...actionsOf(statements)].filter(isResponse).flatMap((action) => factsOf(action).templates),
  );
  return JSON.stringify(statements, (_, inner: unknown) => {
    if (typeof inner === "number") return String(inner);
    if (inner instanceof MappedText) return inner.text;
    if (inner instanceof SourceText || isSpan(inner) || responses.has(inner)) return undefined;
    return inner instanceof Map || inner instanceof Set ? [...inner] : inner;
  });
}

/** Whether no other flow can see what the templates of an action write. */
function isResponse(action: Action): boolean {
  const { sets, writesContent, calls, ends } = factsOf(action);
  const others = [writesContent, calls, definitionOf(action).requests];
  return sets.length === 0 && others.every((one) => one === undefined) && ends !== "flow";
}

function isSpan(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "source" in value && value.source instanceof SourceText
  );
}
