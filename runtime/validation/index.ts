/**
 * What generated code imports to validate requests and responses.
 * @module
 */
export { boundedPattern } from "./bounded-pattern.js";
export { characterCount } from "./character-count.js";
export { configureValidation } from "./configured.js";
export type * from "./contract.js";
export { equal, uniqueItems } from "./equality.js";
export { formats } from "./formats.js";
export { validation } from "./guard.js";
export { mocking } from "./mocking.js";
export { verdicts } from "./once.js";
export { upstreamApi } from "./upstream.js";
