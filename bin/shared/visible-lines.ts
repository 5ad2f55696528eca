import { visible } from "../../compiler/diagnostics/render.js";

/** Text of several lines without characters that could move the cursor of a terminal. */
export const visibleLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => visible(line.replace(/\r$/, "")))
    .join("\n");

/** One line of text, with control characters as JSON writes them, so that they can be told from one another. */
export function escapedLine(text: string): string {
  return text.replace(/[^\P{C}\t]/gu, (characters) =>
    Array.from({ length: characters.length }, (_, at) => escapedUnit(characters.charCodeAt(at))).join(""),
  );
}

function escapedUnit(unit: number): string {
  const known = { 10: "\\n", 13: "\\r" }[unit];
  return known ?? `\\u${unit.toString(16).padStart(4, "0")}`;
}
