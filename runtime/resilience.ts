/**
 * Upstream requests that are repeated or held back. Only apps whose flows ask for it load this.
 * @module
 */
export { guard } from "./upstream/resilience/guard.js";
export { upstreams } from "./upstream/resilience/upstreams.js";
