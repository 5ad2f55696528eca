/**
 * The imports of generated code for the `xslt` action and for stylesheets of XSLT 1.0.
 * @module
 */
export { stylesheet } from "./xslt/definition.js";
export {
  align,
  concatNodes,
  difference,
  distinct,
  hasSameNode,
  highest,
  intersection,
  leading,
  lowest,
  max,
  min,
  padding,
  replaceText,
  splitText,
  tokenize,
  trailing,
} from "./xslt/exslt.js";
export { anywhere, fromNodes, fromRoot } from "./xslt/pattern.js";
export type { Prefixes } from "./xslt/result-tree.js";
export type { PatternMaker, Stylesheet, Template } from "./xslt/stylesheet.js";
export { transformed, transformedContent } from "./xslt/transformed.js";
