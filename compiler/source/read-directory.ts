import { accessSync, constants, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type Input, packagesFolder } from "./files.js";

/** Those of a flow directory are listed in order; their texts have no byte order mark. */
export type Inputs = Input;

/** The most entries in an input directory. Nobody writes flows with more, but a link to `/` leads to more. */
const maxEntries = 100_000;
const maxDepth = 32;
const maxBytes = 64 * 1024 * 1024;

/**
 * Lists the files of a directory. Leaves out hidden files, node_modules, `excluded` (an absolute path, such
 * as that of the output directory), and links that lead out of the directory. Throws errors of the file
 * system, and an `Error` if the directory is too large.
 * @param overlays files that may be anywhere: they are among the files, with paths that may lead out of the directory
 */
export function readDirectory(
  directory: string,
  excluded: string | undefined,
  overlays: readonly string[] = [],
): Inputs {
  const root = realpathSync(directory);
  const files = new Map<string, string>();
  let seen = 0;

  const visit = (path: string, prefix: string, ancestors: readonly string[]) => {
    if (ancestors.length > maxDepth)
      throw new Error(`${prefix} is nested more than ${maxDepth} directories deep.`);
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      if (++seen > maxEntries) throw new Error(`There are more than ${maxEntries} files in ${directory}.`);
      if (isHidden(entry.name) || entry.name === "node_modules") continue;
      const target = entry.isSymbolicLink() ? followed(join(path, entry.name)) : join(path, entry.name);
      if (target === undefined || target === excluded || !isInside(target, root)) continue;
      const kind = entry.isSymbolicLink() ? statSync(target) : entry;
      const name = `${prefix}${entry.name}`;
      if (kind.isFile()) files.set(name, target);
      else if (kind.isDirectory() && !ancestors.includes(target))
        visit(target, `${name}/`, [...ancestors, target]);
    }
  };
  visit(root, "", [root]);
  const named = overlays.map((overlay) => {
    const file = realpathSync(overlay);
    const path = relative(root, file).split(sep).join("/");
    files.set(path, file);
    return path;
  });

  const bounded = (path: string): string | undefined => {
    const file = files.get(path);
    if (file !== undefined && statSync(file).size > maxBytes)
      throw new Error(`${path} is larger than ${maxBytes} bytes.`);
    return file;
  };
  return {
    list: [...files.keys()].sort(),
    overlays: named.length === 0 ? undefined : named,
    root,
    read(path) {
      const file = path.startsWith(packagesFolder) ? packageFile(root, path) : bounded(path);
      return file && readFileSync(file, "utf8").replace(/^\ufeff/, "");
    },
    readBytes(path) {
      const file = bounded(path);
      return file === undefined ? undefined : readFileSync(file);
    },
    inspect(path) {
      const file = files.get(path);
      return file === undefined ? undefined : { size: statSync(file).size, isReadable: isReadable(file) };
    },
  };
}

/** A file of a package, in the directory or the nearest one above it that has it: where Node would find it. */
function packageFile(root: string, path: string): string | undefined {
  for (let directory = root; ; directory = dirname(directory)) {
    const file = join(directory, path);
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return file;
    if (dirname(directory) === directory) return undefined;
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns true if a file is hidden. The directory for well-known files (RFC 8615) is not: it is there to be
 * served.
 */
function isHidden(name: string): boolean {
  return name.startsWith(".") && name !== ".well-known";
}

/** Returns true if `path`, a real path, is `directory` or is below it. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

/** The target of a link; `undefined` if it does not exist. */
function followed(link: string): string | undefined {
  try {
    return realpathSync(link);
  } catch {
    return undefined;
  }
}
