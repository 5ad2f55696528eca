import { isObject, type JsonObject, type JsonValue, setMember } from "../../data/model/values.js";
import { type Context, type Outcome, state } from "../../request/context.js";
import { FlowError } from "../../request/engine-errors.js";
import { alert, failWith } from "../../request/flow-errors.js";

/**
 * The `error` action (specification, "Behaviour of the `error` action"): ends the request with an error, once it is returned.
 * @param place of the element, such as `orders.xml:12`
 * @param body a string is the message
 * @param status the attribute of the element, which wins over the property
 */
export function fail(
  $: Context,
  place: string | undefined,
  body?: JsonValue,
  status?: number | string,
): Outcome {
  return failWith($, flowError($, place, body, status));
}

/** Sets `$error` and logs the event. */
export function flowError(
  $: Context,
  place: string | undefined,
  body?: JsonValue,
  status?: number | string,
): FlowError {
  const document = errorDocument($, body, status === undefined ? undefined : Number(status));
  const current = $[state];
  current.error = document;
  current.events?.tell("error", { kind: "error", error: document }, "error");
  const error = new FlowError(document);
  const { code } = document;
  current.alert("error", error.message, { status: error.status, code: Number(code) }, place);
  return error;
}

/** The body's properties in their order, and the missing ones behind them. */
function errorDocument($: Context, body: JsonValue | undefined, status: number | undefined): JsonObject {
  const document: Record<string, JsonValue> = {};
  const given = bodyProperties($, body);
  // V8 makes a hidden class for each object that begins with the members of another one by `...`.
  for (const name in given) setMember(document, name, given[name] as JsonValue);
  const { message, status: own, code, info } = document;
  const byDefault = <T>(given: JsonValue | undefined, name: string, must: string, otherwise: T): T => {
    if (given !== undefined)
      alert($, "error", `The error property ${name} must be ${must}; the default takes its place.`);
    return otherwise;
  };
  if (typeof message !== "string") document.message = byDefault(message, "message", "a string", "FlowError");
  if (!isInteger(own, 100, 599))
    document.status = byDefault(own, "status", "an integer from 100 to 599", 500);
  if (!isInteger(code, 0, 9999)) document.code = byDefault(code, "code", "an integer from 0 to 9999", 5000);
  if (!(Array.isArray(info) && info.every((entry) => typeof entry === "string")))
    document.info = byDefault(info, "info", "an array of strings", ["Flow Error triggered"]);
  if (status !== undefined) {
    if (isInteger(status, 100, 599)) document.status = status;
    else alert($, "error", `The error status ${status} is no integer from 100 to 599 and has no effect.`);
  }
  return document;
}

function isInteger(value: JsonValue | undefined, least: number, most: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

function bodyProperties($: Context, body: JsonValue | undefined): JsonObject {
  if (body === undefined) return {};
  if (typeof body === "string") return { message: body };
  if (isObject(body)) return body;
  alert($, "error", "The error body must be a string or an object; the defaults take its place.");
  return {};
}
