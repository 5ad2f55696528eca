/** What a user does from the command line: build a directory, check the output's types. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { freshBuild } from "../tools/fresh-build.js";
import { repository } from "../tools/sources.js";

export { repository };
export const fixture = (name: string): string => join(repository, "fixtures", name);

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `flowc …` as built into `dist/`. */
export async function flowc(...args: readonly string[]): Promise<Finished> {
  await freshBuild();
  return run([join(repository, "dist/bin/flowc.js"), ...args], repository);
}

/** Type-checks every module below `directory` as a team with strict settings would; empty when all is well. */
export async function tscStrict(directory: string): Promise<string> {
  await freshBuild();
  const modules = listFiles(directory).filter((path) => path.endsWith(".ts"));
  const options =
    "--ignoreConfig --strict --noEmit --module nodenext --moduleResolution nodenext --target es2023 --lib es2023,dom,dom.iterable --skipLibCheck";
  const { code, stdout, stderr } = await run(
    [join(repository, "node_modules/typescript/bin/tsc"), ...options.split(" "), ...modules],
    directory,
  );
  return code === 0 ? "" : `${stdout}${stderr}` || `tsc ends with ${code}`;
}

/** All files below a directory, relative, with `/`, sorted. */
export function listFiles(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(directory.length).split(sep).join("/"), entry.name))
    .map((path) => path.replace(/^\//, ""))
    .sort();
}

export function readTree(directory: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    listFiles(directory).map((path) => [path, readFileSync(join(directory, path), "utf8")]),
  );
}

function run(args: readonly string[], cwd: string): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd, maxBuffer: 32 << 20 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}
