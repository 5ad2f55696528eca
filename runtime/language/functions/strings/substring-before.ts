import { counted } from "../../../base/counted.js";

/** XPath 1.0 §4.2 substring-before(): what comes before the first occurrence; empty if there is none. */
export const substringBefore = counted({ units: 256 }, (text: string, part: string): string => {
  return text.slice(0, Math.max(0, text.indexOf(part)));
});
