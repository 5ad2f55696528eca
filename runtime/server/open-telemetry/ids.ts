import { randomBytes } from "node:crypto";

/** Enough for some hundred IDs: to ask for a few bytes each time, and to write them, takes ten times as long. */
const poolSize = 12_288;

let pool = randomBytes(poolSize);
let digits = pool.toString("hex");
let taken = 0;

/** Where the next bytes of the pool are. */
function take(bytes: number): number {
  if (taken + bytes > poolSize) {
    pool = randomBytes(poolSize);
    digits = pool.toString("hex");
    taken = 0;
  }
  taken += bytes;
  return taken - bytes;
}

/** The ID of a span as hexadecimal digits. One of zeros alone would be none, and comes once in 2^64 times. */
export function newSpanID(): string {
  const start = take(8);
  return digits.slice(2 * start, 2 * start + 16);
}

/** The ID of a trace, and the number from 0 to 2^32 - 1 that it is drawn by. */
export function newTrace(): { readonly traceID: string; readonly drawn: number } {
  const start = take(16);
  // As the SDK computes it from the digits of the ID, which takes longer than the rest.
  const drawn =
    pool.readInt32BE(start) ^
    pool.readInt32BE(start + 4) ^
    pool.readInt32BE(start + 8) ^
    pool.readInt32BE(start + 12);
  return { traceID: digits.slice(2 * start, 2 * start + 32), drawn: drawn >>> 0 };
}
