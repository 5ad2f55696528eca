import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional } from "../../language/function-definition.js";
import { items, numeric } from "../function-parts/constants.js";

/** XPath 1.0 §4.4. */
export const numberFunctions: readonly FunctionDefinition[] = [
  {
    name: "number",
    reads: "arguments",
    operation: "conversion",
    parameters: [optional("any")],
    returns: "number",
    contextDefault: true,
  },
  {
    name: "sum",
    reads: "arguments",
    parameters: of(items),
    returns: "number",
    helper: "sum",
    takesItems: "each",
  },
  { name: "floor", reads: "arguments", parameters: of(numeric), returns: "number", helper: "floor" },
  { name: "ceiling", reads: "arguments", parameters: of(numeric), returns: "number", helper: "ceiling" },
  { name: "round", reads: "arguments", parameters: of(numeric), returns: "number", helper: "round" },
];
