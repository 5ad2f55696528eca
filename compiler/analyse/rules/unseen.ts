import { factsOf } from "../../constructs/actions/facts.js";
import { functions } from "../../constructs/functions/index.js";
import { tagPlace } from "../../syntax/flow.js";
import { treeFact } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import { innerExpressions } from "../../syntax/visit-expression.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import { mainContentSlot, requestId, requestRead } from "../data-flow/slots.js";
import { statusSlot } from "../data-flow/unseen.js";
import { flowExpressions } from "../flows/expressions.js";
import type { Rule } from "./rule.js";

/** Finds variables, content and statuses that are set again before anything reads them, and answers that nobody reads. */
export const unseen: Rule = ({ app, dataFlow: { unseen }, reporter }) => ({
  end() {
    if (unseen.length === 0) return;
    const read = new Set([...app.flows.values()].flatMap(answersReadIn));
    for (const { action, slot } of unseen) {
      const place = tagPlace(action);
      const id = slot === statusSlot ? undefined : requestId(slot);
      if (slot === mainContentSlot) reporter.report(place, "contentReplaced");
      else if (slot === statusSlot) reporter.report(place, "statusReplaced");
      else if (id === undefined) reporter.report(place, "variableReplaced", { name: slot.slice(1) });
      else if (!read.has(id) && !read.has(anyAnswer)) reporter.report(place, "answerUnread", { id });
    }
  },
});

/** Stands for any ID, where it is computed, or where `$upstream` is read as a whole. */
const anyAnswer = "";

/** The IDs of the requests whose answers a flow reads. */
export const answersReadIn = treeFact("answers", (flow) => {
  const ids = new Set<string>();
  for (const expression of flowExpressions(flow)) read(expression, ids);
  for (const action of actionsOf(flow.statements)) {
    const { reads, templates } = factsOf(action);
    // The paths in a template tell whether it reads the main content.
    if (reads.kind === "content" && (reads.id || templates.length === 0)) ids.add(reads.id || "main");
    if (reads.kind === "computed-content") ids.add(anyAnswer);
  }
  return [...ids];
});

function read(expression: Expression, ids: Set<string>): void {
  const id = requestRead(expression);
  if (id !== undefined) ids.add(id);
  else if (expression.kind === "variable" && expression.name === "upstream") ids.add(anyAnswer);
  else if (expression.kind === "call") addRead(expression, ids);
  // Below `$upstream/<id>`, the variable alone does not count.
  const inner = innerExpressions(expression);
  for (const part of id !== undefined && expression.kind === "path" ? inner.slice(1) : inner) read(part, ids);
}

/** Adds the content that a function reads. */
function addRead(call: FunctionCall, ids: Set<string>): void {
  const definition = functions.get(call.name);
  const content = definition?.contentRead?.(call);
  if (content !== undefined) ids.add(content.id === "" ? "main" : (content.id ?? anyAnswer));
  else if (definition?.reads === "content" || definition?.reads === "location") ids.add(anyAnswer);
}
