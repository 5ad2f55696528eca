import { existsSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ownPath = fileURLToPath(import.meta.url);

/** `.ts` if flowc runs from its source. `.js` if it is built; then its modules are in `dist/`. */
export const moduleExtension = extname(ownPath);

/** The directory of flowc's package.json. The command line is built into fewer files than there are modules. */
export const packageDirectory = above(dirname(ownPath));

export const runtimeDirectory = resolve(
  packageDirectory,
  moduleExtension === ".ts" ? "runtime" : "dist/runtime",
);

function above(directory: string): string {
  return existsSync(join(directory, "package.json")) ? directory : above(dirname(directory));
}
