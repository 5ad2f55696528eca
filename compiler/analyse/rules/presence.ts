import { functions } from "../../constructs/functions/index.js";
import { type Expression, pathFromVariable } from "../../syntax/xpath.js";
import type { Use } from "../data-flow/uses.js";
import { isConversion } from "../expressions/converted.js";
import { typeOfPath } from "../types/node-types.js";
import type { FlowContext, FlowVisitor } from "./rule.js";

type Asked = Pick<FlowContext, "known" | "typeOf" | "jsonTypesOf" | "valuesOf" | "reporter">;

/**
 * Finds conditions that are nothing but a node with a JSON boolean, and comparisons of one with `true()` or
 * `false()`. They ask whether the node is there (XPath 1.0 §4.3), and it is there for `false`, too.
 */
export const presence = ({ known, typeOf, jsonTypesOf, valuesOf, reporter }: Asked): FlowVisitor => {
  const isBoolean = (expression: Expression) => {
    if (typeOf(expression) !== "nodes") return false;
    const types = jsonTypesOf(expression);
    const isBoolean = types?.size === 1 && types.has("boolean");
    return isBoolean || isUpstreamBoolean(expression) || typeOfPath(expression, known) === "boolean";
  };
  /** Tells whether there are nothing but the texts `true` and `false`, as of a parameter that is a boolean. */
  const isTextOfBoolean = (expression: Expression) => {
    const values = typeOf(expression) === "nodes" ? valuesOf(expression) : undefined;
    if (values === undefined || typeof values === "string") return false;
    return (
      booleans.every((text) => values.has(text)) &&
      [...values].every((text) => text === "" || booleans.includes(text))
    );
  };
  /** Tells whether a condition is the text of a boolean or a number, which is never empty. */
  const convertedType = (expression: Expression) => {
    const value = expression.kind === "variable" ? known(expression).value : expression;
    if (value === undefined || value === "initial" || value.kind !== "call" || !isConversion(value, "string"))
      return undefined;
    const [operand] = value.arguments;
    if (operand !== undefined && isBoolean(operand)) return "boolean";
    const type = operand && typeOf(operand);
    return type === "boolean" || type === "number" ? type : undefined;
  };
  const compare = (expression: Expression, other: Expression, use: Use) => {
    const value = other.kind === "call" ? functions.get(other.name)?.value : undefined;
    if (value !== undefined && typeOf(expression) === "string") reporter.report(other.span, "textOfBoolean");
    if (typeOf(other) !== "boolean" || typeOf(expression) !== "nodes") return;
    if (isBoolean(expression)) reporter.report(expression.span, "presenceOfBoolean");
    else if (value !== undefined && (use === "condition" || !mayKnow(expression)))
      reporter.report(other.span, "presenceByComparison", { value });
  };
  const checkCondition = (expression: Expression) => {
    const type = convertedType(expression);
    if (type !== undefined) reporter.report(expression.span, "convertedCondition", { type });
    else if (isBoolean(expression)) reporter.report(expression.span, "presenceOfBoolean");
    else if (isTextOfBoolean(expression)) reporter.report(expression.span, "textOfBoolean");
  };
  return {
    use(expression, use) {
      if (use === "condition") checkCondition(expression);
      if (expression.kind !== "binary" || !equalityOperators.has(expression.operator)) return;
      const { left, right } = expression;
      compare(left, right, use);
      compare(right, left, use);
    },
  };
};

/** `$upstream/<id>/cacheHit`. */
function isUpstreamBoolean(expression: Expression): boolean {
  const path = pathFromVariable(expression);
  return path?.variable.name === "upstream" && path.names.length === 2 && path.names[1] === "cacheHit";
}

/**
 * Returns true if a path begins at the context, or at JSON that the same expression parses: its author may
 * know the nodes.
 */
function mayKnow(expression: Expression): boolean {
  if (expression.kind !== "path") return false;
  if (typeof expression.start === "string") return true;
  const { start } = expression;
  return start.kind === "call" && functions.get(start.name)?.parses === "json";
}

const booleans: readonly string[] = ["true", "false"];

const equalityOperators: ReadonlySet<string> = new Set(["=", "!="]);
