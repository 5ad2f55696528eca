/** The forms of generated code where flows go one of several ways: for those who count or tell what ran. */
import { createRequire } from "node:module";
import type { AnyNode } from "acorn";

export type { AnyNode, ArrowFunctionExpression, BlockStatement, CallExpression, IfStatement } from "acorn";

/** Loaded on demand: most builds are not traced. */
export const acorn = (): typeof import("acorn") => createRequire(import.meta.url)("acorn");

/** True of a condition that asks if an action has ended the request: no flow says so. */
export const isEnd = (test: AnyNode): boolean =>
  test.type === "BinaryExpression" &&
  test.right.type === "Identifier" &&
  test.right.name.startsWith("requestEnded");

/** The purpose of the functions that a helper of templates calls: rounds of a loop, a new focus, a missing value. */
export type HelperKind = "loop" | "with" | "default";

const helperKinds: ReadonlyMap<string, HelperKind> = new Map<string, HelperKind>([
  ["loop", "loop"],
  ["loopItems", "loop"],
  ["loopPairs", "loop"],
  ["loopAsync", "loop"],
  ["loopItemsAsync", "loop"],
  ["loopPairsAsync", "loop"],
  ["within", "with"],
  ["withinItems", "with"],
  ["withinPairs", "with"],
  ["coalesce", "default"],
]);

/** The kind of the helper that is called, whose name a bundle may number; `undefined` for other functions. */
export const helperKindOf = (callee: AnyNode): HelperKind | undefined =>
  callee.type === "Identifier" ? helperKinds.get(callee.name.replace(/\d+$/, "")) : undefined;

/** Elements that are no actions. */
const controlNames: ReadonlySet<string> = new Set(["if", "elseif", "else", "flow"]);

/** The name of the action whose element a text of a flow begins with. */
export function actionNameIn(text: string): string | undefined {
  const name = /^<([\w-]+)/.exec(text)?.[1];
  return name === undefined || controlNames.has(name) ? undefined : name;
}
