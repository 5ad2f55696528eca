import type { JsonObject } from "../data-model/values.js";
import { RequestFailure } from "../upstream/failure.js";
import { optionRows } from "../upstream/options/all.js";
import { booleanOption, numberOption } from "../upstream/plan/options.js";

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

/** @throws RequestFailure if the options contradict each other, or are of the wrong kind */
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

/** Where a request goes, and what becomes of its response, depends on options, too. */
function conditionsOf(options: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !neutral.has(name)));
}

/** Options that no response depends on. What is no option depends on its value, to be safe. */
const neutral: ReadonlySet<string> = new Set(
  Object.entries(optionRows).flatMap(([name, { splitsCache }]) => (splitsCache ? [] : [name])),
);
