/**
 * What generated code imports to validate requests and responses.
 * @module
 */

export { configureValidation } from "./configuration.js";
export type * from "./contract.js";
export { equal, uniqueItems } from "./equality.js";
export { boundedPattern } from "./formats/bounded-pattern.js";
export { characterCount } from "./formats/character-count.js";
export { formats } from "./formats/index.js";
export { validation } from "./guard.js";
export { mocking } from "./mocking.js";
export { isMultipleOf } from "./multiple-of.js";
export { upstreamApi } from "./upstream.js";
export { verdicts } from "./verdicts.js";
