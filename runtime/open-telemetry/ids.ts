import { Buffer } from "node:buffer";
import { randomFillSync } from "node:crypto";

/** Random bytes for some hundred IDs: to ask for a few each time takes ten times as long. */
const pool = Buffer.alloc(12_288);
let taken = pool.length;

/** An ID as hexadecimal digits. One of zeros alone would be none, and comes once in 2^64 times. */
export function newID(bytes: 8 | 16): string {
  if (taken + bytes > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const start = taken;
  taken += bytes;
  return pool.toString("hex", start, taken);
}
