/**
 * Patterns that may take JavaScript's engine more than linear time, and patterns that are known at run time only. It is
 * an entry of its own: only apps with such patterns load the linear engine and the translator.
 * @module
 */
export {
  matchesPattern,
  replacePattern,
  splitPattern,
} from "./language/pattern-functions/pattern-functions.js";
export { linear } from "./pattern/linear/linear.js";
