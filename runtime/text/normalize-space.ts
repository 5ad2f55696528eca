import { spend } from "../limits/work.js";

const charactersPerStep = 4;

/** XPath 1.0 §4.2 normalize-space(). It knows XML's white space only, so a no-break space stays. */
export function normalizeSpace(text: string): string {
  spend(text.length / charactersPerStep);
  const words = text.split(/[ \t\r\n]+/);
  return words.filter((word) => word !== "").join(" ");
}
