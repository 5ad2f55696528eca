import { visible } from "../../compiler/diagnostics/render.js";

/** Text of several lines without characters that could move the cursor of a terminal. */
export const visibleLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => visible(line.replace(/\r$/, "")))
    .join("\n");

/** Any text as the text of an element of HTML or XML, or of an attribute. */
export const escapedMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

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
