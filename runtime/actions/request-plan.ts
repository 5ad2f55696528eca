import type { Bytes } from "../body-bytes.js";
import { type Context, state } from "../context.js";
import { longestTimeout, numberSetting } from "../environment.js";
import { isConnectionField, isFieldValue, isToken } from "../http-fields.js";
import { addUpstreamFields, credentialFields } from "../upstream-fields.js";
import type { JsonObject, JsonValue } from "../values.js";
import { type RequestBody, requestBody } from "./request-body.js";
import {
  booleanMember,
  given,
  isObject,
  numberMember,
  objectMember,
  pairsMember,
  stringMember,
} from "./request-config.js";
import { RequestFailure } from "./request-failure.js";
import { type UpstreamChecks, upstreamChecks } from "./upstream-api.js";

/** What is sent upstream, and how. */
export interface RequestPlan {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: Map<string, string>;
  /** Fields by lower-case name that are never sent to another origin than that of the URL. */
  readonly credentialFields: readonly string[];
  readonly body: Bytes | undefined;
  /** Milliseconds for everything: connection, redirects, the whole body. */
  readonly timeout: number;
  /** Milliseconds for the connection; `undefined` where only `timeout` limits it. */
  readonly connectTimeout: number | undefined;
  /** Redirects to follow; `undefined` to take a redirect as the response. */
  readonly maxRedirects: number | undefined;
  /** Bytes of a response's body. */
  readonly maxBytes: number;
  /** What an API description says of the exchange. */
  readonly checks: UpstreamChecks | undefined;
}

const defaultMaxRedirects = 5;
const defaultTimeout = 3;
const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * Reads the JSON of a `request`. The client's body has been read if the JSON refers to it.
 * @throws RequestFailure if something in it is missing or of the wrong kind
 */
export const planRequest = ($: Context, config: JsonValue): RequestPlan => {
  if (!isObject(config)) throw new RequestFailure("The request must be a JSON object.");
  const options = objectMember(config, "options") ?? {};
  const url = requestUrl(config);
  const body = requestBody($, config);
  const headers = requestHeaders($, config, options, url, body);
  removeCredentials(url);
  return {
    url,
    method: requestMethod(config, body),
    headers,
    credentialFields: credentialFields($),
    body: body?.content,
    ...timeouts($, options),
    maxRedirects: booleanMember(options, "follow-redirects")
      ? (numberMember(options, "max-redirects") ?? defaultMaxRedirects)
      : undefined,
    maxBytes: numberSetting($[state].bindings, "MAX_UPSTREAM_BYTES", defaultMaxBytes),
    checks: upstreamChecks($, options, false),
  };
};

const requestUrl = (config: JsonObject): URL => {
  const text = stringMember(config, "url");
  if (!text) throw new RequestFailure("The request has no URL.");
  const url = parseHttpUrl(text);
  if (url === undefined) throw new RequestFailure("The request has no valid http or https URL.");
  removeFragment(url);
  const query = queryString(config);
  if (query !== "") url.search = query;
  return url;
};

/** `undefined` for what is no absolute URL of HTTP. */
export const parseHttpUrl = (text: string, base?: URL): URL | undefined => {
  try {
    const url = new URL(text, base);
    return url.protocol === "http:" || url.protocol === "https:" ? url : undefined;
  } catch {
    return undefined;
  }
};

/** Setting a part of a URL parses the whole again, so only where there is something to take away. */
export const removeFragment = (url: URL): void => {
  if (url.href.includes("#")) url.hash = "";
};

export const removeCredentials = (url: URL): void => {
  if (url.username !== "") url.username = "";
  if (url.password !== "") url.password = "";
};

/** `query`; empty means that the URL keeps its own. */
const queryString = (config: JsonObject): string => {
  const query = given(config, "query");
  if (typeof query === "string") return query;
  return (pairsMember(config, "query") ?? [])
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .join("&");
};

/** `encodeURIComponent`, except that half a surrogate pair becomes U+FFFD and does not throw. */
const encode = (text: string): string => {
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(text)));
  }
};

