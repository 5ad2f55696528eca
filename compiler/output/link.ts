import { posix } from "node:path";
import { inParts } from "../source/lists.js";
import { SourceText } from "../source/source-text.js";
import { outputNamespace } from "./bundle-names.js";
import { propertyKey, type RuntimePart, type Wanted } from "./bundle-runtime.js";
import { type OnLoadResult, type Plugin, Rebundler } from "./esbuild.js";
import { FlowPlaces } from "./flow-places.js";
import type { PrintedModule } from "./print.js";
import { MappedLines, type SourceMap, type SourceMapSegment } from "./source-map.js";

/** The code of generated modules, as plain data. */
export interface GeneratedPart {
  readonly code: string;
  /** Leads to flows where code comes from one, and to the module itself elsewhere; goes on where those of the runtime end. */
  readonly mappings: string;
  /** Leads to the module, everywhere. */
  readonly moduleMappings: string;
  /** The targets of the mappings; the first one is numbered as the next one after those of the runtime. */
  readonly sources: readonly GeneratedSource[];
  readonly names: readonly string[];
}

interface GeneratedSource {
  readonly kind: "flow" | "module" | "entry";
  readonly path: string;
}

/** Imports of an app's modules, and of the end of its bundle, from elsewhere. */
export function wantedBy(
  modules: readonly PrintedModule[],
  entry: { readonly imports: readonly Wanted[]; readonly text: string },
): { readonly wanted: ReadonlyMap<string, Wanted>; readonly scripts: ReadonlyMap<string, string> } {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const wanted = new Map(entry.imports.map((one) => [propertyKey(one), one]));
  const scripts = new Map<string, string>();
  const reached = new Set(
    [...entry.text.matchAll(/from "(\.[^"]+)"/g)].map(([, to = ""]) => target("", to, byPath)),
  );
  for (const path of reached)
    for (const [specifier, names] of byPath.get(path)?.imports ?? []) {
      const own = specifier.startsWith(".") ? target(path, specifier, byPath) : undefined;
      const script = own?.endsWith(".js") === true ? byPath.get(own) : undefined;
      if (own !== undefined && script === undefined) reached.add(own);
      else
        for (const name of names) {
          const one = [script === undefined ? specifier : `./${script.path}`, name] as const;
          wanted.set(propertyKey(one), one);
        }
      if (script !== undefined) scripts.set(script.path, script.text);
    }
  return { wanted, scripts };
}

/** Imports end with `.js`. Some modules are JavaScript, all others are TypeScript. */
function target(importer: string, specifier: string, modules: ReadonlyMap<string, unknown>): string {
  const path = posix.join(posix.dirname(importer), specifier);
  return modules.has(path) ? path : path.replace(/\.js$/, ".ts");
}

const linesAtOnce = 1000;

const entryPath = "server.ts";

/** Lets esbuild make one script of generated modules, again and again. Names stay, unless two of them clash. */
export class Linker {
  #modules: ReadonlyMap<string, PrintedModule> = new Map();
  #entry = "";
  #properties: RuntimePart["properties"] = {};
  readonly #rebundler = new Rebundler({
    stdin: { contents: `import "${outputNamespace}:entry";` },
    format: "cjs",
    minifyWhitespace: true,
    sourcesContent: false,
    plugins: [this.#plugin()],
  });

  async link(modules: readonly PrintedModule[], entry: string, runtime: RuntimePart): Promise<GeneratedPart> {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    this.#entry = entry;
    this.#properties = runtime.properties;
    const { code, map } = await this.#rebundler.bundled();
    return { code, ...this.#mapped(JSON.parse(map) as SourceMap, runtime) };
  }

  #plugin(): Plugin {
    return {
      name: "flowc-link",
      setup: (build) => {
        build.onResolve({ filter: /^/ }, ({ path, importer }) => {
          const own = path.startsWith(".") ? target(importer, path, this.#modules) : path;
          return { path: own.replace(/^flowc-output:entry$/, entryPath), namespace: outputNamespace };
        });
        build.onLoad({ filter: /^/ }, ({ path }) => this.#load(path));
      },
    };
  }

  #load(path: string): OnLoadResult {
    if (path === entryPath) return { contents: this.#entry, loader: "ts" };
    const module = this.#modules.get(path);
    if (module?.imports !== undefined) return { contents: module.text, loader: "ts" };
    if (path.endsWith(".ts")) throw new Error(`There is no generated module ${path}.`);
    // All that comes from elsewhere is in the variable `runtime`.
    const from = propertyKey([module === undefined ? path : `./${path}`, ""]);
    const exported = Object.entries(this.#properties).filter(([key]) => key.startsWith(from));
    const members = exported.map(([key, property]) => `${property}: ${key.slice(from.length)}`);
    return { contents: `export const { ${members.join(", ")} } = runtime;` };
  }

  /** Goes on from modules to flows. There are millions of segments, so only those of some lines are there at a time. */
  #mapped(map: SourceMap, runtime: RuntimePart): Omit<GeneratedPart, "code"> {
    const sources: GeneratedSource[] = [];
    const numbered = (source: GeneratedSource) => runtime.sources.length + sources.push(source) - 1;
    const from = map.sources.map((source) => {
      const path = source.replace(`${outputNamespace}:`, "");
      const module = this.#modules.get(path);
      if (module?.imports === undefined && path !== entryPath) return undefined;
      const text = new SourceText(path, module?.text ?? this.#entry);
      const number = numbered({ kind: module === undefined ? "entry" : "module", path });
      return { number, text, places: new FlowPlaces(module?.mappings ?? []) };
    });
    const modules = from.filter((module) => module !== undefined);
    const names = new Map(map.names.map((name, index) => [name, runtime.names.length + index]));
    const flows = new Map<SourceText, number>();
    const toModule = (segment: SourceMapSegment): boolean => {
      if (segment.length === 1) return false;
      segment[1] = from[segment[1]]?.number ?? -1;
      if (segment.length === 5) segment[4] += runtime.names.length;
      return segment[1] >= 0;
    };
    const toFlow = (segment: SourceMapSegment): void => {
      if (segment.length === 1) return;
      const { text, places } = modules[segment[1] - runtime.sources.length] as (typeof modules)[number];
      const offset = text.offset({ line: segment[2] + 1, column: segment[3] + 1 });
      const place = places.at(offset);
      if (place === undefined) return;
      const flow = flows.get(place.source) ?? numbered({ kind: "flow", path: place.source.path });
      flows.set(place.source, flow);
      segment[1] = flow;
      segment[2] = place.line - 1;
      segment[3] = place.column - 1;
      if (place.name === undefined || place.offset !== offset) return;
      const name = names.get(place.name) ?? runtime.names.length + names.size;
      names.set(place.name, name);
      (segment as number[])[4] = name;
    };
    const read = new MappedLines();
    const ofModules = new MappedLines();
    // The first number of each kind is a difference from the last one of the runtime.
    const ofFlows = new MappedLines(runtime.last);
    const [moduleMappings, mappings]: [string[], string[]] = [[], []];
    for (const some of inParts(map.mappings.split(";"), linesAtOnce)) {
      const lines = read.decoded(some.join(";")).map((line) => line.filter(toModule));
      moduleMappings.push(ofModules.encoded(lines));
      for (const line of lines) for (const segment of line) toFlow(segment);
      mappings.push(ofFlows.encoded(lines));
    }
    return {
      mappings: mappings.join(";"),
      moduleMappings: moduleMappings.join(";"),
      sources,
      names: [...names.keys()],
    };
  }
}
