import type { FunctionDefinition } from "./definition.js";
import { optional } from "./parameters.js";

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
