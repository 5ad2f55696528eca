/**
 * Patterns that JavaScript's engine alone must not be trusted with: those that cost it more than the length of the text,
 * and those that are known at run time only. An entry of its own: only apps that have some load the other engine, and
 * the translator.
 * @module
 */
export { matchesPattern, replacePattern, splitPattern } from "./functions.js";
export { linear } from "./linear.js";
