/** Returns true if each percent sign begins percent-encoded UTF-8; all readers then decode the text alike. */
export function decodesPercent(text: string): boolean {
  if (!text.includes("%")) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The text, percent-decoded. Sequences that are no UTF-8, or have no hexadecimal digits, stay as they are. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
}

/** Percent-encodes every byte. */
export function percentEncodeBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}

/** The text without the given characters at its end. An expression such as `/=+$/` would take quadratic time. */
export function withoutTrailing(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
