import { setting } from "../../base/settings.js";
import { type CacheStore, type Item, StoreFault } from "./store.js";

/** Limits of what is kept in memory. */
export interface MemoryLimits {
  readonly items: number;
  /** Bytes of all heads and bodies together. */
  readonly bytes: number;
}

/**
 * Keeps items in memory. The least recently used item makes room first. An item that would take more than an eighth of
 * the space is not kept.
 */
export class MemoryStore implements CacheStore {
  /** By the time of last use, the oldest first. */
  readonly #items = new Map<string, { readonly item: Item; readonly size: number }>();
  #size = 0;

  constructor(private readonly limits: MemoryLimits) {}

  async get(key: string): Promise<Item | undefined> {
    const found = this.#items.get(key);
    if (found === undefined) return undefined;
    this.#items.delete(key);
    this.#items.set(key, found);
    return found.item;
  }

  async set(key: string, item: Item): Promise<void> {
    await this.delete(key);
    const size = key.length + JSON.stringify(item.head).length + item.body.byteLength;
    if (size > this.limits.bytes / 8) return;
    // A copy: the body may be a small part of a big buffer.
    this.#items.set(key, { item: { head: item.head, body: item.body.slice() }, size });
    this.#size += size;
    for (const [oldest] of this.#items) {
      if (this.#size <= this.limits.bytes && this.#items.size <= this.limits.items) break;
      await this.delete(oldest);
    }
  }

  async delete(key: string): Promise<void> {
    this.#size -= this.#items.get(key)?.size ?? 0;
    this.#items.delete(key);
  }
}

const maxItems = 20_000;

/** The store that the settings name. The client of Redis is loaded only if it is Redis. */
export async function openStore(bindings: unknown): Promise<CacheStore> {
  const url = setting(bindings, "CACHE_URL");
  if (url !== undefined) {
    const { RedisStore } = await import("./redis-store.js").catch(() => {
      throw new StoreFault("The client of Redis cannot be loaded: is redis-client.cjs beside server.js?");
    });
    return new RedisStore(url);
  }
  return new MemoryStore({
    items: maxItems,
    bytes: setting(bindings, "CACHE_MAX_BYTES"),
  });
}
