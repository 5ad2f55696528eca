/**
 * The HTTP cache for upstream responses. It is an entry of its own: only apps whose requests use it load
 * http-cache-semantics.
 * @module
 */
export { httpCache } from "./upstream/cache/http-cache.js";
