import { randomBytes } from "node:crypto";

/** Enough for some hundred IDs: to ask for a few bytes each time takes ten times as long. */
const poolSize = 12_288;

let pool = randomBytes(poolSize);
let taken = 0;

/** An ID as hexadecimal digits. One of zeros alone would be none, and comes once in 2^64 times. */
export function newID(bytes: 8 | 16): string {
  if (taken + bytes > poolSize) {
    pool = randomBytes(poolSize);
    taken = 0;
  }
  const start = taken;
  taken += bytes;
  return pool.toString("hex", start, taken);
}
