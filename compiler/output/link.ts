import { posix } from "node:path";
import { append } from "../source/lists.js";
import { SourceText } from "../source/source-text.js";
import { outputNamespace } from "./bundle-names.js";
import type { RuntimePart, Wanted } from "./bundle-runtime.js";
import { bundled, type OnLoadResult } from "./esbuild.js";
import { flowPlace } from "./flow-places.js";
import type { PrintedModule } from "./print.js";
import { decode, encode, type MappingsEnd, type SourceMap, type SourceMapMappings } from "./source-map.js";

/** The code of generated modules, as plain data. Its mappings number its own sources and names. */
export interface LinkedPart {
  readonly code: string;
  /** Go on after those of the runtime. They lead to flows where code comes from one, and to the module itself elsewhere. */
  readonly mappings: string;
  /** Lead to the module, everywhere. */
  readonly moduleMappings: string;
  readonly sources: readonly GeneratedSource[];
  readonly names: readonly string[];
}

export interface GeneratedSource {
  readonly kind: "flow" | "module";
  readonly path: string;
}

/** The end of a bundle, among the modules. */
export const entryPath = "server.ts";

/** The modules of an app, by what imports of them resolve to: a path that begins with `./`. */
type Modules = ReadonlyMap<string, PrintedModule>;

const byImport = (modules: readonly PrintedModule[]): Modules =>
  new Map(modules.map((module) => [`./${module.path}`, module]));

/** Imports end with `.js`. Some modules are JavaScript, all others are TypeScript. What comes from elsewhere stays as it is. */
function target(importer: string, specifier: string, modules: Modules): string {
  if (!specifier.startsWith(".")) return specifier;
  const path = `./${posix.join(posix.dirname(importer), specifier)}`;
  return modules.has(path) ? path : path.replace(/\.js$/, ".ts");
}

/** Imports of an app's modules, and of the end of its bundle, from elsewhere, in order; scripts that others made are, too. */
export function wantedBy(
  modules: readonly PrintedModule[],
  ofEntry: readonly Wanted[],
): { readonly wanted: readonly Wanted[]; readonly scripts: ReadonlyMap<string, string> } {
  const all = byImport(modules);
  const wanted = new Map(ofEntry.map((one) => [one.join(" "), one]));
  const scripts = new Map<string, string>();
  for (const { path: importer, imports = [] } of modules)
    for (const [specifier, names] of imports) {
      const path = target(importer, specifier, all);
      if (path.startsWith("./") && !path.endsWith(".js")) continue;
      for (const name of names) wanted.set(`${path} ${name}`, [path, name]);
      const script = all.get(path);
      if (script !== undefined) scripts.set(path, script.text);
    }
  const sorted = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
  return { wanted: sorted.map(([, one]) => one), scripts };
}

/**
 * Lets esbuild make one script of all generated modules. Names stay, unless two of them clash. What comes from elsewhere is in
 * the variable `runtime`.
 */
export async function link(
  modules: readonly PrintedModule[],
  entry: string,
  wanted: readonly Wanted[],
  runtime: RuntimePart,
): Promise<LinkedPart> {
  const all = byImport([...modules, { path: entryPath, text: entry, mappings: [], imports: new Map() }]);
  const taken = new Map<string, string[]>();
  for (const [index, [from, name]] of wanted.entries()) append(taken, from, `$${index}: ${name}`);
  const load = (path: string): OnLoadResult => {
    const names = taken.get(path);
    if (names !== undefined) return { contents: `export const { ${names.join(", ")} } = runtime;` };
    const module = all.get(path);
    if (module === undefined) throw new Error(`There is no generated module ${path}.`);
    return { contents: module.text, loader: "ts" };
  };
  const { code, map } = await bundled({
    entryPoints: [`./${entryPath}`],
    format: "cjs",
    minifyWhitespace: true,
    sourcesContent: false,
    metafile: false,
    plugins: [
      {
        name: "flowc-link",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^/ }, ({ path, importer }) => ({
            path: target(importer, path, all),
            namespace: outputNamespace,
          }));
          onLoad({ filter: /^/ }, ({ path }) => load(path));
        },
      },
    ],
  });
  return { code, ...mapped(JSON.parse(map) as SourceMap, all, runtime) };
}

/** Goes on from modules to flows. */
function mapped(
  map: SourceMap,
  modules: Modules,
  { sources: before, names: namesBefore, end }: RuntimePart,
): Omit<LinkedPart, "code"> {
  const found = map.sources.map((source) => modules.get(source.replace(`${outputNamespace}:`, "")));
  const own = found.filter((module) => module?.imports !== undefined) as PrintedModule[];
  const numbers = new Map(own.map((module, index) => [module, index]));
  // A module that was kept reads its mappings each time that they are asked for.
  const read = own.map(({ path, text, mappings }) => ({ text: new SourceText(path, text), mappings }));
  const flows = new Map<SourceText, number>();
  const names = new Map(map.names.map((name, index) => [name, index]));
  // What stands for modules from elsewhere comes from no source.
  const lines = (decode(map.mappings) as number[][][]).map((line) =>
    line.filter((segment) => {
      const number = numbers.get(found[segment[1] ?? -1] as PrintedModule);
      segment[1] = number ?? -1;
      return number !== undefined;
    }),
  );
  const moduleMappings = encodedAfter([-before.length, 0, 0, -namesBefore.length], lines);
  for (const segment of lines.flat()) {
    const [, number = 0, line = 0, column = 0] = segment;
    const module = read[number] as (typeof read)[number];
    const offset = module.text.offset({ line: line + 1, column: column + 1 });
    const place = flowPlace(module, offset);
    if (place === undefined) continue;
    segment[1] = own.length + numberIn(flows, place.source);
    segment[2] = place.line - 1;
    segment[3] = place.column - 1;
    if (place.name !== undefined && place.offset === offset) segment[4] = numberIn(names, place.name);
  }
  return {
    mappings: encodedAfter(end, lines),
    moduleMappings,
    sources: [
      ...own.map(({ path }) => ({ kind: "module", path }) as const),
      ...[...flows.keys()].map(({ path }) => ({ kind: "flow", path }) as const),
    ],
    names: [...names.keys()],
  };
}

/** The number of a key, which is the next one if it is new. */
function numberIn<K>(numbers: Map<K, number>, key: K): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

/** The text of mappings that stand behind others: each number is a difference from the last one of its kind. */
const encodedAfter = (end: MappingsEnd, lines: readonly (readonly number[])[][]): string =>
  encode([[[0, ...end]], ...(lines as SourceMapMappings)]).replace(/^[^;]*;/, "");
