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

/**
 * Decodes a text as Hono decodes the path of a request: what delimits parts of a URL stays encoded (RFC 3986 §2.2), as do
 * percent signs, so that the text can be split at delimiters before its parts are decoded. Their digits are in upper case.
 */
export function decodeLiteral(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (sequence) => {
    try {
      const decoded = decodeURI(sequence.replaceAll("%25", "%2525"));
      return decoded.replace(/%[0-9a-f]{2}/gi, (encoded) => encoded.toUpperCase());
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
