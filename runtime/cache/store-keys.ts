import type { CacheableRequest } from "../upstream/plan/cache.js";
import type { CacheOptions } from "./options.js";

/** What is known of all responses from a URL. */
export interface Index {
  /** Another one after those before have been removed. */
  readonly generation: string;
  /** Names of fields at lower case. */
  readonly vary: readonly string[];
}

/** Under this key is the index of a URL. */
export function indexKey({ url }: CacheableRequest): Promise<string> {
  return digest("index", url.href);
}

/**
 * Under this key is one response from a URL: to requests that are the same in all that the response may depend on.
 * Those are the fields that earlier responses name in `Vary`, and all fields that may tell whom the response is for.
 */
export function responseKey(
  { url, method, headers, credentialFields }: CacheableRequest,
  { lifetime, conditions }: CacheOptions,
  { generation, vary }: Index,
): Promise<string> {
  const fields = [...headers].filter(
    ([name]) => vary.includes(name) || credentialFields.includes(name) || !isNegotiation(name),
  );
  const isDeclared = lifetime === "declared";
  return digest("response", generation, url.href, method, isDeclared, conditions, fields.sort(byName));
}

/** A key tells nothing of what is in it, such as credentials. */
async function digest(...parts: readonly unknown[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(parts));
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

/**
 * Fields that say what a client can do with, or count requests, but not who it is. Responses that depend on them have to say so by `Vary`
 * (RFC 9110 §12.5.5); any other field, such as a key or the claims of a token, separates what is kept.
 */
function isNegotiation(name: string): boolean {
  return negotiation.has(name) || /^sec-(ch|fetch)-/.test(name);
}

const negotiation: ReadonlySet<string> = new Set([
  "accept",
  "accept-charset",
  "accept-encoding",
  "accept-language",
  "cache-control",
  "dnt",
  "pragma",
  "priority",
  "referer",
  "traceparent",
  "tracestate",
  "upgrade-insecure-requests",
  "user-agent",
  "x-correlation-id",
  "x-request-id",
]);
