/**
 * The HTTP cache for upstream responses. An entry of its own: only apps with requests that use it load
 * http-cache-semantics.
 * @module
 */
export { httpCache } from "./http-cache.js";
