import type { FunctionDefinition } from "../function.js";
import { of } from "../function-parts/parameters.js";

/** XPath 1.0 §4.3. */
export const booleanFunctions: readonly FunctionDefinition[] = [
  { name: "boolean", parameters: of("any"), returns: "boolean", helper: "toBoolean" },
  { name: "not", parameters: of("boolean"), returns: "boolean", helper: "not" },
  { name: "true", parameters: [], returns: "boolean", helper: "true" },
  { name: "false", parameters: [], returns: "boolean", helper: "false" },
  { name: "lang", parameters: of("string"), returns: "boolean", helper: "lang" },
];
