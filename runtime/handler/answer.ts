import type { JsonValue } from "../data/model/values.js";
import { jsonType } from "../http/reply.js";
import { flowError } from "../language/actions/error.js";
import { log } from "../language/actions/log.js";
import { setHeaders } from "../language/actions/set-response-headers.js";
import { setStatus } from "../language/actions/set-status.js";
import { alertPlace } from "../observe/logs/place.js";
import { Content } from "../request/content.js";
import { type Flow, type Outcome, requestEnded, state } from "../request/context.js";
import { failWith } from "../request/flow-errors.js";
import { recurse } from "../request/recurse.js";
import { respond as respondWith } from "../request/respond.js";
import { ReadContent, wholeContent } from "./handler-content.js";
import { contextOf, type HandlerContext } from "./handler-context.js";
import { jsonData } from "./json-data.js";

/** What a response is besides its content. */
export interface ResponseOptions {
  /** 200 unless it says otherwise. */
  readonly status?: number | undefined;
  /** `null` removes a field that was set before, `undefined` leaves it; a list makes several of one. */
  readonly headers?: { readonly [name: string]: string | number | readonly string[] | null | undefined };
  /** The media type. Content with one is sent as it is: a text or bytes. */
  readonly type?: string;
}

/**
 * Makes content the answer to the client: JSON, unless there is a `type`; bytes; or content of an upstream system, with its
 * media type. It is sent once the handler has ended, and a later call replaces it.
 */
export function respond($: HandlerContext, value: unknown, options: ResponseOptions = {}): void {
  const context = contextOf($);
  respondWith(context, contentOf(value, options.type));
  if (options.headers !== undefined) setHeaders(context, jsonData(options.headers));
  if (options.status !== undefined) setStatus(context, options.status);
}

function contentOf(value: unknown, type: string | undefined): Content {
  if (value instanceof ReadContent) {
    const { source, mediaType, status, fields } = wholeContent(value);
    return new Content(source, type ?? mediaType, status, type === undefined ? fields : undefined);
  }
  if (value instanceof Uint8Array)
    return new Content(
      { kind: "bytes", bytes: value as Uint8Array<ArrayBuffer> },
      type ?? "application/octet-stream",
    );
  if (type !== undefined && typeof value === "string")
    return new Content({ kind: "text", text: value }, type);
  return new Content(new RawJson(value), type ?? jsonType);
}

/** Data as a handler has it. Most of it is written once, and nobody looks at it before. */
class RawJson {
  readonly kind = "json";
  #value: JsonValue | undefined;

  constructor(readonly raw: unknown) {}

  get value(): JsonValue {
    this.#value ??= jsonData(this.raw);
    return this.#value;
  }
}

/** An error as clients see it, in the form of the flow action `error`. */
export interface Failure {
  /** `FlowError` if it is missing. */
  readonly message?: string;
  /** From 100 to 599; 500 if it is missing. */
  readonly status?: number | undefined;
  /** From 0 to 9999; 5000 if it is missing. */
  readonly code?: number;
  readonly info?: readonly string[];
  /** Any others. */
  readonly [member: string]: unknown;
}

/**
 * Ends the request with an error, as the flow action `error` does: `$error` is set, and the error flow answers, or the system error
 * document. To be returned: `return fail($, { status: 404, message: "no such order" });`.
 */
export function fail($: HandlerContext, failure: Failure | string): Outcome;
export function fail($: HandlerContext, failure: Failure | string, known?: string): Outcome {
  const context = contextOf($);
  const place = known ?? alertPlace(context[state].access.flow, fail);
  if (typeof failure === "string") return failWith(context, flowError(context, place, failure));
  const { status, ...others } = failure;
  // Data may have anything there, which is no status then, as in flows.
  const isStatus = status === undefined || typeof status === "number";
  const error = isStatus
    ? flowError(context, place, jsonData(others), status)
    : flowError(context, place, jsonData(failure));
  return failWith(context, error);
}

/** Writes to the log of the app. */
export interface Logger {
  /** Adds fields to the event of this request, as the flow action `log` does. */
  add(fields: { readonly [name: string]: unknown }): void;
  /** Writes an `engine_alert` about this request at once. */
  warn(message: string): void;
  /** The same with the severity of an error. */
  error(message: string): void;
}

/** The log, for one request. */
export function logger($: HandlerContext): Logger {
  const context = contextOf($);
  const add: Logger["add"] = (fields) => log(context, jsonData(fields));
  const warn: Logger["warn"] = (message) => alert("warning", message, warn);
  const error: Logger["error"] = (message) => alert("error", message, error);
  const alert = (severity: "warning" | "error", message: string, written: typeof warn): void => {
    const place = alertPlace(context[state].access.flow, written);
    context[state].alert("handler", message, { severity }, place);
  };
  return { add, warn, error };
}

/** Thrown where a flow that a handler calls ends the request. */
export const endedByFlow: unique symbol = Symbol("The flow has ended the request.");

/**
 * A flow of the app, to be called: `const check = flow("shared/check.xml");`, and in a handler `await check($);`. Where the
 * flow ends the request, so does the handler.
 * @param path of the flow file, from the flow directory; a literal, since the build looks for it
 */
export function flow(path: string): ($: HandlerContext) => Promise<void> {
  return async ($) => {
    const context = contextOf($);
    const { flows } = context[state].facilities;
    const called = flows !== undefined && Object.hasOwn(flows, path) ? flows[path] : undefined;
    if (called === undefined) throw new TypeError(`No handler names the flow ${path} in a literal.`);
    if ((await recurse(context, called)) === requestEnded) throw endedByFlow;
  };
}

declare module "../request/facilities.js" {
  interface Facilities {
    /** The flows that handlers call, by their paths. */
    readonly flows?: Readonly<Record<string, Flow>>;
  }
}
