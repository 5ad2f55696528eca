/**
 * The imports of generated code that validates requests and responses.
 * @module
 */

export { configureValidation } from "./validation/configuration.js";
export type * from "./validation/contract.js";
export { described } from "./validation/declared-values.js";
export { formats } from "./validation/formats/formats.js";
export { boundedPattern } from "./validation/formats/schema-pattern.js";
export { validation } from "./validation/guard.js";
export { mocking } from "./validation/mocking.js";
export { characterCount, equal, isMultipleOf, uniqueItems } from "./validation/multiple-of.js";
export { upstreamApi } from "./validation/upstream.js";
export { verdicts } from "./validation/verdicts.js";
