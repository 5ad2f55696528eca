import type { FunctionDefinition } from "../function.js";
import { of, optional } from "../function-parts/parameters.js";

/** XPath 1.0 §4.4. */
export const numberFunctions: readonly FunctionDefinition[] = [
  {
    name: "number",
    parameters: [optional("any")],
    returns: "number",
    helper: "number",
    contextDefault: true,
  },
  { name: "sum", parameters: of("nodes"), returns: "number", helper: "sum" },
  { name: "floor", parameters: of("number"), returns: "number", helper: "floor" },
  { name: "ceiling", parameters: of("number"), returns: "number", helper: "ceiling" },
  { name: "round", parameters: of("number"), returns: "number", helper: "round" },
];
