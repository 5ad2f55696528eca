import { functions } from "../../constructs/functions/index.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { jsonTypes } from "../../syntax/schema.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { PathExpression, Step } from "../../syntax/xpath.js";
import { predefinedVariables } from "../expressions/predefined.js";
import type { Variables } from "../types/node-types.js";
import type { FlowRule } from "./rule.js";

/** Finds paths into JSON that have the form of paths into something else: attributes, and `[*]` for all items. */
export const jsonPaths: FlowRule = ({ known, reporter }) => ({
  expression(inner) {
    if (inner.kind !== "path") return;
    for (const [index, step] of inner.steps.entries()) checkAnyItem(step, inner.steps[index + 1], reporter);
    if (isJson(inner, known)) for (const step of inner.steps) checkAttributes(step, reporter);
  },
});

/** Reports `a[*]/b`: it finds no more and no less than `a/b`. */
function checkAnyItem({ predicates }: Step, next: Step | undefined, reporter: Reporter): void {
  if (next?.axis !== "child") return;
  for (const predicate of predicates) {
    if (predicate.kind !== "path" || predicate.start !== "context" || predicate.steps.length > 1) continue;
    const [only] = predicate.steps;
    if (only?.axis === "child" && only.test.kind === "any-name" && only.predicates.length === 0)
      reporter.report(predicate.span, "anyItem");
  }
}

/** Reports the attributes of a step in JSON, and of the nodes that its predicates ask. */
function checkAttributes(step: Step, reporter: Reporter): void {
  checkAttribute(step, reporter);
  for (const predicate of step.predicates)
    walkExpression(predicate, (inner, isPerNode) => {
      if (inner.kind !== "path" || inner.start !== "context" || isPerNode) return;
      for (const own of inner.steps) checkAttribute(own, reporter);
    });
}

/** The attributes of elements of JSON: their types, and the names that are no names of elements. */
const attributes: ReadonlySet<string> = new Set([...jsonTypes, "name"]);

function checkAttribute({ axis, test, span }: Step, reporter: Reporter): void {
  if (axis === "attribute" && test.kind === "name" && !attributes.has(test.name))
    reporter.report(span, "attributeOfJson", { name: test.name });
}

/** Tells whether a path leads through nothing but JSON. */
function isJson({ start, steps: [first] }: PathExpression, variables: Variables): boolean {
  if (typeof start === "string") return false;
  const isRoot = first?.axis === "child" && first.test.kind === "name" && first.test.name === "json";
  if (start.kind === "call") {
    const definition = functions.get(start.name);
    return definition?.parses === "json" || (isRoot && definition?.contentRead?.(start)?.as === "document");
  }
  if (start.kind !== "variable") return false;
  const { json, value } = variables(start);
  if (json !== undefined) return true;
  if (value === "initial") return start.name === "body" ? isRoot : predefinedVariables.has(start.name);
  return value?.kind === "path" && isJson(value, variables);
}
