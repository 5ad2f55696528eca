/** Finds out which of our own modules import each other, and which are in a cycle. */
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { listFiles, repository } from "./project.js";

/** An import of one module by another. Paths start at the top of the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** True if it imports types only, so that it is gone when the code runs. */
  readonly isType: boolean;
}

/** `import …` and `export … from`: the groups are `type`, the imported names and the file. */
const statement = /^(?:import|export)(\s+type)?\s+(?:([^;"]*?)\s+from\s+)?"(\.[^"\n]+)"/gm;

/** `import("…")` as a type, or while the app runs. */
const call = /\bimport\(\s*"(\.[^"\n]+)"\s*\)/g;

/** `declare module "…"`, which adds to the types of another module. */
const augmentation = /^declare module "(\.[^"\n]+)"/gm;

/** The imports of a module from our own modules. */
export function importsOf(path: string, text: string): readonly Import[] {
  const to = (name: string): string => posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts");
  const statements = [...text.matchAll(statement)].map(([, type, names, name = ""]) => ({
    from: path,
    to: to(name),
    isType: type !== undefined || (names !== undefined && takesTypesOnly(names)),
  }));
  const calls = [...text.matchAll(call)].map(([, name = ""]) => ({
    from: path,
    to: to(name),
    isType: false,
  }));
  const augmented = [...text.matchAll(augmentation)].map(([, name = ""]) => ({
    from: path,
    to: to(name),
    isType: true,
  }));
  return [...statements, ...calls, ...augmented];
}

/** Returns true if an import has only types: `{ type A, type B }`. */
function takesTypesOnly(names: string): boolean {
  const listed = /^\{([\s\S]*)\}$/.exec(names)?.[1];
  if (listed === undefined) return false;
  const each = listed
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return each.every((name) => name.startsWith("type "));
}

/** The imports of all modules below these folders, given from the top of the repository. */
export function readImports(...folders: readonly string[]): readonly Import[] {
  return folders
    .flatMap((folder) => listFiles(posix.join(repository, folder)).map((path) => `${folder}/${path}`))
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => importsOf(path, readFileSync(posix.join(repository, path), "utf8")));
}

/** The imports between the folders of the modules. */
export function betweenFolders(imports: readonly Import[]): readonly Import[] {
  return imports
    .map(({ from, to, isType }) => ({ from: posix.dirname(from), to: posix.dirname(to), isType }))
    .filter(({ from, to }) => from !== to);
}

/**
 * The cycles: sets of modules, or folders, in which each one imports all others, directly or indirectly. The
 * sets are sorted, and so is each set.
 */
export function cyclesAmong(imports: readonly Import[]): readonly (readonly string[])[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (!graph.has(from)) graph.set(from, new Set());
    graph.get(from)?.add(to);
  }
  const cycles = components(graph).filter((component) => component.length > 1);
  return cycles.map((cycle) => cycle.sort()).sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
}

/** The strongly connected components of a graph (Tarjan 1972). */
function components(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (node: string): number => {
    const place = order.size;
    order.set(node, place);
    open.push(node);
    let low = place;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, lowest.get(next) ?? order.get(next) ?? low);
    }
    lowest.set(node, low);
    if (low === place) found.push(open.splice(open.indexOf(node)));
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}
