import type { FunctionDefinition } from "../../language/function-definition.js";
import { of } from "../../language/function-definition.js";

/** The facts that all of them share. */
const ofSets = {
  reads: "arguments",
  needsNode: true,
  parameters: of("nodes", "nodes"),
  returns: "nodes",
} as const;

/** `http://exslt.org/sets` */
export const exsltSetFunctions: readonly FunctionDefinition[] = [
  { ...ofSets, name: "set:difference", helper: "difference" },
  { ...ofSets, name: "set:intersection", helper: "intersection" },
  { ...ofSets, name: "set:distinct", parameters: of("nodes"), helper: "distinct" },
  { ...ofSets, name: "set:has-same-node", returns: "boolean", helper: "hasSameNode" },
  { ...ofSets, name: "set:leading", helper: "leading" },
  { ...ofSets, name: "set:trailing", helper: "trailing" },
];
