import { hexadecimal } from "./base64.js";

/** The SHA-256 of a text, in hexadecimal digits: of two texts that somebody could find, it is never the same. */
export async function digestOf(text: string): Promise<string> {
  return hexadecimal(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
