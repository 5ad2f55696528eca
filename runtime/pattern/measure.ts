import type { PatternNode } from "./syntax.js";

/** Whether a part can match without taking a character. */
export function isNullable(node: PatternNode): boolean {
  switch (node.kind) {
    case "literal":
    case "set":
    case "any":
      return false;
    case "sequence":
      return node.items.every(isNullable);
    case "choice":
      return node.branches.some(isNullable);
    case "capture":
    case "atomic":
      return isNullable(node.body);
    case "repeat":
      return node.least === 0 || isNullable(node.body);
    default:
      return true;
  }
}

/** How many characters and conditions a part has once its repetitions are written out. */
export function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "sequence":
      return node.items.reduce((size, item) => size + sizeOf(item), 1);
    case "choice":
      return node.branches.reduce((size, branch) => size + sizeOf(branch), 1);
    case "capture":
    case "atomic":
    case "look":
      return 1 + sizeOf(node.body);
    case "repeat":
      return 1 + sizeOf(node.body) * Math.max(1, Number.isFinite(node.most) ? node.most : node.least);
    default:
      return 1;
  }
}
