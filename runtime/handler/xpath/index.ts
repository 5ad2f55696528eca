/**
 * The namespace `xpath` of `flowc/handler`: paths and functions of XPath 1.0 as flows have them, where TypeScript says it
 * another way. Arguments are plain data, nodes, or lists of nodes as `select` returns them. Plain data is a node: `undefined` is the
 * empty node-set, `null` a node without text, and an array one node, whose children are called `value`.
 * @module
 */
export * from "./arrays.js";
export * from "./comparisons.js";
export * from "./conversions.js";
export * from "./encodings.js";
export * from "./nodes.js";
export * from "./numbers.js";
export * from "./paths.js";
export * from "./steps.js";
export * from "./template.js";
export * from "./texts.js";
export * from "./variables.js";
