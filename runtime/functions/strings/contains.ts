/** XPath 1.0 §4.2 contains(). */
export function contains(text: string, part: string): boolean {
  return text.includes(part);
}
