import type { Bytes } from "../../http/body-bytes.js";
import type { CacheableRequest } from "../plan/cache.js";
import type { CacheOptions } from "./cache-options.js";
import type { RequestStore } from "./request-store.js";
import type { Item } from "./store.js";
import { type Index, indexKey, responseKey } from "./store-keys.js";
import { longestKept, maxVary, StoredResponse } from "./stored-response.js";

/** The responses that are kept from one URL. */
export class Responses {
  #index: Index | undefined;

  constructor(
    private readonly store: RequestStore,
    private readonly request: CacheableRequest,
    private readonly options: CacheOptions,
  ) {}

  /** The response that is kept for this request. */
  async find(): Promise<StoredResponse | undefined> {
    this.#index = await this.store.get(await indexKey(this.request), readIndex);
    if (this.#index === undefined) return undefined;
    const key = await responseKey(this.request, this.options, this.#index);
    return this.store.get(key, StoredResponse.read);
  }

  /** Called after `find`. If all responses from the URL have been dropped since, this one will not be found. */
  async keep(response: StoredResponse, body?: Bytes): Promise<void> {
    const index = await this.#indexWith(response.vary);
    const key = await responseKey(this.request, this.options, index);
    await this.store.set(key, response.item(body), response.keptFor(this.options));
  }

  async #indexWith(vary: readonly string[]): Promise<Index> {
    const known = this.#index?.vary ?? [];
    const all = [...new Set([...known, ...vary])];
    if (this.#index !== undefined && all.length === known.length) return this.#index;
    this.#index = { generation: crypto.randomUUID(), vary: all.length > maxVary ? vary : all };
    await this.store.set(
      await indexKey(this.request),
      { head: this.#index, body: new Uint8Array() },
      longestKept,
    );
    return this.#index;
  }
}

/** Drops all that is kept from the URL. */
export async function forget(store: RequestStore, request: CacheableRequest): Promise<void> {
  return store.delete(await indexKey(request));
}

/** @throws TypeError */
function readIndex({ head }: Item): Index {
  const { generation, vary } = head as Partial<Index>;
  if (typeof generation !== "string" || !Array.isArray(vary))
    throw new TypeError("The index has no such members.");
  return { generation, vary: vary.map(String) };
}
