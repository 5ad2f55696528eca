import { createRequire } from "node:module";

export type {
  AnyNode,
  ArrowFunctionExpression,
  BlockStatement,
  CallExpression,
  IfStatement,
} from "acorn";

/** Loaded on demand: most builds are not traced. */
export const acorn = (): typeof import("acorn") => createRequire(import.meta.url)("acorn");
