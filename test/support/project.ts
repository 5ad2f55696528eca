/** The work of a user on the command line: build a directory, and check the types of the output. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { freshBuild } from "../tools/fresh-build.js";
import { repository } from "../tools/sources.js";
import { type Finished, runWarm } from "../tools/warm-process.js";

export { type Finished, repository };

export function fixture(name: string): string {
  return join(repository, "fixtures", name);
}

/** Runs `flowc …` as it is built in `dist/`. */
export const flowc = (...args: readonly string[]): Promise<Finished> => flowcIn(repository, ...args);

/** Runs it in a directory. */
export async function flowcIn(directory: string, ...args: readonly string[]): Promise<Finished> {
  await freshBuild();
  const program = join(repository, "dist/bin/flowc.js");
  const isAlone = goOn.has(args[0] ?? "") || args.includes("--env-file");
  return isAlone ? run([program, ...args], directory) : runWarm(program, args, directory);
}

/** Commands that serve until their process is asked to end; and Node itself reads files of variables. */
const goOn: ReadonlySet<string> = new Set(["dev", "lsp", "mcp", "record"]);

/**
 * Type-checks every module below `directory` with strict settings. Returns the messages; an empty text if
 * there are none.
 */
export async function tscStrict(directory: string): Promise<string> {
  await freshBuild();
  const modules = listFiles(directory).filter((path) => path.endsWith(".ts"));
  const strictest =
    "--noImplicitReturns --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noUnusedLocals";
  const options =
    "--ignoreConfig --strict --noEmit --module nodenext --moduleResolution nodenext --target es2023 --lib es2023,dom,dom.iterable --skipLibCheck";
  const { code, stdout, stderr } = await run(
    [
      join(repository, "node_modules/typescript/bin/tsc"),
      ...`${options} ${strictest}`.split(" "),
      ...modules,
    ],
    directory,
  );
  return code === 0 ? "" : `${stdout}${stderr}` || `tsc ends with ${code}`;
}

/** All files below a directory: relative paths with `/`, sorted. */
export function listFiles(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(directory.length).split(sep).join("/"), entry.name))
    .map((path) => path.replace(/^\//, ""))
    .sort();
}

/** The texts of files, by path. */
export type Tree = Readonly<Record<string, string>>;

export function readTree(directory: string): Tree {
  return Object.fromEntries(
    listFiles(directory).map((path) => [path, readFileSync(join(directory, path), "utf8")]),
  );
}

/**
 * The files that differ between two trees, each with its first different line. Lines are cut short, since
 * some have 100 KB.
 */
export function differences(one: Tree, other: Tree): readonly string[] {
  const paths = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return paths.flatMap((path) => {
    if (one[path] === other[path]) return [];
    const [rows, others] = [one[path], other[path]].map((text) => text?.split("\n") ?? ["no file"]) as [
      string[],
      string[],
    ];
    const at = rows.findIndex((row, index) => row !== others[index]);
    const line = at < 0 ? rows.length : at;
    const [row, its] = [rows[line] ?? "", others[line] ?? ""];
    const column = Math.max(0, [...row].findIndex((character, index) => character !== its[index]) - 20);
    const part = (text: string) => JSON.stringify(text.slice(column, column + 80));
    return `${path}:${line + 1}:${column + 1} ${part(row)}, not ${part(its)}`;
  });
}

export function run(args: readonly string[], cwd: string): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd, maxBuffer: 32 << 20 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}
