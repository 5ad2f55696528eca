import { statSync } from "node:fs";

/** The argument of commands that work on a flow directory. */
export const directoryArgument = [
  "<dir>",
  "the directory with swagger.yaml (or openapi.yaml) and the flows",
] as const;

export const isDirectory = (path: string): boolean | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory();

/** @throws Error if the path is no directory */
export function checkDirectory(directory: string): void {
  if (isDirectory(directory) !== true)
    throw new Error(`${directory || "The empty path"} is not a directory.`);
}
