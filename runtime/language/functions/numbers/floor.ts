/** XPath 1.0 §4.4 floor(). */
export function floor(value: number): number {
  return Math.floor(value);
}
