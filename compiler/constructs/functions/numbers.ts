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
  ...(["floor", "ceiling", "round"] as const).map(
    (name): FunctionDefinition => ({
      name,
      reads: "arguments",
      parameters: of(numeric),
      returns: "number",
      yieldsFrom: Number.NEGATIVE_INFINITY,
      helper: name,
    }),
  ),
];
