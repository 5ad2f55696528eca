import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../../compiler/source/read-directory.js";

/**
 * Where a file of the flow directory may be written that something in the directory has named: never through a link, and
 * never where flowc itself would not look. Makes its folder.
 * @param path relative to the directory
 * @throws PlaceError
 */
export function placeInside(directory: string, path: string): string {
  const root = realpathSync(directory);
  const file = join(root, path);
  if (path.split("/").some((part) => part.startsWith(".") || part === "node_modules"))
    throw new PlaceError(`${path} is hidden: it is no file of the app.`);
  // A link may lead out of the directory.
  if (!isInside(realpathSync(existing(dirname(file))), root))
    throw new PlaceError(`${dirname(path)} leads out of the flow directory.`);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isFile()) throw new PlaceError(`${path} is no regular file.`);
  mkdirSync(dirname(file), { recursive: true });
  return file;
}

/** Why nothing is written there. */
export class PlaceError extends Error {
  override readonly name = "PlaceError";
}

/** The folder itself, or the innermost one around it that exists. */
function existing(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? existing(dirname(folder)) : folder;
}
