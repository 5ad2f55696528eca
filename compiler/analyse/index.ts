export { predefinedVariables } from "./expressions/predefined.js";
export { environmentReads } from "./flows/environment-reads.js";
export { flowExpressions } from "./flows/expressions.js";
export { analyse, analyseInSteps, type Program } from "./program.js";
export { memberNames, typesOf } from "./schemas/members.js";
export type { NodeSchema } from "./schemas/schema-finder.js";
export type { Steps } from "./steps/steps.js";
export { staticType } from "./types/static-type.js";
export { UpstreamNames } from "./urls/upstream-names.js";
