import { type JsonObject, type JsonValue, setMember } from "../../data/model/values.js";
import { type Context, state } from "../../request/context.js";
import { alert, FlowError } from "../../request/flow-errors.js";

/**
 * The `error` action (specification, "Behaviour of the `error` action"): sets `$error`, logs the event and ends the
 * flow.
 * @param body a string is the message
 * @param status the attribute of the element, which wins over the property
 */
export function fail($: Context, body?: JsonValue, status?: number | string): never {
  const document = errorDocument($, body, status === undefined ? undefined : Number(status));
  const current = $[state];
  current.error = document;
  current.debug?.tell("error", { kind: "error", error: document }, "error");
  const error = new FlowError(document);
  const { code } = document;
  current.alert("error", error.message, { status: error.status, ...(code !== undefined && { code }) }, fail);
  throw error;
}

interface Property {
  readonly name: string;
  readonly must: string;
  readonly otherwise: JsonValue;
  holds(value: JsonValue): boolean;
}

function isStatus(value: JsonValue): boolean {
  return isInteger(value, 100, 599);
}

function isInteger(value: JsonValue, least: number, most: number): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;
}

/** Missing properties are added in this order. */
const properties: readonly Property[] = [
  { name: "message", must: "a string", otherwise: "FlowError", holds: (value) => typeof value === "string" },
  { name: "status", must: "an integer from 100 to 599", otherwise: 500, holds: isStatus },
  {
    name: "code",
    must: "an integer from 0 to 9999",
    otherwise: 5000,
    holds: (value) => isInteger(value, 0, 9999),
  },
  {
    name: "info",
    must: "an array of strings",
    otherwise: ["Flow Error triggered"],
    holds: (value) => Array.isArray(value) && value.every((entry) => typeof entry === "string"),
  },
];

function errorDocument($: Context, body: JsonValue | undefined, status: number | undefined): JsonObject {
  const document: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(bodyProperties($, body))) setMember(document, name, value);
  for (const { name, must, otherwise, holds } of properties) {
    const given = document[name];
    if (given !== undefined && holds(given)) continue;
    if (given !== undefined)
      alert($, "error", `The error property ${name} must be ${must}; the default takes its place.`);
    document[name] = otherwise;
  }
  if (status !== undefined) {
    if (isStatus(status)) document.status = status;
    else alert($, "error", `The error status ${status} is no integer from 100 to 599 and has no effect.`);
  }
  return document;
}

function bodyProperties($: Context, body: JsonValue | undefined): JsonObject {
  if (body === undefined) return {};
  if (typeof body === "string") return { message: body };
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as JsonObject;
  alert($, "error", "The error body must be a string or an object; the defaults take its place.");
  return {};
}
