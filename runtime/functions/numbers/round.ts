/** XPath 1.0 §4.4 round(): a half goes up, and what is less than a half below zero becomes -0, as in JavaScript. */
export function round(value: number): number {
  return Math.round(value);
}
