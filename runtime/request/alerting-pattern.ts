import { BoundedPattern } from "../pattern/bounded-pattern.js";
import type { Context } from "./context.js";
import { alert } from "./flow-errors.js";

/** A pattern of a flow that is applied to short texts only. A longer text does not match, and is logged. */
export function bounded($: Context, regexp: RegExp, longest: number): BoundedPattern {
  return new BoundedPattern(regexp, longest, (length) =>
    alert(
      $,
      "pattern",
      `A text of ${length} characters is too long for the pattern ${shortened(regexp.source)}, which could take very long for more than ${longest}.`,
    ),
  );
}

/** The beginning of a text, for a message. */
export function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
