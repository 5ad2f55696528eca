import type { Bytes } from "../../http/body-bytes.js";

/** What a cache keeps under a key: data of its own, then the body of a response. */
export interface Item {
  /** An object that can be written as JSON. */
  readonly head: object;
  readonly body: Bytes;
}

/** Where items are kept. An item may be gone at any time. */
export interface CacheStore {
  /**
   * Throws a `StoreFault`, like the methods below, if the store is out of reach.
   * @throws UnreadableItem
   */
  get(key: string): Promise<Item | undefined>;
  /** The item may be dropped after so many seconds. */
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
