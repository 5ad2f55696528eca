import { createHash } from "node:crypto";

/** The SHA-256 hash of bytes, or of a text in UTF-8, in hexadecimal. */
export function hash(text: string | Uint8Array): string {
  return createHash("sha256").update(text).digest("hex");
}
