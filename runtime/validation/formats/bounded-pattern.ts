import { BoundedPattern } from "../../pattern/bounded-pattern.js";

/** A pattern of a schema that only short texts are held to: longer ones, in UTF-16 units, are not what it describes. */
export function boundedPattern(regexp: RegExp, longest: number): BoundedPattern {
  return new BoundedPattern(regexp, longest);
}
