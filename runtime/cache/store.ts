import type { Bytes } from "../http/body-bytes.js";

/** What a cache has under a key: data of ours and, after it, the body of a response. */
export interface Item {
  /** JSON. */
  readonly head: object;
  readonly body: Bytes;
}

/** Where items are kept. An item may be gone at any time. */
export interface CacheStore {
  /** @throws as the functions below, if the store is out of reach; UnreadableItem */
  get(key: string): Promise<Item | undefined>;
  /** Nobody needs the item after so many seconds. */
  set(key: string, item: Item, seconds: number): Promise<void>;
  delete(key: string): Promise<void>;
}

/** The store is there, but an item in it is not what was put there. */
export class UnreadableItem extends Error {
  override readonly name = "UnreadableItem";
}

/** The store cannot be used. The message is for the log. */
export class StoreFault extends Error {
  override readonly name = "StoreFault";
}
