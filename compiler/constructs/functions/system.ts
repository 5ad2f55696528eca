import type { FunctionDefinition } from "../function.js";
import { of, optional } from "../function-parts/parameters.js";

/** Time, random numbers and the log. */
export const systemFunctions: readonly FunctionDefinition[] = [
  { name: "unixtime", parameters: [], returns: "number", helper: "unixtime", isFinite: true },
  { name: "uuid3", parameters: [...of("string"), optional("string")], returns: "string", helper: "uuid3" },
  { name: "uuid4", parameters: [], returns: "string", helper: "uuid4" },
  { name: "fit-log", parameters: of("string"), returns: "boolean", helper: "fitLog", needsRequest: true },
  { name: "get-log", parameters: [], returns: "nodes", helper: "getLog", needsRequest: true },
];
