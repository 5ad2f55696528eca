import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createTwoFilesPatch } from "diff";
import { PlaceError, placeInside } from "../../shared/place-inside.js";
import { visibleLines } from "../../shared/visible-lines.js";
import { writeWhole } from "../../shared/write-whole.js";

/**
 * Writes a golden file. Returns what has changed in it.
 * @param path relative to the flow directory
 * @param isSource returns true if the app or its tests are made of a file
 * @throws PlaceError if there can be no golden file
 */
export function writeGolden(
  directory: string,
  path: string,
  text: string,
  isSource: (path: string) => boolean,
): string {
  const place = placeInside(directory, path);
  const before = textOf(place);
  if (isSource(path) || (path.endsWith(".xml") && flowStart.test(before)))
    throw new PlaceError(`${path} belongs to the app or to its tests.`);
  writeWhole(place, text);
  const shown = join(directory, path);
  const patch = createTwoFilesPatch(shown, shown, before, text, undefined, undefined, { context: 2 });
  const [, ...lines] = patch.split("\n");
  return `wrote ${shown}\n${visibleLines(lines.slice(2).join("\n"))}`;
}

/** The first element of flows and of tests, also of those that nothing leads to. */
const flowStart = /^(?:\s|<\?[^?]*\?>|<!--(?:[^-]|-[^-])*-->)*<(?:flat|flow)(?:-test)?[\s/>]/;

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
