import { made } from "../../limits/work.js";

/** XPath 1.0 §4.2 concat(). */
export function concat(...strings: string[]): string {
  return made(strings.join(""));
}
