/**
 * Requests that are repeated. Only apps whose flows ask for it load this.
 * @module
 */
export { guard } from "./upstream/resilience/guard.js";
