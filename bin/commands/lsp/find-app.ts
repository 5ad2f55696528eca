import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { descriptionNames } from "../../../compiler/load/description.js";
import { isInside } from "../../../compiler/source/read-directory.js";
import { maxParents } from "./limits.js";

/** The files that tell a flow directory. */
const marks = [...descriptionNames, join("conf", "config.xml")];

/**
 * The flow directory that a file is in: the nearest one upward with an API description.
 * @param folders those that the editor has open: nothing above the one with the file is looked at
 */
export function findApp(file: string, folders: readonly string[]): string | undefined {
  const inside = folders.filter((folder) => isInside(file, folder));
  let directory = dirname(file);
  for (let count = 0; count < maxParents; count++) {
    if (marks.some((mark) => existsSync(join(directory, mark)))) return directory;
    const parent = dirname(directory);
    if (parent === directory || inside.includes(directory)) return undefined;
    directory = parent;
  }
  return undefined;
}
