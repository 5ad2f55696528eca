import type { AnyNode } from "./acorn.js";

/** Whether a condition asks if an action has ended the request: no flow says so. */
export const isEnd = (test: AnyNode): boolean =>
  test.type === "BinaryExpression" &&
  test.right.type === "Identifier" &&
  test.right.name.startsWith("requestEnded");

/** Helpers of templates that call a function for each way or for each round. A bundle may number their names. */
export const wayHelpers: ReadonlySet<string> = new Set([
  ...["loop", "loopItems", "loopPairs", "loopAsync", "loopItemsAsync", "loopPairsAsync"],
  ...["within", "withinItems", "withinPairs", "coalesce"],
]);

/** Elements that are no actions. */
export const controlNames: ReadonlySet<string> = new Set(["if", "elseif", "else", "flow"]);
