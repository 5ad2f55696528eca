import type { FunctionDefinition } from "./definition.js";
import { of } from "./parameters.js";

/** Time, random numbers and the log. */
export const systemFunctions: readonly FunctionDefinition[] = [
  { name: "unixtime", parameters: [], returns: "number", helper: "unixtime", isFinite: true },
  { name: "uuid4", parameters: [], returns: "string", helper: "uuid4" },
  { name: "fit-log", parameters: of("string"), returns: "boolean", helper: "fitLog", needsRequest: true },
];
