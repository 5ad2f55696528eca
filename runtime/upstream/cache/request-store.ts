import { errorCode } from "../../base/timeout.js";
import { countFault, type LastingFault } from "../../observe/logs/faults.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { type CacheStore, type Item, StoreFault, UnreadableItem } from "./store.js";

/** A store as one request uses it. Faults are only logged; after the first one, the request has no cache. */
export class RequestStore {
  #isUsable = true;

  constructor(
    private readonly $: Context,
    private readonly store: Promise<CacheStore>,
    private readonly fault: LastingFault,
  ) {}

  /** Returns the result of `read` for an item. It may throw anything if it cannot read the item. */
  async get<T>(key: string, read: (item: Item) => T): Promise<T | undefined> {
    return this.#attempt(async () => {
      const item = await (await this.store).get(key);
      return item === undefined ? undefined : readable(item, read);
    });
  }

  async set(key: string, item: Item, seconds: number): Promise<void> {
    await this.#attempt(async () => (await this.store).set(key, item, seconds));
  }

  async delete(key: string): Promise<void> {
    await this.#attempt(async () => (await this.store).delete(key));
  }

  warn(message: string): void {
    alert(this.$, "cache", message);
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (!this.#isUsable) return undefined;
    try {
      return await work();
    } catch (thrown) {
      this.#isUsable = thrown instanceof UnreadableItem;
      if (this.#isUsable) this.warn(reasonOf(thrown));
      else {
        countFault("cache");
        this.fault.happened(reasonOf(thrown), (message) => this.warn(message));
      }
      return undefined;
    }
  }
}

/** @throws UnreadableItem */
function readable<T>(item: Item, read: (item: Item) => T): T {
  try {
    return read(item);
  } catch {
    throw new UnreadableItem("A response in the cache cannot be read.");
  }
}

/** Messages of libraries stay out of the log: they may repeat a part of the URL. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof UnreadableItem || thrown instanceof StoreFault) return thrown.message;
  const code = errorCode(thrown);
  return `The cache cannot be used${code && ` (${code})`}.`;
}
