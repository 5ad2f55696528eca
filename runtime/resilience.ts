/**
 * Upstream requests that are repeated or held back, and limits of what clients may send. Only apps whose flows ask for it load this.
 * @module
 */
export { rateLimit } from "./security/limits/rate-limit.js";
export { credentials } from "./upstream/resilience/credentials.js";
export { guard } from "./upstream/resilience/guard.js";
export { upstreams } from "./upstream/resilience/upstreams.js";
