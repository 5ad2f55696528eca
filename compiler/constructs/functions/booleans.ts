import type { FunctionDefinition } from "../../language/function-definition.js";
import { of } from "../../language/function-definition.js";
import { language } from "../function-parts/constants.js";

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
  { name: "lang", reads: "focus", parameters: of(language), returns: "boolean", helper: "lang" },
];
