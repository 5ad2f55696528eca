/** XPath 1.0 §4.4 round(): a half goes up, and -0.5 to 0 become -0, as in JavaScript. */
export function round(value: number): number {
  return Math.round(value);
}
