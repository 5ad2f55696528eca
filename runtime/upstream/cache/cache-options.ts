import type { JsonObject } from "../../data/model/values.js";
import { RequestFailure } from "../failure.js";
import { optionRows } from "../options/all.js";
import { booleanOption, numberOption } from "../plan/read-options.js";

/** What the options of a request ask of the cache. */
export interface CacheOptions {
  /**
   * How long responses are kept: as their header fields say, or each one for so many seconds; undefined if none is
   * kept.
   */
  readonly lifetime: "declared" | number | undefined;
  /** Whether no answer is taken from the cache. */
  readonly refreshes: boolean;
  /** Whether the client's `Cache-Control` counts. */
  readonly respectsClient: boolean;
  /** The options that the response may depend on. */
  readonly conditions: JsonObject;
}

/** @throws RequestFailure if the options contradict each other, or are of the wrong type */
export function cacheOptions(options: JsonObject): CacheOptions {
  return {
    lifetime: lifetimeOf(options),
    refreshes: booleanOption(options, "force-cache-refresh"),
    respectsClient: booleanOption(options, "respect-client-cache-headers"),
    conditions: conditionsOf(options),
  };
}

function lifetimeOf(options: JsonObject): CacheOptions["lifetime"] {
  const usesDeclared = booleanOption(options, "use-http-cache");
  const seconds = numberOption(options, "force-cache-ttl") || undefined;
  if (usesDeclared && seconds !== undefined)
    throw new RequestFailure("The request options use-http-cache and force-cache-ttl exclude each other.");
  return usesDeclared ? "declared" : seconds;
}

/** Options decide where a request goes and what becomes of its response, so they are conditions, too. */
function conditionsOf(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !neutral.has(name)));
}

/** Options that no response depends on. A name that is no option counts as one that responses depend on, to be safe. */
const neutral: ReadonlySet<string> = new Set(
  Object.entries(optionRows).flatMap(([name, { splitsCache }]) => (splitsCache ? [] : [name])),
);
