import type { FunctionDefinition } from "../../language/function-definition.js";
import { of, optional, text } from "../../language/function-definition.js";
import { secondsNow } from "../function-parts/text-forms.js";

/** Time, random numbers and the log. */
export const systemFunctions: readonly FunctionDefinition[] = [
  {
    name: "unixtime",
    reads: "outside",
    parameters: [],
    returns: "number",
    domain: () => secondsNow,
    helper: "unixtime",
    isNew: true,
    isFinite: true,
  },
  {
    name: "uuid3",
    reads: "arguments",
    parameters: [...of(text), optional(text)],
    returns: "string",
    helper: "uuid3",
  },
  {
    name: "uuid4",
    reads: "outside",
    parameters: [],
    returns: "string",
    helper: "uuid4",
    isNew: true,
    needsRequest: true,
  },
  {
    name: "fit-log",
    reads: "outside",
    parameters: of(text),
    returns: "boolean",
    helper: "fitLog",
    needsRequest: true,
  },
  {
    name: "get-log",
    reads: "outside",
    knownDocument: () => ({ syntax: "json", isRoot: true, members: logFields }),
    parameters: [],
    returns: "nodes",
    helper: "getLog",
    needsRequest: true,
  },
];

/** The fields of the access log that are known while a flow runs, but for those of <log>. */
const logFields: readonly string[] = [
  ...["timestamp", "type", "requestID", "url", "path", "method", "agent", "referrer", "flow"],
  "requestmime",
];
