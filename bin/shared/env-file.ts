import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { InvalidArgumentError, Option } from "commander";
import { repeated } from "./option-values.js";

/**
 * `--env-file`, of commands that run an app. What the process has already wins over the files, and a later file over an
 * earlier one. Whoever types a name trusts the file; those that only lie about are for the app of `flowc dev` alone.
 * Today's Node sees an option of this name behind the program, too, and does the same before flowc runs; a file that is not
 * there then is exit code 9.
 */
export const envFileOption = (): Option =>
  new Option("--env-file <file>", "also take environment variables from a file; can be repeated")
    .default([])
    .argParser(load);

/** Variables that a file has set, and another one may set once more. */
const fromFiles = new Set<string>();

function load(path: string, before: readonly string[]): readonly string[] {
  const text = textOf(path);
  for (const [name, value] of Object.entries(parseEnv(text)))
    if (process.env[name] === undefined || fromFiles.has(name)) {
      process.env[name] = value;
      fromFiles.add(name);
    }
  return repeated(path, before);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InvalidArgumentError(`It cannot be read${code === undefined ? "" : `: ${code}`}.`);
  }
}
