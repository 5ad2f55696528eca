import { booleanFunctions } from "../../constructs/functions/booleans.js";
import { nodeFunctions } from "../../constructs/functions/nodes.js";
import { numberFunctions } from "../../constructs/functions/numbers.js";
import { stringFunctions } from "../../constructs/functions/strings.js";
import type { Expression } from "../../syntax/xpath.js";
import { walkExpression } from "../walk.js";

/**
 * Whether an expression yields the same for the same node whenever it is evaluated: it reads no variable, and calls no
 * functions but those of XPath.
 */
export function isTimeless(expression: Expression): boolean {
  let timeless = true;
  walkExpression(expression, (one) => {
    if (one.kind === "variable" || (one.kind === "call" && !TIMELESS.has(one.name))) timeless = false;
  });
  return timeless;
}

const TIMELESS: ReadonlySet<string> = new Set(
  [...nodeFunctions, ...stringFunctions, ...booleanFunctions, ...numberFunctions].map(({ name }) => name),
);
