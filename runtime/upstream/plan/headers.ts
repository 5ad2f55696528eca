import type { JsonObject } from "../../data/model/values.js";
import { peerAddress } from "../../http/client-request.js";
import { isConnectionField, isFieldValue, isToken } from "../../http/field-syntax.js";
import { passTrace } from "../../observe/telemetry/propagation.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import { addUpstreamFields, passId } from "../own-fields.js";
import { percentEncode } from "./percent-encode.js";
import { booleanOption, objectMember, pairsMember, stringOption } from "./read-options.js";
import type { RequestBody } from "./request-body.js";

/**
 * The header fields of a `request`, by lower-case name.
 * @throws RequestFailure
 */
export function requestHeaders(
  $: Context,
  config: JsonObject,
  options: JsonObject,
  url: URL,
  body: RequestBody | undefined,
): Map<string, string> {
  const headers = new Map<string, string>([["user-agent", defaultAgent]]);
  passTrace($[state].client.headers, headers, $[state].ownTrace);
  passId($, headers);
  addUpstreamFields($, headers);
  for (const [name, value] of headerPairs(config)) setHeader(headers, name, value);
  const cookies = pairsMember(config, "cookies") ?? [];
  if (cookies.length > 0) setHeader(headers, "cookie", cookies.map(cookiePair).join("; "));
  if (body?.mediaType !== undefined) setHeader(headers, "content-type", body.mediaType);
  if (body?.defaultMediaType !== undefined && !headers.has("content-type")) {
    setHeader(headers, "content-type", body.defaultMediaType);
  }
  addOptionalHeaders($, headers, options, url);
  return headers;
}

/** The name by which upstream systems know requests of the original engine. */
export const defaultAgent = "FLAT";

/** The names and values of `headers`. Unlike others, they have no array form. */
export function headerPairs(config: JsonObject): [string, string][] {
  objectMember(config, "headers");
  return pairsMember(config, "headers") ?? [];
}

/**
 * Sets a field, unless it belongs to the connection.
 * @throws RequestFailure for a field that cannot be sent
 */
export function setHeader(headers: Map<string, string>, name: string, value: string): void {
  const trimmed = value.trim();
  if (!isToken(name) || !isFieldValue(trimmed)) {
    throw new RequestFailure(`The request header field ${JSON.stringify(name)} cannot be sent.`);
  }
  if (!isConnectionField(name.toLowerCase())) headers.set(name.toLowerCase(), trimmed);
}

/** Adds the fields that options and the credentials in the URL ask for. */
export function addOptionalHeaders(
  $: Context,
  headers: Map<string, string>,
  options: JsonObject,
  url: URL,
): void {
  const credentials = stringOption(options, "basic-auth-credentials");
  if (credentials !== undefined) setHeader(headers, "authorization", basicAuthorization(credentials));
  else if ((url.username || url.password) && !headers.has("authorization")) {
    const inUrl = `${decodePart(url.username)}:${decodePart(url.password)}`;
    setHeader(headers, "authorization", basicAuthorization(inUrl));
  }
  if (booleanOption(options, "send-x-forwarded-for")) addForwardedFor($, headers);
}

/**
 * A cookie. Characters that would end the value, or cannot be in a field, are percent-encoded; RFC 6265 leaves the
 * encoding to the sender.
 */
function cookiePair([name, value]: [string, string]): string {
  if (!isToken(name)) throw new RequestFailure(`The cookie name ${JSON.stringify(name)} cannot be sent.`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not pass
  return `${name}=${value.replace(/[\x00-\x1f;\x7f-\uffff]+/g, percentEncode)}`;
}

/** The value of `Authorization` for `user:password`. */
export function basicAuthorization(credentials: string): string {
  return `Basic ${btoa(Array.from(new TextEncoder().encode(credentials), (byte) => String.fromCharCode(byte)).join(""))}`;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function addForwardedFor($: Context, headers: Map<string, string>): void {
  const address = peerAddress($[state].client, $[state].bindings);
  if (address === undefined) return;
  const { client, facilities } = $[state];
  const before = facilities.claims?.isTaken(forwardedFor) ? null : client.headers.get(forwardedFor);
  setHeader(headers, forwardedFor, before ? `${before}, ${address}` : address);
}

const forwardedFor = "x-forwarded-for";
