/** XPath 1.0 §4.2 starts-with(). */
export function startsWith(text: string, start: string): boolean {
  return text.startsWith(start);
}
