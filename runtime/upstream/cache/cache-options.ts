import type { JsonObject } from "../../data/model/values.js";
import type { ReceivedFields } from "../../http/received-fields.js";
import { RequestFailure } from "../failure.js";
import { optionRows } from "../options/all.js";
import { booleanOption, given, numberOption } from "../plan/read-options.js";

/** Cache directives by lower-case name; `""` for one without an argument. */
export type Directives = ReadonlyMap<string, string>;

/** The directives of `Cache-Control` or, if there is none, of `Pragma` (RFC 9111 §5.2, §5.4). */
export function directivesOf(headers: Pick<ReceivedFields, "get"> | undefined): Directives {
  const pragma = headers?.get("pragma")?.toLowerCase().includes("no-cache") ? "no-cache" : "";
  const parts = (headers?.get("cache-control") ?? pragma).split(",");
  return new Map(
    parts.map((part) => {
      const [name = "", value = ""] = part.split("=", 2);
      return [name.trim().toLowerCase(), value.trim().replaceAll('"', "")];
    }),
  );
}

/** The seconds that a directive names; undefined if it is missing, or names none. */
export function secondsOf(directives: Directives, name: string): number | undefined {
  const value = directives.get(name);
  return value !== undefined && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Times are in seconds. */
export interface Freshness {
  readonly age: number;
  readonly lifetime: number;
  /** True if the upstream forbids the use of stale responses. */
  readonly mustRevalidate: boolean;
}

/**
 * Returns true if the cache may answer a request with these directives without asking the upstream (RFC 9111
 * §4, §5.2.1).
 */
export function isAcceptable(request: Directives, { age, lifetime, mustRevalidate }: Freshness): boolean {
  if (request.has("no-cache")) return false;
  if (age > (secondsOf(request, "max-age") ?? Number.POSITIVE_INFINITY)) return false;
  const remaining = lifetime - age;
  if (remaining > 0) return remaining >= (secondsOf(request, "min-fresh") ?? 0);
  if (mustRevalidate || request.get("max-stale") === undefined) return false;
  return request.get("max-stale") === "" || -remaining <= (secondsOf(request, "max-stale") ?? 0);
}

/** The demands that the options of a request make on the cache. */
export interface CacheOptions {
  /**
   * How long responses are kept: as their header fields say, or each one for so many seconds; undefined if none is
   * kept.
   */
  readonly lifetime: "declared" | number | undefined;
  /** True if no answer is taken from the cache. */
  readonly refreshes: boolean;
  /** Seconds that the flow allows responses to be stale, whatever they say themselves (RFC 5861). */
  readonly staleIfError: number;
  readonly staleWhileRevalidate: number;
  /** True if the client's `Cache-Control` counts. */
  readonly respectsClient: boolean;
  /** The options that the response may depend on. */
  readonly conditions: JsonObject;
}

/** @throws RequestFailure if the options contradict each other, or are of the wrong type */
export function cacheOptions(options: JsonObject): CacheOptions {
  return {
    lifetime: lifetimeOf(options),
    refreshes: booleanOption(options, "force-cache-refresh"),
    staleIfError: numberOption(options, "stale-if-error") ?? 0,
    staleWhileRevalidate: numberOption(options, "stale-while-revalidate") ?? 0,
    respectsClient: booleanOption(options, "respect-client-cache-headers"),
    conditions: conditionsOf(options),
  };
}

function lifetimeOf(options: JsonObject): CacheOptions["lifetime"] {
  const usesDeclared = booleanOption(options, "use-http-cache");
  const seconds = numberOption(options, "force-cache-ttl") || undefined;
  if (usesDeclared && seconds !== undefined)
    throw new RequestFailure("The request options use-http-cache and force-cache-ttl exclude each other.");
  if (seconds !== undefined || given(options, "use-http-cache") !== undefined)
    return usesDeclared ? "declared" : seconds;
  return numberOption(options, "stale-if-error") || numberOption(options, "stale-while-revalidate")
    ? "declared"
    : undefined;
}

/** Options decide where a request goes and what becomes of its response, so they are conditions, too. */
function conditionsOf(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !neutral.has(name)));
}

/** Options that no response depends on. A name that is no option counts as one that responses depend on, to be safe. */
const neutral: ReadonlySet<string> = new Set(
  Object.entries(optionRows).flatMap(([name, { splitsCache }]) => (splitsCache ? [] : [name])),
);
