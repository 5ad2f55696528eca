import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { MappedText, SourceText } from "../../source/source-text.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { actionsOf } from "../../syntax/statements.js";

/**
 * All that others can depend on of a flow that only its operations start: everything but places, comments, and the texts
 * of templates that only make its response.
 * @param errorFlow whether there is one, which can see whatever a flow has made
 */
export function outline({ statements }: Flow, errorFlow: boolean): string {
  const responses = new Set<unknown>(
    errorFlow
      ? []
      : [...actionsOf(statements)].filter(isResponse).flatMap((action) => factsOf(action).templates),
  );
  const plain = (value: unknown, isText: boolean): string =>
    JSON.stringify(value, (_, inner: unknown) => {
      if (typeof inner === "number") return String(inner);
      if (inner instanceof SourceText || isSpan(inner)) return undefined;
      if (inner instanceof MappedText) return isText ? inner.text : "";
      if (inner instanceof Map || inner instanceof Set) return [...inner];
      return inner !== value && responses.has(inner) ? plain(inner, false) : inner;
    });
  return plain(statements, true);
}

/** Whether no other flow can see what the templates of an action write. */
function isResponse(action: Action): boolean {
  const { sets, writesContent, calls, ends } = factsOf(action);
  const keeps = [sets, writesContent, calls, definitionOf(action).requests].every((one) => one === undefined);
  return keeps && ends !== "flow";
}

function isSpan(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "source" in value && value.source instanceof SourceText
  );
}