const requestMethod = (config: JsonObject, body: RequestBody | undefined): string => {
  const method = (stringMember(config, "method") || (body === undefined ? "GET" : "POST")).toUpperCase();
  if (!isToken(method) || unsendable.has(method))
    throw new RequestFailure(`The method ${method} cannot be sent.`);
  if (body?.content !== undefined && (method === "GET" || method === "HEAD")) {
    throw new RequestFailure(`A request with the method ${method} cannot have a body.`);
  }
  return method;
};

/** Methods that the Fetch standard forbids. */
const unsendable: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

const requestHeaders = (
  $: Context,
  config: JsonObject,
  options: JsonObject,
  url: URL,
  body: RequestBody | undefined,
): Map<string, string> => {
  const headers = new Map<string, string>();
  addUpstreamFields($, headers);
  objectMember(config, "headers"); // unlike the other pairs, these have no array form
  for (const [name, value] of pairsMember(config, "headers") ?? []) set(headers, name, value);
  const cookies = pairsMember(config, "cookies") ?? [];
  if (cookies.length > 0) set(headers, "cookie", cookies.map(cookiePair).join("; "));
  if (body?.mediaType !== undefined) set(headers, "content-type", body.mediaType);
  if (body?.defaultMediaType !== undefined && !headers.has("content-type")) {
    set(headers, "content-type", body.defaultMediaType);
  }
  const credentials = stringMember(options, "basic-auth-credentials");
  if (credentials !== undefined) set(headers, "authorization", basicAuthorization(credentials));
  else if ((url.username || url.password) && !headers.has("authorization")) {
    set(
      headers,
      "authorization",
      basicAuthorization(`${decodePart(url.username)}:${decodePart(url.password)}`),
    );
  }
  if (booleanMember(options, "send-x-forwarded-for")) addForwardedFor($, headers);
  return headers;
};

const set = (headers: Map<string, string>, name: string, value: string): void => {
  const trimmed = value.trim();
  if (!isToken(name) || !isFieldValue(trimmed)) {
    throw new RequestFailure(`The request header field ${JSON.stringify(name)} cannot be sent.`);
  }
  if (!isConnectionField(name.toLowerCase())) headers.set(name.toLowerCase(), trimmed);
};

/** What would end the value, or cannot be in a field, is percent-encoded; RFC 6265 leaves the encoding to the sender. */
const cookiePair = ([name, value]: [string, string]): string => {
  if (!isToken(name)) throw new RequestFailure(`The cookie name ${JSON.stringify(name)} cannot be sent.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return `${name}=${value.replace(/[\x00-\x1f;\x7f-\uffff]+/g, encode)}`;
};

const basicAuthorization = (credentials: string): string =>
  `Basic ${btoa(Array.from(new TextEncoder().encode(credentials), (byte) => String.fromCharCode(byte)).join(""))}`;

const decodePart = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const addForwardedFor = ($: Context, headers: Map<string, string>): void => {
  const address = clientAddress($[state].bindings);
  if (address === undefined) return;
  const before = $[state].client.req.raw.headers.get("x-forwarded-for");
  set(headers, "x-forwarded-for", before ? `${before}, ${address}` : address);
};

/** What `@hono/node-server` binds; elsewhere the address is not known. */
const clientAddress = (bindings: unknown): string | undefined => {
  const { incoming } = (bindings ?? {}) as { incoming?: { socket?: { remoteAddress?: unknown } } };
  const address = incoming?.socket?.remoteAddress;
  return typeof address === "string" ? address.replace(/^::ffff:(?=\d+\.)/, "") : undefined;
};

const timeouts = ($: Context, options: JsonObject): Pick<RequestPlan, "timeout" | "connectTimeout"> => {
  const { bindings } = $[state];
  const seconds = (names: readonly string[], otherwise: number): number =>
    names.reduce((found, name) => found || numberSetting(bindings, name, 0), 0) || otherwise;
  const timeout = Math.min(
    numberMember(options, "timeout") || seconds(["DEFAULT_TIMEOUT", "FETCH_DEFAULT_TIMEOUT"], defaultTimeout),
    longestTimeout(bindings),
  );
  const connect =
    numberMember(options, "connect-timeout") ||
    seconds(["DEFAULT_CONNECT_TIMEOUT", "FETCH_DEFAULT_CONNECT_TIMEOUT"], timeout);
  return { timeout: timeout * 1000, connectTimeout: connect < timeout ? connect * 1000 : undefined };
};
