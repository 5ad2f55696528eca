import { visible } from "../../compiler/diagnostics/render.js";

/** Text of several lines without characters that could move the cursor of a terminal. */
export const visibleLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => visible(line.replace(/\r$/, "")))
    .join("\n");
