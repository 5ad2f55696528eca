/**
 * The namespace `xpath` of `flowc/handler`: paths and functions of XPath 1.0 as flows have them, where TypeScript says it
 * another way. Arguments are plain data, nodes, or lists of nodes as `select` returns them. Plain data is a node: `undefined` is the
 * empty node-set, `null` a node without text, and an array one node, whose children are called `value`.
 * @module
 */
export * from "./xpath/arrays.js";
export * from "./xpath/comparisons.js";
export * from "./xpath/conversions.js";
export * from "./xpath/encodings.js";
export * from "./xpath/nodes.js";
export * from "./xpath/numbers.js";
export * from "./xpath/paths.js";
export * from "./xpath/steps.js";
export * from "./xpath/template.js";
export * from "./xpath/texts.js";
export * from "./xpath/variables.js";
