import type { Pattern } from "../../pattern/bounded-pattern.js";
import { Content } from "../../request/content.js";
import { replace } from "../functions/matching-functions.js";

/**
 * The `regex` action: the text of the content with every match replaced.
 * @param pattern with the flag `g`
 * @param replacement as JavaScript writes it
 */
export function replaced(
  content: Content | undefined,
  pattern: RegExp | Pattern,
  replacement: string,
): Content | undefined {
  return (
    content &&
    new Content(
      { kind: "text", text: replace(content.text, pattern, replacement) },
      content.mediaType,
      content.status,
    )
  );
}
