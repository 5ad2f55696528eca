import type { Attributes } from "@opentelemetry/api";
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from "@opentelemetry/semantic-conventions";

/** Characters of a text that comes from a client or from a flow. */
const longest = 1024;

export function cut(text: string): string {
  return text.length > longest ? text.slice(0, longest) : text;
}

/** The methods that a label may have; RFC 9110 §9 and RFC 5789. */
const methods: ReadonlySet<string> = new Set([
  "CONNECT",
  "DELETE",
  "GET",
  "HEAD",
  "OPTIONS",
  "PATCH",
  "POST",
  "PUT",
  "TRACE",
]);

export const otherMethod = "_OTHER";

export function methodOf(method: string): string {
  return methods.has(method) ? method : otherMethod;
}

/** How many origins of upstreams have labels of their own. Flows compute URLs, so that there may be any number. */
const maxOrigins = 100;

/** The origins that have been asked first, with the attributes that name them. */
const origins = new Map<string, Attributes>();

const others: Attributes = { [ATTR_SERVER_ADDRESS]: "other" };

/** What names the origin of an upstream in metrics. */
export function originOf(url: URL): Attributes {
  const known = origins.get(url.origin);
  if (known !== undefined || origins.size >= maxOrigins) return known ?? others;
  const attributes = addressOf(url);
  origins.set(url.origin, attributes);
  return attributes;
}

export function addressOf({ hostname, port, protocol }: URL): Attributes {
  return {
    [ATTR_SERVER_ADDRESS]: hostname,
    [ATTR_SERVER_PORT]: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

export function methodAttributes(method: string): Attributes {
  return { [ATTR_HTTP_REQUEST_METHOD]: methodOf(method) };
}
