import type { Bytes } from "../../http/body-bytes.js";

/** The content that a cache keeps under a key: data of its own, then the body of a response. */
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
  /** Resolves when the store can be asked; missing where it always can. */
  ready?(): Promise<void>;
  /** Another store has taken its place: its connection ends when what it was asked is answered. */
  close?(): void;
}

/** The store is there, but an item in it is not what was put there. */
export class UnreadableItem extends Error {
  override readonly name = "UnreadableItem";
}

/** The store cannot be used. The message is for the log. */
export class StoreFault extends Error {
  override readonly name = "StoreFault";
}

/** The length of the body and the head as one line of JSON, then the body. */
export function encodeItem({ head, body }: Item): Bytes {
  const line = new TextEncoder().encode(`${JSON.stringify({ length: body.byteLength, head })}\n`);
  const bytes = new Uint8Array(line.byteLength + body.byteLength);
  bytes.set(line);
  bytes.set(body, line.byteLength);
  return bytes;
}

/** @throws UnreadableItem */
export function decodeItem(bytes: Uint8Array): Item {
  const end = bytes.indexOf(0x0a);
  const body = bytes.slice(end + 1);
  const line = parsed(new TextDecoder().decode(bytes.subarray(0, Math.max(end, 0))));
  if (line?.length !== body.byteLength || typeof line.head !== "object" || line.head === null)
    throw new UnreadableItem("An item in the cache is damaged.");
  return { head: line.head, body };
}

function parsed(line: string): { readonly length?: unknown; readonly head?: unknown } | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
