import type { FunctionDefinition } from "./definition.js";
import { of, optional } from "./parameters.js";

/** JSON arrays. */
export const arrayFunctions: readonly FunctionDefinition[] = [
  { name: "array", parameters: [optional("nodes")], returns: "nodes", helper: "array", contextDefault: true },
  { name: "array-reverse", parameters: of("nodes"), returns: "nodes", helper: "arrayReverse" },
];
