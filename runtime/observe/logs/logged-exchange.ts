import type { Bytes } from "../../http/body-bytes.js";
import type { ReceivedFields } from "../../http/received-fields.js";

/** The status and header fields of an upstream's response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Pick<ReceivedFields, "get" | "forEach">;
  /** True if the body comes from the cache. */
  readonly cacheHit?: boolean;
  /** True if the upstream said that what the cache has is still valid. */
  readonly refresh?: boolean;
}

/** The parts of a request that are sent to an upstream. */
export interface SentRequest {
  readonly url: URL;
  readonly method: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body?: Bytes | ReadableStream<Uint8Array> | null | undefined;
  /** Counts the attempts of a request that is repeated; `undefined` for the first. */
  readonly attempt?: number;
  /** The methods of requests that a cache may answer, if there is one. */
  readonly cache?: { readonly answers?: ReadonlySet<string> } | undefined;
  /** Set if a description is to check the request or the response. */
  readonly checks?: { readonly verdicts: Verdicts } | undefined;
}

export type CacheResult = "hit" | "miss" | "revalidated";

/** What the cache has done for an exchange; `undefined` if it could not have answered. */
export function cacheResult({ sent, response }: Exchange): CacheResult | undefined {
  if (response === undefined || sent?.cache?.answers?.has(sent.method) !== true) return undefined;
  if (response.refresh === true) return "revalidated";
  return response.cacheHit === true ? "hit" : "miss";
}

/** An exchange whose request has been made. */
export interface SentExchange extends Exchange {
  readonly sent: SentRequest;
}

/** The verdicts of a description on the request and the response; `undefined` as long as it is not asked. */
export interface Verdicts {
  request?: boolean;
  response?: boolean;
}

/** A service asked by no upstream request of a flow: the keys of tokens, or an LDAP directory. */
export type UpstreamService = "key-set" | "directory";

/** One request to an upstream, and what has come back so far. It grows. */
export interface Exchange {
  /** Empty for requests that no action makes. */
  readonly id: string;
  /** `undefined` for requests of flows. */
  readonly service?: UpstreamService;
  /** How many redirects were followed before. */
  readonly hop: number;
  readonly sent: SentRequest | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds of a clock that nobody can set back; so are the other times. */
  readonly started: number;
  connected?: number | undefined;
  isReused?: boolean | undefined;
  response?: ResponseHead | undefined;
  firstByte?: number | undefined;
  ended?: number | undefined;
  /** Of the response. */
  bytes?: number | undefined;
  /** `undefined` if it was passed on as it came. */
  body?: Bytes | undefined;
  /** The answer of a directory, in words. */
  result?: string;
  failure?: string;
  /** The code that cURL has for the failure, if there is one. */
  failureCode?: number | undefined;
  /** The findings of a validation. */
  violations?: readonly string[];
  isMocked?: boolean;
  /** True if the response is that of another request, which was the same and in flight. */
  isShared?: boolean | undefined;
}
