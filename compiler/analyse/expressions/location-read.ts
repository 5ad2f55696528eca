import { locationOf } from "../../constructs/function-parts/document-argument.js";
import { functions } from "../../constructs/functions/index.js";
import type { FunctionCall } from "../../syntax/xpath.js";

/**
 * The location that a call reads: content, a file, what actions have stored. `undefined` if it reads none, or one that
 * is known at run time only.
 */
export function locationRead(call: FunctionCall): ReturnType<typeof locationOf> {
  const { reads, opensDocuments } = functions.get(call.name) ?? {};
  return reads === "location" || opensDocuments === true ? locationOf(call) : undefined;
}
