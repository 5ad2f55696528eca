/** `capitalize-first()`: the first character in upper case, unless that is more than one character. */
export function capitalizeFirst(text: string): string {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return [...upper].length === 1 ? upper + text.slice(first.length) : text;
}
