import { counted } from "../../../base/counted.js";

/** XPath 1.0 §4.2 substring-after(): what comes after the first occurrence; empty if there is none. */
export const substringAfter = counted({ units: 256 }, (text: string, part: string): string => {
  const found = text.indexOf(part);
  return found < 0 ? "" : text.slice(found + part.length);
});
