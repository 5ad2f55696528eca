import { BoundedPattern } from "../../pattern/bounded-pattern.js";

/**
 * A pattern of a schema that only short texts can match. Longer ones are invalid.
 * @param longest how many UTF-16 units a text may have
 */
export function boundedPattern(regexp: RegExp, longest: number): BoundedPattern {
  return new BoundedPattern(regexp, longest);
}
