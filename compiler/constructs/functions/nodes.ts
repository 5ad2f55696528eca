import type { FunctionDefinition } from "../function.js";
import { of, optional } from "../function-parts/parameters.js";

/** XPath 1.0 §4.1. */
export const nodeFunctions: readonly FunctionDefinition[] = [
  { name: "last", parameters: [], returns: "number", helper: "last", isFinite: true },
  { name: "position", parameters: [], returns: "number", helper: "position", isFinite: true },
  { name: "count", parameters: of("nodes"), returns: "number", helper: "count", isFinite: true },
  { name: "id", parameters: of("any"), returns: "nodes", helper: "id" },
  {
    name: "local-name",
    parameters: [optional("nodes")],
    returns: "string",
    helper: "localName",
    contextDefault: true,
  },
  {
    name: "namespace-uri",
    parameters: [optional("nodes")],
    returns: "string",
    helper: "namespaceUri",
    contextDefault: true,
  },
  { name: "name", parameters: [optional("nodes")], returns: "string", helper: "name", contextDefault: true },
];
