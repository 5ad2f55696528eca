import type { Charset } from "./percent-encode.js";

/** The charset with that name, if it has one byte for each character; else undefined. */
export type Charsets = (name: string) => Charset | undefined;

/** The facility `charsets`. It inverts the decoders of the platform. */
export const charsets: Charsets = (name) => {
  const bytes = tableOf(name);
  if (bytes === undefined) return undefined;
  return (text) => Uint8Array.from(text, (character) => bytes.get(character) ?? missing);
};

/** The byte of `?`, which stands for characters that the charset does not have. */
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
