import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Inputs, isInside } from "../../compiler/source/read-directory.js";
import { type Standalone, standalone } from "../../compiler/standalone/index.js";
import { isDirectory } from "./directory.js";
import { realPath } from "./real-path.js";

/**
 * Makes a project that needs no compiler of a flow directory; see docs/guides/standalone.md. If there are errors, they are
 * among the findings, and there are no files.
 * @param out the directory that `writeProject` writes, which gives the package its name
 */
export const makeStandalone = (inputs: Inputs, out: string): Promise<Standalone> =>
  standalone(inputs, packageName(out));

/** @throws Error unless `out` is an empty directory, or does not exist, and lies outside the flow directory */
export function checkPlace(directory: string, out: string): void {
  if (isInside(realPath(out), realPath(directory)))
    throw new Error(`${out} is in the flow directory: the project would become a part of the app.`);
  if (!existsSync(out)) return;
  if (isDirectory(out) !== true) throw new Error(`${out} is not a directory.`);
  if (readdirSync(out).length > 0)
    throw new Error(`${out} is not empty. The project needs a directory of its own.`);
}

export function writeProject(out: string, { files }: Standalone): void {
  for (const { path, text } of files) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
}

/** Of the directory's name, as npm wants it. */
function packageName(out: string): string {
  const name = basename(resolve(out))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "");
  return name === "" ? "app" : name;
}
