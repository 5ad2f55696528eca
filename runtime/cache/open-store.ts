import { numberSetting } from "../environment.js";
import { MemoryStore } from "./memory-store.js";
import type { CacheStore } from "./store.js";

const defaultMaxBytes = 64 * 1024 * 1024;
const maxItems = 20_000;

/** The store that the settings name. */
export const openStore = (bindings: unknown): CacheStore =>
  new MemoryStore({ items: maxItems, bytes: numberSetting(bindings, "CACHE_MAX_BYTES", defaultMaxBytes) });
