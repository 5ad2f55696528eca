/** `ends-with()`. */
export function endsWith(text: string, end: string): boolean {
  return text.endsWith(end);
}
