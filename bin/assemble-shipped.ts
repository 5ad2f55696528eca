/**
 * Leaves out of the package what who installs flowc has no use for: modules that are joined to others, and declarations
 * that no entry leads to. `dist/.npmignore` names these files; in a clone they stay, for tests.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { packageDirectory } from "../compiler/output/package-directory.js";

const dist = join(packageDirectory, "dist");

/** What is loaded as it is: the workers of commands, and what `assemble.ts` and its helpers have made. */
const made =
  /^(?:LICENSES\.txt$|node_modules\/|bin\/parts\/|bin\/commands\/dev\/(?:page[.-]|try\/.*\.(?:gz|txt)$))/;

/** @param entries modules that are loaded, with all that they import; relative to `dist/` */
export function assembleShipped(entries: readonly string[]): void {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/"));
  // OpenTelemetry is joined to a file in `runtime/node/`.
  const runtime = files.filter(
    (path) => /^runtime\/(?!open-telemetry\/)/.test(path) && !path.endsWith(".d.ts"),
  );
  const types = ["bin/api/index.d.ts", ...runtime.filter((path) => path.endsWith("/index.js"))].map((path) =>
    path.replace(/\.js$/, ".d.ts"),
  );
  const shipped = new Set([...runtime, ...closure(entries), ...closure(types)]);
  const isShipped = (path: string) => shipped.has(path) || made.test(path);
  writeFileSync(join(dist, ".npmignore"), ignored("", files, isShipped).join(""));
}

/** As few lines as there can be: npm tries each with each file. */
function ignored(
  directory: string,
  files: readonly string[],
  isShipped: (path: string) => boolean,
): readonly string[] {
  const inside = files.filter((path) => path.startsWith(directory));
  if (!inside.some(isShipped)) return [`/${directory}\n`];
  const names = new Set(inside.map((path) => path.slice(directory.length).replace(/\/.*/, "/")));
  const alone = [...names].filter((name) => !name.endsWith("/"));
  const ends = [".js", ".d.ts"].filter(
    (end) => !alone.some((name) => name.endsWith(end) && isShipped(directory + name)),
  );
  const others = alone.filter(
    (name) => !isShipped(directory + name) && !ends.some((end) => name.endsWith(end)),
  );
  return [
    ...[...names].flatMap((name) => (name.endsWith("/") ? ignored(directory + name, inside, isShipped) : [])),
    ...ends.map((end) => `/${directory}*${end}\n`),
    ...others.map((name) => `/${directory}${name}\n`),
  ];
}

/** Modules or declarations, and what they import of flowc. */
function closure(paths: readonly string[]): ReadonlySet<string> {
  const reached = new Set(paths);
  for (const path of reached) {
    const end = path.endsWith(".d.ts") ? ".d.ts" : ".js";
    const text = readFileSync(join(dist, path), "utf8");
    for (const [, name = ""] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)) {
      const file = join(dist, dirname(path), name.replace(/\.js$/, end));
      if (existsSync(file)) reached.add(relative(dist, file).split(sep).join("/"));
    }
  }
  return reached;
}
