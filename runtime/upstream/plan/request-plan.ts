import { heldLimit } from "../../base/held-bytes.js";
import type { UpstreamOrigins } from "../../base/origins.js";
import { setting } from "../../base/settings.js";
import { isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { Departure } from "../../http/client-request.js";
import { takesCodings } from "../../http/content-codings.js";
import { isSendable, isWithoutBody } from "../../http/methods.js";
import { type Context, state } from "../../request/context.js";
import { harness } from "../../request/harness.js";
import { RequestFailure } from "../failure.js";
import { credentialFields } from "../own-fields.js";
import { type CachedExchange, cacheFor } from "./cache.js";
import { type Guard, guardFor, type Timeouts } from "./guard.js";
import { requestHeaders } from "./headers.js";
import { urlEncoding } from "./percent-encode.js";
import type { RequestFacts } from "./plan-facts.js";
import { booleanOption, numberOption, objectMember, stringMember } from "./read-options.js";
import { type RequestBody, requestBody, sentAs } from "./request-body.js";
import { requestUrl, withoutCredentials } from "./request-url.js";
import { responseFields } from "./response-fields.js";
import { type Send, socketSend } from "./socket-options.js";
import { type UpstreamChecks, upstreamChecks } from "./upstream-api.js";

/** The content that is sent upstream, and the way of sending it. */
export interface RequestPlan {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Map<string, string>;
  /** Fields, by lower-case name, that are sent to the origin of the URL only. */
  readonly credentialFields: readonly string[];
  readonly body: Bytes | ReadableStream<Uint8Array> | undefined;
  /** True if the client also gets the status and the header fields of the response. */
  readonly isProxied: boolean;
  /** True if only the client reads the response, so that a long one is passed on as it comes. */
  readonly isStreamed: boolean;
  /** The client's `Accept-Encoding`, if only the client reads the response, and takes codings. */
  readonly acceptedCodings: string | undefined;
  /** Tells when the client goes away, which ends the request. */
  readonly client: Departure;
  readonly limits: Limits;
  /** `undefined` for a request that is sent once and at once. */
  readonly guard: Guard | undefined;
  /** The origins where it may go, redirects included; `undefined` if all are allowed. */
  readonly origins: UpstreamOrigins | undefined;
  /** Header fields that replace those of the response; `undefined` if there are none. */
  readonly responseFields: ReadonlyMap<string, readonly string[]> | undefined;
  /** `undefined` if every request goes to the upstream. */
  readonly cache: CachedExchange | undefined;
  /** The parts that an API description is to check; `undefined` for nothing. */
  readonly checks: UpstreamChecks | undefined;
  /** `undefined` for the way that the platform offers. */
  readonly send: Send | undefined;
  /** Where the platform has settings beside the environment of the process. */
  readonly bindings: unknown;
}

export interface Limits {
  /** Milliseconds for everything: connection, redirects, and the whole body unless it is streamed. */
  readonly timeout: number;
  /** Milliseconds until the response begins; `undefined` if only `timeout` limits it. */
  readonly firstByteTimeout: number | undefined;
  /** Milliseconds for the connection; `undefined` if only `timeout` limits it. */
  readonly connectTimeout: number | undefined;
  /** How many redirects are followed; `undefined` if a redirect is the response. */
  readonly maxRedirects: number | undefined;
  /** Bytes of a response's body, unless it is streamed. */
  readonly maxBytes: number;
}

const defaultMaxRedirects = 5;

/**
 * Reads the JSON of a `request`. If the JSON refers to the client's body, that has been read before.
 * @throws RequestFailure if something in the JSON is missing or of the wrong type
 */
export function planRequest($: Context, config: JsonValue, facts: RequestFacts): RequestPlan {
  if (!isObject(config)) throw new RequestFailure("The request must be a JSON object.");
  const options = objectMember(config, "options") ?? noOptions;
  const encoding = urlEncoding($, stringMember(config, "encoding"), options);
  const url = requestUrl(config, facts, encoding);
  const body = requestBody($, config, encoding, facts);
  const method = requestMethod(config, facts.method, body);
  const headers = requestHeaders(
    $,
    config,
    options,
    url,
    body ?? (method === "POST" ? emptyForm : undefined),
  );
  const limits = requestLimits($, options, url);
  const checks = (harness ? harness.checks : upstreamChecks)($, options, false);
  const content = body && sentAs(body, headers.get("content-type"));
  const sent = { url, method, headers, body: content, isProxied: false };
  return completePlan($, sent, options, facts, limits, checks);
}

/**
 * Adds to what is sent how it is sent, as the options ask.
 * @throws RequestFailure for an option with a wrong value
 */
export function completePlan(
  $: Context,
  sent: Pick<RequestPlan, "url" | "method" | "headers" | "body" | "isProxied">,
  options: JsonObject,
  facts: RequestFacts,
  limits: Limits,
  checks: UpstreamChecks | undefined,
): RequestPlan {
  const { method, headers, body } = sent;
  const { bindings, departure } = $[state];
  const origins = setting(bindings, "UPSTREAM_ORIGINS");
  const isStreamed = mayStream($, facts, checks);
  const cache = cacheFor($, options);
  const guard = guardFor($, options, { method, headers, body, limits });
  return {
    url: withoutCredentials(sent.url),
    method,
    headers,
    credentialFields: credentialFields($),
    body,
    isProxied: sent.isProxied,
    isStreamed,
    acceptedCodings: isStreamed && sent.isProxied && !cache?.answers ? acceptedBy($, headers) : undefined,
    client: departure,
    limits: guard === undefined ? limits : { ...limits, firstByteTimeout: undefined },
    guard,
    origins,
    responseFields: responseFields(options),
    cache,
    checks,
    send: socketSend($, options, facts, limits, origins),
    bindings,
  };
}

/** The client's `Accept-Encoding`, unless the flow sends one of its own. What tests and traces show is not compressed. */
function acceptedBy($: Context, sent: ReadonlyMap<string, string>): string | undefined {
  const accepted = $[state].client.headers.get("accept-encoding");
  const isPassed = accepted !== null && harness === undefined && !sent.has("accept-encoding");
  return isPassed && takesCodings(accepted) ? accepted : undefined;
}

const none: Timeouts = {};

/** A POST without a body is sent as a form without fields. */
const emptyForm: RequestBody = {
  content: undefined,
  defaultMediaType: "application/x-www-form-urlencoded",
};

export const noOptions: JsonObject = {};

/** Returns true if the response can be passed on as it comes, because nobody looks at it as a whole. */
export function mayStream($: Context, facts: RequestFacts, checks: UpstreamChecks | undefined): boolean {
  return facts.streamsToClient === true && checks === undefined && $[state].checkResponse === undefined;
}

function requestMethod(
  config: JsonObject,
  otherwise: string | undefined,
  body: RequestBody | undefined,
): string {
  const byDefault = body === undefined ? "GET" : "POST";
  const method = (stringMember(config, "method") || otherwise || byDefault).toUpperCase();
  checkMethod(method);
  if (body?.content !== undefined && isWithoutBody(method))
    throw new RequestFailure(`A request with the method ${method} cannot have a body.`);
  return method;
}

/** @throws RequestFailure */
export function checkMethod(method: string): void {
  if (!isSendable(method)) throw new RequestFailure(`The method ${method} cannot be sent.`);
}

/**
 * The limits that options set, below them what `x-flow-upstreams` says of the system, and below that settings.
 * @throws RequestFailure
 */
export function requestLimits($: Context, options: JsonObject, url: URL): Limits {
  const { bindings, facilities } = $[state];
  const ofSystem = facilities.upstreams?.(url, bindings)?.timeouts ?? none;
  const timeout = Math.min(
    numberOption(options, "timeout") || (ofSystem.timeout ?? setting(bindings, "DEFAULT_TIMEOUT")),
    setting(bindings, "MAX_TIMEOUT"),
  );
  const connect =
    numberOption(options, "connect-timeout") ||
    (ofSystem.connectTimeout ?? setting(bindings, "DEFAULT_CONNECT_TIMEOUT")) ||
    timeout;
  const firstByte =
    numberOption(options, "time-to-first-byte-timeout") ||
    (ofSystem.firstByteTimeout ?? setting(bindings, "DEFAULT_TTFB_TIMEOUT") ?? 0);
  return {
    timeout: timeout * 1000,
    firstByteTimeout: firstByte > 0 && firstByte < timeout ? firstByte * 1000 : undefined,
    connectTimeout: connect < timeout ? connect * 1000 : undefined,
    maxRedirects: booleanOption(options, "follow-redirects")
      ? (numberOption(options, "max-redirects") ?? defaultMaxRedirects)
      : undefined,
    maxBytes: Math.min(
      setting(bindings, "MAX_UPSTREAM_BYTES"),
      heldLimit(bindings, "upstream"), // a longer body would never have room
    ),
  };
}
