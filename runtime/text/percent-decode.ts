/** Whether all of it is percent-encoded UTF-8, so that nobody decodes it in another way. */
export function decodesPercent(text: string): boolean {
  if (!text.includes("%")) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Percent-decoded; sequences that are no UTF-8, or no hexadecimal digits, stay as they are. */
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
