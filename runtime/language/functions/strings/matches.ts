import { made } from "../../../base/work.js";
import type { Pattern } from "../../../pattern/bounded-pattern.js";

/** `matches()`: whether the pattern matches some part of the text. */
export function matches(text: string, pattern: RegExp | Pattern): boolean {
  return made(text).search(pattern) >= 0;
}
