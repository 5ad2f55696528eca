import { setting } from "../../base/settings.js";
import { MemoryStore } from "./memory-store.js";
import { type CacheStore, StoreFault } from "./store.js";

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
