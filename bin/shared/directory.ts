import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Command, Option } from "commander";
import { repeated } from "./option-values.js";

/** The argument of commands that work on a flow directory. */
export const directoryArgument = [
  "[dir]",
  "the directory with swagger.yaml (or openapi.yaml) and the flows",
  ".",
] as const;

/** An argument behind the directory: its name, and what it is. */
type Following = readonly [name: string, description: string];

/**
 * Gives a command a directory and what has to follow. The directory is left out if there is just enough for the rest, which
 * commander cannot know of an argument that stands first.
 */
export function directoryBefore(command: Command, following: readonly Following[]): () => readonly string[] {
  command.argument(...directoryArgument);
  for (const [name, description] of following) command.argument(`[${name}]`, description);
  command.usage(`[options] [dir] ${following.map(([name]) => `<${name}>`).join(" ")}`);
  return () => {
    const given = command.args;
    const [missing] = following[given.length] ?? [];
    if (missing !== undefined) command.error(`error: missing required argument '${missing}'`);
    return given.length === following.length ? [directoryArgument[2], ...given] : given;
  };
}

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
