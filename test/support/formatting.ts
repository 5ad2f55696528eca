/** Checks whether generated code looks as if a formatter had written it. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchDirectory, writeFiles } from "./compile.js";
import { listFiles, repository } from "./project.js";

interface Module {
  readonly path: string;
  readonly text: string;
}

const maxColumn = 100;

/** Lines that are too long. Strings and imports of a single name may be, because they cannot be broken. */
export const longLines = (modules: readonly Module[]): readonly string[] =>
  modules.flatMap(({ path, text }) =>
    text
      .split("\n")
      .filter((line) => line.length > maxColumn && !isOneThing(line))
      .map((line) => `${path}: ${line}`),
  );

const isOneThing = (line: string) =>
  /^ *(?:\w+: )?(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')[,;]?$/.test(line) ||
  /^import \{ \w+ \} from "[^"]*";$/.test(line);

/**
 * The modules that Biome would format in another way; it breaks lines like Prettier. Comments at the ends of
 * lines tell which flow the code is from. No formatter knows their column.
 */
export async function reformatted(modules: readonly Module[]): Promise<Readonly<Record<string, string>>> {
  const directory = scratchDirectory("formatting");
  const plain = modules.map(({ path, text }) => ({ path, text: text.replace(/(?<=\S) {2,}\/\/ .*$/gm, "") }));
  writeFiles(directory, plain);
  const settings = { root: true, formatter: { indentStyle: "space", indentWidth: 2, lineWidth: maxColumn } };
  writeFileSync(join(directory, "biome.json"), JSON.stringify(settings));
  await new Promise<void>((resolve, reject) => {
    const biome = join(repository, "node_modules/@biomejs/biome/bin/biome");
    execFile(process.execPath, [biome, "format", "--write", "."], { cwd: directory }, (error, _, stderr) =>
      error === null ? resolve() : reject(new Error(stderr)),
    );
  });
  const changed = plain.filter(({ path, text }) => readFileSync(join(directory, path), "utf8") !== text);
  return Object.fromEntries(changed.map(({ path }) => [path, readFileSync(join(directory, path), "utf8")]));
}

/** The TypeScript modules below a directory, unchanged. */
export const modulesBelow = (directory: string): readonly Module[] =>
  listFiles(directory)
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .map((path) => ({ path, text: readFileSync(join(directory, path), "utf8") }));
