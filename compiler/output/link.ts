import { posix } from "node:path";
import { handlerModule, xpathNamespace } from "../parse/handler/script.js";
import { append, countWhile } from "../source/lists.js";
import { SourceText } from "../source/source-text.js";
import { fileOf, outputNamespace } from "./bundle-names.js";
import { type BundledPackage, packagesOf } from "./bundle-notice.js";
import type { RuntimePart, Wanted } from "./bundle-runtime.js";
import { bundled, type OnLoadResult } from "./esbuild.js";
import { type FlowPlace, flowPlace } from "./flow-places.js";
import { MappingsWriter, readMappings } from "./mappings.js";
import type { PrintedModule } from "./print.js";
import type { SourceMap } from "./source-map.js";

/** The code of generated modules, as plain data. Its mappings number its own sources and names. */
export interface LinkedPart {
  readonly code: string;
  /** Go on after those of the runtime. They lead to flows where code comes from one, and to the module itself elsewhere. */
  readonly mappings: string;
  /** Lead to the module, everywhere. */
  readonly moduleMappings: string;
  readonly sources: readonly GeneratedSource[];
  readonly names: readonly string[];
  /** The packages that handlers import. */
  readonly packages: readonly BundledPackage[];
}

export interface GeneratedSource {
  readonly kind: "flow" | "module";
  readonly path: string;
}

/** The end of a bundle, among the modules. */
export const entryPath = "server.ts";

/** Has the members of the namespace `xpath` of `flowc/handler` as names of its own, of which a bundle has only some. */
const namespaceModule = `${handlerModule}/${xpathNamespace}`;

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
      const script = all.get(path);
      if (path.startsWith("./") && (script?.imports !== undefined || !path.endsWith(".js"))) continue;
      for (const name of names) {
        const one = wantedOf(path, name);
        if (one !== undefined) wanted.set(one.join(" "), one);
      }
      if (script !== undefined) scripts.set(path, script.text);
    }
  const sorted = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
  return { wanted: sorted.map(([, one]) => one), scripts };
}

/** A namespace itself is made of its members. */
function wantedOf(path: string, name: string): Wanted | undefined {
  if (path !== handlerModule || name.split(".", 1)[0] !== xpathNamespace) return [path, name];
  const member = name.slice(xpathNamespace.length + 1);
  return member === "" ? undefined : [namespaceModule, member];
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
  if (taken.has(namespaceModule)) taken.set(handlerModule, taken.get(handlerModule) ?? []);
  const load = (path: string): OnLoadResult => {
    const names = taken.get(path);
    if (names !== undefined) {
      const own = `export const { ${names.join(", ")} } = runtime;`;
      const hasMembers = path === handlerModule && taken.has(namespaceModule);
      return { contents: hasMembers ? `${own}\nexport * as xpath from "${namespaceModule}";` : own };
    }
    const module = all.get(path);
    if (module === undefined) throw new Error(`There is no generated module ${path}.`);
    const loader = path.endsWith(".json") ? "json" : path.endsWith(".js") ? "js" : "ts";
    return {
      contents: module.linked ?? module.text,
      loader,
      ...(module.directory && { resolveDir: module.directory }),
    };
  };
  const { code, map, included } = await bundled({
    entryPoints: [`./${entryPath}`],
    format: "cjs",
    minifyWhitespace: true,
    sourcesContent: false,
    plugins: [
      {
        name: "flowc-link",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /^/ }, ({ path, importer, namespace, kind }) => {
            const found = target(importer, path, all);
            // Packages of handlers are found as Node finds them, and so is all that they import.
            const isOurs = namespace === outputNamespace || kind === "entry-point";
            const isKnown = taken.has(found) || all.has(found);
            return isOurs && (isKnown || path.startsWith("."))
              ? { path: found, namespace: outputNamespace }
              : undefined;
          });
          onLoad({ filter: /^/, namespace: outputNamespace }, ({ path }) => load(path));
        },
      },
    ],
  });
  const packages = packagesOf(included.filter((path) => !path.startsWith(outputNamespace)).map(fileOf));
  return {
    code,
    ...mapped(JSON.parse(map) as SourceMap, all, runtime),
    packages: packages.filter(({ name }) => name !== "flowc"),
  };
}

/** Goes on from modules to flows. */
function mapped(
  map: SourceMap,
  modules: Modules,
  { sources: before, names: namesBefore, end }: RuntimePart,
): Omit<LinkedPart, "code" | "packages"> {
  const found = map.sources.map((source) => modules.get(source.replace(`${outputNamespace}:`, "")));
  const own = found.filter((module) => module?.imports !== undefined) as PrintedModule[];
  const numbers = new Map(own.map((module, index) => [module, index]));
  // What stands for modules from elsewhere comes from no source.
  const numberOf = found.map((module) => numbers.get(module as PrintedModule));
  const walks = own.map((module) => new PlaceWalk(module));
  const flows = new Map<SourceText, number>();
  const names = new Map(map.names.map((name, index) => [name, index]));
  const toModules = new MappingsWriter(-before.length, 0, 0, -namesBefore.length);
  const toFlows = new MappingsWriter(...end);
  readMappings(map.mappings, {
    line() {
      toModules.line();
      toFlows.line();
    },
    segment({ column, source, line, sourceColumn, name }) {
      const number = numberOf[source];
      if (number === undefined) return;
      toModules.segment(column, number, line, sourceColumn, name);
      const walk = walks[number] as PlaceWalk;
      const place = walk.at(line, sourceColumn);
      if (place === undefined) {
        toFlows.segment(column, number, line, sourceColumn, name);
        return;
      }
      const isNamed = place.name !== undefined && place.offset === walk.offset;
      const shown = isNamed ? numberIn(names, place.name as string) : name;
      const flow = own.length + numberIn(flows, place.source);
      toFlows.segment(column, flow, place.line - 1, place.column - 1, shown);
    },
  });
  return {
    mappings: toFlows.text(),
    moduleMappings: toModules.text(),
    sources: [
      ...own.map(({ path }) => ({ kind: "module", path }) as const),
      ...[...flows.keys()].map(({ path }) => ({ kind: "flow", path }) as const),
    ],
    names: [...names.keys()],
  };
}

/** The places in flows that the code of a module comes from, mostly asked for in its order. */
class PlaceWalk {
  readonly #text: SourceText;
  // A module that was kept reads its mappings each time that they are asked for.
  readonly #module: Pick<PrintedModule, "mappings">;
  #from = 0;
  #end = 0;
  #place: FlowPlace | undefined;
  /** Of the last place in the module that was asked for. */
  offset = 0;

  constructor({ path, text, mappings }: PrintedModule) {
    this.#text = new SourceText(path, text);
    this.#module = { mappings };
  }

  /** @param line from 0, as the column */
  at(line: number, column: number): FlowPlace | undefined {
    const { mappings } = this.#module;
    const offset = this.#text.offset({ line: line + 1, column: column + 1 });
    this.offset = offset;
    if (offset >= this.#from && offset < this.#end) return this.#place;
    const count = countWhile(mappings, (each) => each.offset <= offset);
    this.#from = mappings[count - 1]?.offset ?? 0;
    this.#end = mappings[count]?.offset ?? Number.POSITIVE_INFINITY;
    this.#place = flowPlace(this.#module, offset);
    return this.#place;
  }
}

/** The number of a key, which is the next one if it is new. */
function numberIn<K>(numbers: Map<K, number>, key: K): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}
