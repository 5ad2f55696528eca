import { type Context, type Outcome, requestEnded, state } from "../../request/context.js";
import { respondText } from "../../request/respond.js";
import { setStatus } from "./set-status.js";

/** The `echo` action: the text is the response, and the request's flows end. */
export function echo($: Context, text: string, mediaType?: string, status?: number | string): Outcome {
  $[state].events?.tell("echo", { kind: "output", to: "echo", value: () => text });
  respondText($, text, mediaType);
  if (status !== undefined) setStatus($, status);
  return requestEnded;
}
