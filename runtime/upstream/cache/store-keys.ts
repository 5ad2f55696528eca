import { hexadecimal } from "../../base/base64.js";
import type { CacheableRequest } from "../plan/cache.js";
import type { CacheOptions } from "./cache-options.js";
import { isNegotiation } from "./request-fields.js";

/** The facts that are known about all responses from a URL. */
export interface Index {
  /** Changes when all responses from the URL are dropped. */
  readonly generation: string;
  /** Names of fields in lower case. */
  readonly vary: readonly string[];
}

/** The key of a URL's index. */
export function indexKey({ url }: CacheableRequest): Promise<string> {
  return digest("index", url.href);
}

/**
 * The key of one response from a URL. It is found by all requests that are the same in whatever the response may depend
 * on: the fields that earlier responses name in `Vary`, and all fields that may tell whom the response is for.
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

/** A hash, since the parts may hold credentials, which a key must not tell. */
async function digest(...parts: readonly unknown[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(parts));
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", text)));
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}
