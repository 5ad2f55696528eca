import type { TestStep, Tree } from "./expressions.js";

export interface Changes {
  /** Returns the replacement of a part whose own parts are rewritten already. */
  readonly part?: (part: Tree, isInPredicate: boolean) => Tree;
  readonly step?: (step: TestStep) => TestStep;
}

/** The same expression as a library has to be asked for it. */
export function rewrite(tree: Tree, changes: Changes, isInPredicate = false): Tree {
  const { part = (one: Tree) => one, step = (one: TestStep) => one } = changes;
  const inner = (one: Tree): Tree => rewrite(one, changes, isInPredicate);
  const predicate = (one: Tree): Tree => rewrite(one, changes, true);
  const rewritten = (): Tree => {
    switch (tree.kind) {
      case "negate":
        return { ...tree, operand: inner(tree.operand) };
      case "binary":
        return { ...tree, left: inner(tree.left), right: inner(tree.right) };
      case "call":
        return { ...tree, arguments: tree.arguments.map(inner) };
      case "filter":
        return { ...tree, primary: inner(tree.primary), predicates: tree.predicates.map(predicate) };
      case "path":
        return {
          ...tree,
          start: typeof tree.start === "string" ? tree.start : inner(tree.start),
          steps: tree.steps.map((one) => step({ ...one, predicates: one.predicates.map(predicate) })),
        };
      default:
        return tree;
    }
  };
  return part(rewritten(), isInPredicate);
}

export const call = (name: string, ...args: readonly Tree[]): Tree => ({
  kind: "call",
  name,
  arguments: args,
});
