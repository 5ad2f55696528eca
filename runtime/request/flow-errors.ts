import { takeRounded } from "../data/model/string-value.js";
import type { JsonObject } from "../data/model/values.js";
import type { AlertFacts } from "../observe/logs/log.js";
import { flowStack } from "../observe/logs/place.js";
import { type Context, type Outcome, requestEnded, state } from "./context.js";
import { type EngineErrorKind, FlowError, internal, unprocessed } from "./engine-errors.js";

/** Sets `$error` and returns the error, to be thrown or answered. The client sees `info`. */
export function engineError(
  $: Context,
  kind: EngineErrorKind,
  info: string | readonly string[],
  status: number = kind.status,
): FlowError {
  const { message, code } = kind;
  const document: JsonObject = {
    message,
    status,
    requestID: $[state].requestID,
    info: typeof info === "string" ? [info] : info,
    code,
  };
  $[state].error = document;
  return new FlowError(document);
}

/** Ends all flows of the request with an error, once it is returned. */
export function failWith($: Context, error: FlowError): Outcome {
  $[state].failure = error;
  return requestEnded;
}

/** For a fault of the engine or of generated code: its text and stack go to the log, never to the client. */
export function internalError($: Context, thrown: unknown): FlowError {
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
  const { stack, place } = flowStack(thrown instanceof Error ? (thrown.stack ?? "") : "");
  const { status, code } = internal;
  $[state].alert("internal", message, { status, code, stack }, place);
  return engineError($, internal, unprocessed);
}

/** Logs an `engine_alert`, with the fields `extra` after its own. */
export function alert($: Context, topic: string, message: string, extra?: AlertFacts): void {
  $[state].alert(topic, message, extra);
}

/** Logs that an integer lost digits, if one has. To be called before others take their turn. */
export function alertRounded($: Context): void {
  if (takeRounded()) alert($, "number", "An integer beyond 9007199254740991 was rounded to be a number.");
}
