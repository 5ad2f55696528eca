/** XPath 1.0 §4.4 ceiling(). */
export function ceiling(value: number): number {
  return Math.ceil(value);
}
