import type { JsonObject } from "../../data/model/values.js";
import type { ReceivedFields } from "../../http/received-fields.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import { cacheRows } from "../options/rows.js";
import type { ReceivedBody } from "../received-body.js";
import { givenOption } from "./read-options.js";

/** A request to one URL; redirects lead to further ones. */
export interface CacheableRequest {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Names of those fields, in lower case, that tell whom the response is for. */
  readonly credentialFields: readonly string[];
}

export interface CacheableResponse {
  readonly status: number;
  /** The reason phrase; undefined if the response comes from the cache. */
  readonly statusText?: string;
  readonly headers: ReceivedFields;
  readonly body: ReceivedBody | null;
  /** True if the content still has codings that could have been taken off. */
  readonly isCoded?: boolean;
  /** True if the body comes from the cache. */
  readonly cacheHit?: boolean;
  /** True if the upstream said that what the cache has is still valid. */
  readonly refresh?: boolean;
}

/** Sends a request with these header fields. */
export interface SendCacheable {
  (headers: ReadonlyMap<string, string>): Promise<CacheableResponse>;
  /** The same for a response that nobody waits for. */
  later(headers: ReadonlyMap<string, string>): Promise<CacheableResponse>;
}

/**
 * Answers a request from a cache, or sends it with these header fields.
 * @throws RequestFailure
 */
export interface CachedExchange {
  (request: CacheableRequest, send: SendCacheable): Promise<CacheableResponse>;
  /** The methods of requests that the cache may answer; undefined if the options do not let it answer. */
  readonly answers?: ReadonlySet<string>;
}

/**
 * The facility `cache`: how the options of a request use the cache.
 * @throws RequestFailure
 */
export type HttpCache = ($: Context, options: JsonObject) => CachedExchange;

/**
 * The cache for a request; undefined in apps without a cache.
 * @throws RequestFailure if the options need a cache there
 */
export function cacheFor($: Context, options: JsonObject): CachedExchange | undefined {
  const { cache } = $[state].facilities;
  if (cache === undefined && turningOn.some((name) => givenOption(options, name)))
    throw new RequestFailure("This app has no cache for the options of the request.");
  return cache?.($, options);
}

const turningOn = Object.keys(cacheRows) as (keyof typeof cacheRows)[];
