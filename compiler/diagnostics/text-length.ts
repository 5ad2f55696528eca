import type { MappedText, SourceText } from "../source/source-text.js";
import type { Reporter } from "./reporter.js";

/** Characters of a flow or a template. A build keeps a node for each part of it, and code, and needs memory for both. */
const maxLength = 4_000_000;

/** Reports a text of which no build would see the end. */
export function isTooLong(text: MappedText | SourceText, reporter: Reporter): boolean {
  if (text.text.length <= maxLength) return false;
  reporter.report(text.span(0, 1), "textTooLong", { limit: "4,000,000" });
  return true;
}
