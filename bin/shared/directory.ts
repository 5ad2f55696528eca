import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Option } from "commander";
import { repeated } from "./option-values.js";

/** The argument of commands that work on a flow directory. */
export const directoryArgument = [
  "<dir>",
  "the directory with swagger.yaml (or openapi.yaml) and the flows",
] as const;

/** The value of `--overlay`. */
export interface Overlaid {
  readonly overlay: readonly string[];
}

/** `--overlay`, of commands that read a flow directory. */
export const overlayOption = (): Option =>
  new Option("--overlay <file>", "apply an OpenAPI overlay to the API description; can be repeated")
    .default([], "overlay.yaml beside it")
    .argParser(repeated);

export const isDirectory = (path: string): boolean | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory();

/** @throws Error if the path is no directory */
export function checkDirectory(directory: string): void {
  if (isDirectory(directory) !== true)
    throw new Error(`${directory || "The empty path"} is not a directory.`);
}

/** Does something in a new directory, which is gone afterwards. */
export async function inNewDirectory<T>(name: string, work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), `flowc-${name}-`));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
