import type { FunctionDefinition } from "../../language/function-definition.js";
import { of } from "../../language/function-definition.js";

/** XPath 1.0 §4.3. */
export const booleanFunctions: readonly FunctionDefinition[] = [
  {
    name: "boolean",
    reads: "arguments",
    operation: "conversion",
    parameters: [{ type: "any", use: "condition" }],
    returns: "boolean",
  },
  {
    name: "not",
    reads: "arguments",
    operation: "negation",
    parameters: [{ type: "boolean", use: "condition" }],
    returns: "boolean",
  },
  { name: "true", reads: "arguments", value: true, parameters: [], returns: "boolean" },
  { name: "false", reads: "arguments", value: false, parameters: [], returns: "boolean" },
  { name: "lang", reads: "focus", parameters: of("string"), returns: "boolean", helper: "lang" },
];
