import { counted } from "../../../base/counted.js";

/** XPath 1.0 §4.2 contains(). */
export const contains = counted({ units: 256 }, (text: string, part: string): boolean => {
  return text.includes(part);
});
