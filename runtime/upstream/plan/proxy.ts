import { withoutTrailing } from "../../base/percent-decode.js";
import { isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { connectionTokens, isConnectionField } from "../../http/field-syntax.js";
import { isWithoutBody } from "../../http/methods.js";
import { passTrace } from "../../observe/telemetry/propagation.js";
import { type Context, state } from "../../request/context.js";
import { inputValidation } from "../../request/engine-errors.js";
import { engineError } from "../../request/flow-errors.js";
import { harness } from "../../request/harness.js";
import { bodyBroke, readBody } from "../../request/read-body.js";
import { endpointOf } from "../../request/route.js";
import { RequestFailure } from "../failure.js";
import { addUpstreamFields, passId } from "../own-fields.js";
import { begun, isLong } from "../passed-body.js";
import { withTarget } from "../written-url.js";
import { addOptionalHeaders, headerPairs, setHeader } from "./headers.js";
import type { UrlEncoding } from "./percent-encode.js";
import { urlEncoding } from "./percent-encode.js";
import type { RequestFacts } from "./plan-facts.js";
import { booleanMember, objectMember, stringMember } from "./read-options.js";
import {
  checkMethod,
  completePlan,
  mayStream,
  noOptions,
  type RequestPlan,
  requestLimits,
} from "./request-plan.js";
import { detour, httpUrl, pathDetours, refuseDetours, urlDetours, withQuery } from "./request-url.js";
import { upstreamChecks } from "./upstream-api.js";

/**
 * Reads the JSON of a `proxy-request`: sends the client's request to another server. A long body is streamed; any other is
 * read before, which is faster and tells its length.
 * @throws RequestFailure if something in the JSON is missing or of the wrong type
 * @throws FlowError if the client's body cannot be read, or its path leads elsewhere than it seems to
 */
export function planProxy(
  $: Context,
  config: JsonValue,
  facts: RequestFacts,
): RequestPlan | Promise<RequestPlan> {
  if (!isObject(config)) throw new RequestFailure("The request must be a JSON object.");
  const options = objectMember(config, "options") ?? noOptions;
  const checks = (harness ? harness.checks : upstreamChecks)($, options, true);
  const { method, client } = $[state];
  checkMethod(method);
  const url = proxyUrl($, config, urlEncoding($, undefined, options), facts.detours);
  const headers = proxyHeaders($, config);
  addOptionalHeaders($, headers, options, url);
  const limits = requestLimits($, options, url);
  const plan = (body: RequestPlan["body"]): RequestPlan =>
    completePlan($, { url, method, headers, body, isProxied: true }, options, facts, limits, checks);
  if (isWithoutBody(method)) return plan(undefined);
  const mayFlow = limits.maxRedirects === undefined && mayStream($, facts, checks);
  if (!mayFlow || $[state].body.isAskedFor || !isLong(client.headers)) {
    const planned = () => plan($[state].body.bytes);
    const reading = readBody($);
    return reading === undefined ? planned() : reading.then(planned);
  }
  const { body } = client;
  if (body === null) return plan(undefined);
  const length = client.headers.get("content-length");
  if (length === null) return begun(body, () => bodyBroke($)).then(plan);
  headers.set("content-length", length);
  return plan(body);
}

/** `url`, or the client's URL with another origin; `query` replaces its query. */
function proxyUrl($: Context, config: JsonObject, encoding: UrlEncoding, detours: number | undefined): URL {
  const text = stringMember(config, "url");
  const origin = stringMember(config, "origin");
  if (!text && !origin) throw new RequestFailure("The request has neither a URL nor an origin.");
  const prefix = stringMember(config, "addPrefix") ?? "";
  const found = text ? urlDetours(text) : urlDetours(origin ?? "") + pathDetours(asPrefix(prefix));
  refuseDetours(found, detours);
  const url = text ? httpUrl(text, "URL") : moved(httpUrl(origin ?? "", "origin"), prefix, $, config);
  return withQuery(url, config, encoding);
}

/**
 * The client's path and query, below the origin and the prefix. The path of a `Request` has no dot segments. Those
 * behind encoded slashes, which the other server may decode, are refused: that is the client's fault.
 * @throws FlowError
 */
function moved(url: URL, addPrefix: string, $: Context, config: JsonObject): URL {
  const { path, query } = $[state].url;
  const strips = booleanMember(config, "stripEndpoint");
  const rest = strips ? path.slice(endpointOf($[state].route, path).length) || "/" : path;
  if (pathDetours(rest) > 0) throw engineError($, inputValidation, detour);
  const prefix = asPrefix(url.pathname) + asPrefix(addPrefix);
  const search = query === undefined ? "" : `?${query}`; // a query may begin with a question mark of its own
  // Each part that is set has the whole parsed anew.
  if (plainPath.test(prefix + rest) && plainQuery.test(search) && url.username === "" && url.password === "")
    return httpUrl(url.origin + prefix + rest + search, "URL");
  const target = new URL(url);
  target.pathname = prefix + rest;
  target.search = search;
  return withTarget(target, prefix + rest + search);
}

/** Text that a URL takes for nothing else behind its origin. */
const plainPath = /^\/[^?#\\\0-\x20]*$/;
const plainQuery = /^[^#\0-\x20]*$/;

/** The prefix with a slash before it and none after it; empty for `/`. */
function asPrefix(path: string): string {
  const trimmed = withoutTrailing(path, "/");
  return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
}

/**
 * The client's header fields without those that are for this server alone. Fields that security schemes ask for replace
 * the client's, and those of `headers` replace both.
 */
function proxyHeaders($: Context, config: JsonObject): Map<string, string> {
  const client = $[state].client.headers;
  const named = connectionTokens(client);
  const headers = new Map<string, string>();
  client.forEach((value, name) => {
    if (!isConnectionField(name) && !own.has(name) && !named.has(name)) headers.set(name, value);
  });
  passTrace(client, headers, $[state].ownTrace);
  passId($, headers);
  addUpstreamFields($, headers);
  for (const [name, value] of headerPairs(config)) {
    if (value === "") headers.delete(name.toLowerCase());
    else setHeader(headers, name, value);
  }
  return headers;
}

/** Credentials for this server, and encodings of the client: `fetch` asks for those that it can decode. */
const own: ReadonlySet<string> = new Set(["accept-encoding", "authorization", "cookie"]);
