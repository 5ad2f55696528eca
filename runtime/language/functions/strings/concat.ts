import { counted } from "../../../base/counted.js";

/** XPath 1.0 §4.2 concat(). */
export const concat = counted({ units: 64 }, (...strings: string[]): string => {
  // A few strings are joined faster one by one than as an array.
  let text = "";
  for (const string of strings) text += string;
  return text;
});
