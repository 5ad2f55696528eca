import { type Context, state } from "../context.js";
import type { JsonObject } from "../values.js";
import { booleanMember, given, numberMember } from "./request-config.js";
import { RequestFailure } from "./request-failure.js";

/** A request to one URL; redirects lead to further ones. */
export interface CacheableRequest {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Names of those fields, at lower case, that tell whom the response is for. */
  readonly credentialFields: readonly string[];
}

export interface CacheableResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
  /** Whether the body comes from the cache. */
  readonly cacheHit?: boolean;
  /** Whether the upstream said that what the cache has is still valid. */
  readonly refresh?: boolean;
}

/** Answers a request from a cache, or sends it with these header fields. @throws RequestFailure */
export type CachedExchange = (
  request: CacheableRequest,
  send: (headers: ReadonlyMap<string, string>) => Promise<CacheableResponse>,
) => Promise<CacheableResponse>;

/** What the options of a request ask of the cache. */
export interface CacheOptions {
  /** By the header fields of responses, or each response for so many seconds; undefined for not at all. */
  readonly lifetime: "declared" | number | undefined;
  /** Whether nothing is taken from the cache. */
  readonly refreshes: boolean;
  /** Whether the client's `Cache-Control` counts. */
  readonly respectsClient: boolean;
  /** All else that the response may depend on beside the request itself. */
  readonly conditions: JsonObject;
}

/** The facility `cache`. */
export type HttpCache = ($: Context, options: CacheOptions) => CachedExchange;

/**
 * The cache for a request; undefined in apps without one.
 * @throws RequestFailure if the options contradict each other, or the app has no cache
 */
export const cacheFor = ($: Context, options: JsonObject): CachedExchange | undefined => {
  const { cache } = $[state].facilities;
  const lifetime = lifetimeOf(options);
  if (cache !== undefined) {
    return cache($, {
      lifetime,
      refreshes: booleanMember(options, "force-cache-refresh"),
      respectsClient: booleanMember(options, "respect-client-cache-headers"),
      conditions: conditionsOf(options),
    });
  }
  if (lifetime !== undefined)
    throw new RequestFailure("This app has no cache for the options of the request.");
  return undefined;
};

const lifetimeOf = (options: JsonObject): CacheOptions["lifetime"] => {
  const usesDeclared =
    given(options, "use-http-cache") !== undefined && booleanMember(options, "use-http-cache");
  const seconds = numberMember(options, "force-cache-ttl") || undefined;
  if (usesDeclared && seconds !== undefined)
    throw new RequestFailure("The request options use-http-cache and force-cache-ttl exclude each other.");
  return usesDeclared ? "declared" : seconds;
};

/** Where a request goes, and what becomes of its response, depends on options, too. */
const conditionsOf = (options: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !neutral.has(name)));

/** Options that no response depends on. */
const neutral: ReadonlySet<string> = new Set([
  "connect-timeout",
  "disable-connection-reuse",
  "exit-on-error",
  "follow-redirects",
  "force-cache-refresh",
  "force-cache-ttl",
  "max-redirects",
  "respect-client-cache-headers",
  "time-to-first-byte-timeout",
  "timeout",
  "use-http-cache",
]);
