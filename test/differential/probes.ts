import type { Axis } from "../../compiler/syntax/xpath.js";
import type { Tree } from "./expressions.js";
import { evaluate, type Focus } from "./reference.js";
import { call } from "./rewrite.js";

/** Expressions that yield no nodes, and that tell together what the expression yields. */
export function probesOf(tree: Tree, focus: Focus): readonly Tree[] {
  return Array.isArray(evaluate(tree, focus)) ? nodeProbes(tree) : [tree];
}

/** How many nodes there are, and which the first and the last are. */
function nodeProbes(tree: Tree): readonly Tree[] {
  return [
    call("count", tree),
    ...[number("1"), call("last")].flatMap((position) => {
      const one: Tree = { kind: "filter", primary: tree, predicates: [position] };
      const above = path(one, "ancestor");
      const before = path(one, "ancestor-or-self", "preceding-sibling");
      return [call("string", one), call("name", one), call("count", above), call("count", before)];
    }),
  ];
}

export const number = (text: string): Tree => ({ kind: "number", text });

const path = (start: Tree, ...axes: readonly Axis[]): Tree => ({
  kind: "path",
  start,
  steps: axes.map((axis) => ({ axis, test: { kind: "type", type: "node" }, predicates: [], long: true })),
});
