import type { FunctionDefinition } from "../function.js";
import { optional } from "../function-parts/parameters.js";

/** What upstreams answered, and the main content. */
export const contentFunctions: readonly FunctionDefinition[] = [
  {
    name: "content",
    parameters: [optional("string")],
    returns: "nodes",
    helper: "content",
    needsRequest: true,
  },
  { name: "body", parameters: [optional("string")], returns: "string", helper: "body", needsRequest: true },
];
