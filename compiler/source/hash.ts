import { hash as hashOnce } from "node:crypto";

/** The SHA-256 hash of bytes, or of a text in UTF-8, in hexadecimal. */
export const hash = (text: string | Uint8Array): string => hashOnce("sha256", text, "hex");
