import { counted } from "../../../base/counted.js";

/** `capitalize-first()`: the first character in upper case, unless that is more than one character. */
export const capitalizeFirst = counted({ units: 1024 }, (text: string): string => {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return [...upper].length === 1 ? upper + text.slice(first.length) : text;
});
