/**
 * What generated code imports for the `xslt` action and for stylesheets of XSLT 1.0.
 * @module
 */
export { stylesheet } from "./xslt/definition.js";
export { highest, lowest, max, min } from "./xslt/exslt-math.js";
export { difference, distinct, hasSameNode, intersection, leading, trailing } from "./xslt/exslt-sets.js";
export { align, concatNodes, padding, replaceText, splitText, tokenize } from "./xslt/exslt-strings.js";
export { anywhere, fromNodes, fromRoot } from "./xslt/pattern.js";
export type { Prefixes } from "./xslt/result-tree.js";
export type { PatternMaker, Stylesheet, Template } from "./xslt/stylesheet.js";
export { transformed, transformedContent } from "./xslt/transformed.js";
