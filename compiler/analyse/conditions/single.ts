import { functions } from "../../constructs/functions/index.js";
import { isPrimitive } from "../../syntax/static-type.js";
import type { Expression, Step } from "../../syntax/xpath.js";
import { predefinedVariables } from "../expressions/predefined.js";
import type { Variables } from "../types/node-types.js";
import { staticType } from "../types/static-type.js";

/** Tells whether an expression never yields more than one node. `isJson`: its paths begin at a single node of JSON. */
export function isSingle(expression: Expression, isJson: boolean, variables: Variables): boolean {
  if (isPrimitive(staticType(expression, (variable) => variables(variable).type))) return true;
  return isOneOfJson(expression, isJson, variables);
}

/** Tells whether an expression yields one node of JSON, or of a predefined variable, at most. */
function isOneOfJson(expression: Expression, isJson: boolean, variables: Variables): boolean {
  switch (expression.kind) {
    case "variable": {
      const { json, value } = variables(expression);
      if (json !== undefined) return true;
      if (value === "initial" || predefinedVariables.has(expression.name)) return value === "initial";
      return value !== undefined && isOneOfJson(value, false, variables);
    }
    case "filter":
      return expression.predicates.some(isPosition) || isOneOfJson(expression.primary, isJson, variables);
    case "path": {
      const { start, steps } = expression;
      if (start === "root") return false;
      const begins = start === "context" ? isJson : beginsSingle(start, steps[0], variables);
      return begins && steps.every(leadsToOne);
    }
    default:
      return false;
  }
}

function beginsSingle(start: Expression, first: Step | undefined, variables: Variables): boolean {
  // Requests set it, but it keeps its form.
  if (start.kind === "variable" && start.name === "upstream") return true;
  if (start.kind !== "call") return isOneOfJson(start, false, variables);
  const isRoot = first?.axis === "child" && first.test.kind === "name" && first.test.name === "json";
  return isRoot && functions.get(start.name)?.contentRead?.(start)?.as === "document";
}

/** Tells whether a step leads from one node to one at most: an object has one member of a name. */
function leadsToOne({ axis, test, predicates }: Step): boolean {
  if (axis === "self") return true;
  if (axis !== "child" || test.kind !== "name" || test.name === "json-element") return false;
  return test.name !== "value" || predicates.some(isPosition);
}

function isPosition({ kind }: Expression): boolean {
  return kind === "number";
}
