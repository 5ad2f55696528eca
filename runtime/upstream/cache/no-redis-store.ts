/**
 * Stands for the store in Redis in workers, which cannot load its client.
 * @module
 */
import { StoreFault } from "./store.js";

/** Of which there is none. */
export class RedisStore {
  constructor() {
    throw new StoreFault("FLOW_CACHE_URL cannot be used on Cloudflare Workers.");
  }
}
