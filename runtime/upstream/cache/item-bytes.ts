import type { Bytes } from "../../http/body-bytes.js";
import { type Item, UnreadableItem } from "./store.js";

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
