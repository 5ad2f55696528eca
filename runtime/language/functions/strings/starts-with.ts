import { counted } from "../../../base/counted.js";

/** XPath 1.0 §4.2 starts-with(). */
export const startsWith = counted({ units: 256 }, (text: string, start: string): boolean => {
  return text.startsWith(start);
});
