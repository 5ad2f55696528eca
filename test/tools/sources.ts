import { readdirSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = findRepository(dirname(fileURLToPath(import.meta.url)));

/** Tools also run from where they are bundled to. */
function findRepository(directory: string): string {
  const parent = dirname(directory);
  return directory.endsWith(`${sep}test`) ? parent : findRepository(parent);
}

/** The folders that are compiled and shipped. */
export const rooms = ["bin", "compiler", "runtime"];

/** The page of `flowc dev`, which a browser runs: the build joins it to one file. */
export const pageDirectory = "bin/commands/dev/page/";

/** Its modules without those of the page, from the repository's top, with `/`. */
export const sourcePaths = (): readonly string[] =>
  rooms.flatMap((room) =>
    readdirSync(join(repository, room), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
      .map((path) => `${room}/${path.split(sep).join("/")}`)
      .filter((path) => !path.startsWith(pageDirectory)),
  );

/** Returns the files that the page is made of. */
export const pagePaths = (): readonly string[] =>
  readdirSync(join(repository, pageDirectory), { recursive: true, encoding: "utf8" })
    .map((path) => `${pageDirectory}${path.split(sep).join("/")}`)
    .filter((path) => /\.(tsx?|css)$/.test(path));
