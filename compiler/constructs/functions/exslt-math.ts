import type { FunctionDefinition } from "../../language/function-definition.js";
import { of } from "../../language/function-definition.js";

/** The facts that all of them share. */
const ofNodes = {
  reads: "arguments",
  needsNode: true,
  parameters: of("nodes"),
} as const;

/** `http://exslt.org/math`: what there is for nodes. */
export const exsltMathFunctions: readonly FunctionDefinition[] = [
  { ...ofNodes, name: "math:max", returns: "number", helper: "max" },
  { ...ofNodes, name: "math:min", returns: "number", helper: "min" },
  { ...ofNodes, name: "math:highest", returns: "nodes", helper: "highest" },
  { ...ofNodes, name: "math:lowest", returns: "nodes", helper: "lowest" },
];
