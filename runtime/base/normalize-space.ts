import { counted } from "./counted.js";

/** XPath 1.0 §4.2 normalize-space(). It knows XML's white space only, so a no-break space stays. */
export const normalizeSpace = counted({ units: 4 }, (text: string): string => {
  const words = text.split(/[ \t\r\n]+/);
  return words.filter((word) => word !== "").join(" ");
});
