import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type Inputs, isInside } from "../../compiler/source/read-directory.js";
import type { Store } from "../../compiler/source/store.js";
import { type Standalone, standalone } from "../../compiler/standalone/index.js";
import { realPath } from "./real-path.js";

/**
 * Writes a flow directory as a project that needs no compiler; see docs/guides/standalone.md. Writes nothing if there are
 * errors: they are among the findings then, and there are no files.
 * @param inputs the files of `directory`, perhaps with changes
 * @param out a directory that is empty, or does not exist
 * @throws Error if it is anything else, or in the flow directory
 */
export async function writeStandalone(
  inputs: Inputs,
  directory: string,
  out: string,
  store?: Store,
): Promise<Standalone> {
  checkPlace(directory, out);
  const made = await standalone(inputs, packageName(out), store);
  for (const { path, text } of made.files) {
    const file = join(out, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: "wx" });
  }
  return made;
}

function checkPlace(directory: string, out: string): void {
  if (isInside(realPath(out), realPath(directory)))
    throw new Error(`${out} is in the flow directory: the project would become a part of the app.`);
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Error(`${out} is not empty. The project needs a directory of its own.`);
}

/** Of the directory's name, as npm wants it. */
function packageName(out: string): string {
  const name = basename(resolve(out))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "");
  return name === "" ? "app" : name;
}
