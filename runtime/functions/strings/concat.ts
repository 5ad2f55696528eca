import { made } from "../../limits/work.js";

/** XPath 1.0 §4.2 concat(). */
export function concat(...strings: string[]): string {
  // A few strings are joined faster one by one than as an array.
  let text = "";
  for (const string of strings) text += string;
  return made(text);
}
