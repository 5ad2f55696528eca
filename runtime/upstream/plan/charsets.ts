import type { Charset } from "./percent-encode.js";

/** The charset of that name, if it has one byte for each character; anything else is undefined. */
export type Charsets = (name: string) => Charset | undefined;

/** The facility `charsets`: the inverse of what the platform's decoder has. */
export const charsets: Charsets = (name) => {
  const bytes = tableOf(name);
  if (bytes === undefined) return undefined;
  return (text) => Uint8Array.from(text, (character) => bytes.get(character) ?? missing);
};

/** The byte of `?`, in place of characters that the charset does not have. */
const missing = 0x3f;

function tableOf(name: string): ReadonlyMap<string, number> | undefined {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  try {
    const characters = [...new TextDecoder(name).decode(all)];
    if (characters.length !== all.length) return undefined;
    return new Map(
      characters.flatMap((character, byte) => (character === "\ufffd" ? [] : [[character, byte]])),
    );
  } catch {
    return undefined;
  }
}
