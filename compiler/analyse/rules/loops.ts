import { functions } from "../../constructs/functions/index.js";
import { type Expression, isComparison } from "../../syntax/xpath.js";
import { type NodeType, typeOfPath, type Variables } from "../types/node-types.js";
import type { FlowRule } from "./rule.js";

/** Finds loops over what is no array: JSON that a template of the flow makes, and the texts in `$request`. */
export const loops: FlowRule = ({ known, reporter }) => ({
  templateValue({ operands: [items, ...others] }, use) {
    if (use !== "items" || others.length > 0) return;
    const type = typeOfPath(items, known) ?? (isOfRequest(items, known) ? "string" : undefined);
    const found = (type && described.get(type)) ?? partsOfText(items) ?? objectByPredicate(items);
    if (found !== undefined) reporter.report(items.span, "loopOverNoArray", { type: found });
  },
});

const described: ReadonlyMap<NodeType, string> = new Map([
  ["object", "an object"],
  ["string", "a text"],
  ["number", "a number"],
  ["boolean", "a boolean"],
  ["true", "a boolean"],
]);

/** Names the result of a call that makes elements of a text: they are no array. */
function partsOfText(expression: Expression): string | undefined {
  if (expression.kind !== "call") return undefined;
  return functions.get(expression.name)?.parses === "parts" ? "a list of elements" : undefined;
}

/** Names the objects that a predicate of the last step asks for, as in `items[price > 5]`: an array has items alone. */
function objectByPredicate(expression: Expression): string | undefined {
  if (expression.kind !== "path") return undefined;
  for (const predicate of expression.steps.at(-1)?.predicates ?? []) {
    const operands =
      predicate.kind === "binary" && isComparison(predicate.operator)
        ? [predicate.left, predicate.right]
        : [predicate];
    // Without the member, a comparison with a boolean may hold.
    if (!operands.every(({ kind }) => kind === "path" || kind === "literal" || kind === "number")) continue;
    const asked = operands.flatMap((operand) => memberOf(operand) ?? []).find((name) => name !== "value");
    if (asked !== undefined) return `an object with a member ${asked}`;
  }
  return undefined;
}

/** The name of the child of the context node that a path begins with. */
function memberOf(operand: Expression): string | undefined {
  if (operand.kind !== "path" || operand.start !== "context") return undefined;
  const [first] = operand.steps;
  return first?.axis === "child" && first.test.kind === "name" ? first.test.name : undefined;
}

/** Tells whether a path leads to the texts of the client's request. */
function isOfRequest(expression: Expression, variables: Variables): boolean {
  if (expression.kind !== "path" || typeof expression.start === "string") return false;
  const { start } = expression;
  return start.kind === "variable" && start.name === "request" && variables(start).value === "initial";
}
