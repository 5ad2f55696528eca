/**
 * The namespace `xpath` of `flowc/handler`: paths and functions of XPath 1.0 as flows have them, where TypeScript says it
 * another way. Arguments are plain data, or nodes. Each value is a node: `undefined` is the empty node-set, `null` is a node
 * without text, and an array is one node, whose children are called `value`. A list that `select` of `flowc/handler` returns is
 * an array, too: paths of this module return node-sets instead.
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
