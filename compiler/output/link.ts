import { posix } from "node:path";
import { hash } from "../source/hash.js";
import { inParts } from "../source/lists.js";
import { SourceText } from "../source/source-text.js";
import { outputNamespace } from "./bundle-names.js";
import { propertyKey, type RuntimePart, type Wanted } from "./bundle-runtime.js";
import { linkedBy, type OnLoadResult, type Plugin } from "./esbuild.js";
import { FlowPlaces } from "./flow-places.js";
import type { PrintedModule } from "./print.js";
import {
  decode,
  type PartMappings,
  partMappings,
  type SourceMap,
  type SourceMapSegment,
} from "./source-map.js";

/** The code of generated modules, as plain data. Its mappings number its own sources and names. */
export interface LinkedPart {
  /** The hash of all that it is made of. */
  readonly key: string;
  readonly code: string;
  /** Leads to flows where code comes from one, and to the module itself elsewhere. */
  readonly mappings: PartMappings;
  /** Leads to the module, everywhere. */
  readonly moduleMappings: PartMappings;
  readonly sources: readonly GeneratedSource[];
  readonly names: readonly string[];
}

export interface GeneratedSource {
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

const entryPath = "server.ts";

/** How many modules of endpoints are linked together where there are many: for a change in one, so many are linked again. */
const linkedTogether = 32;

/** The modules of an app in the order in which they run. */
class Division {
  readonly #modules: ReadonlyMap<string, PrintedModule>;
  /** Modules that others import, and the properties of `$parts` that have what is imported, by name. */
  readonly #exports = new Map<string, Map<string, string>>();
  readonly #importers = new Map<string, Set<string>>();
  readonly parts: readonly (readonly PrintedModule[])[];

  constructor(modules: readonly PrintedModule[]) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    const properties = new Map<string, number>();
    for (const [importer, { imports = [] }] of this.#modules)
      for (const [specifier, names] of imports) {
        const path = target(importer, specifier, this.#modules);
        if (!specifier.startsWith(".") || this.#modules.get(path)?.imports === undefined) continue;
        this.#importers.set(path, (this.#importers.get(path) ?? new Set()).add(importer));
        const known = this.#exports.get(path) ?? new Map<string, string>();
        this.#exports.set(path, known);
        for (const name of names) {
          if (known.has(name)) continue;
          const count = properties.get(name) ?? 0;
          properties.set(name, count + 1);
          known.set(name, count === 0 ? name : `${name}$${count}`);
        }
      }
    this.parts = this.#divided();
  }

  /** Modules that several others import run first, and apps last. */
  #divided(): readonly (readonly PrintedModule[])[] {
    const all = [...this.#modules.values()].filter(({ imports }) => imports !== undefined);
    const isApp = (path: string) => !this.#importers.has(path);
    const isLeaf = ({ path }: PrintedModule) =>
      !isApp(path) && [...(this.#importers.get(path) ?? [])].every(isApp);
    const leaves = all.filter(isLeaf);
    if (leaves.length <= 2 * linkedTogether) return [all];
    const shared = all.filter((module) => !isApp(module.path) && !isLeaf(module));
    const apps = all.filter(({ path }) => isApp(path));
    return [...(shared.length === 0 ? [] : [shared]), ...inParts(leaves, linkedTogether), apps];
  }

  /** The path of an import. */
  target = (importer: string, specifier: string): string => target(importer, specifier, this.#modules);

  has = (path: string): boolean => this.#modules.has(path);

  /** The names that others import from a module, and the properties that have them. */
  exportsOf(path: string): ReadonlyMap<string, string> | undefined {
    return this.#exports.get(path);
  }

  /** Sets the properties that others take from modules. */
  entryOf(part: readonly PrintedModule[]): string {
    const exported = part.flatMap(({ path }) =>
      [...(this.exportsOf(path) ?? [])].map(([name, property]) => ({ path, name, property })),
    );
    const imports = exported.map(({ path, name, property }) => {
      const module = JSON.stringify(`./${path.replace(/\.ts$/, ".js")}`);
      return `import { ${name} as ${property} } from ${module};\n`;
    });
    return `${imports.join("")}Object.assign($parts, { ${exported.map(({ property }) => property).join(", ")} });\n`;
  }

  /** All that modules take from elsewhere. */
  importsOf(part: readonly PrintedModule[], { properties }: RuntimePart): readonly unknown[] {
    return part.map(({ path, imports = [] }) =>
      [...imports].map(([specifier, names]) => {
        const own = specifier.startsWith(".") ? this.target(path, specifier) : specifier;
        const from = this.has(own) ? `./${own}` : own;
        const exported = this.exportsOf(own);
        return [...names].map((name) => exported?.get(name) ?? properties[propertyKey([from, name])]);
      }),
    );
  }
}

/**
 * Lets esbuild make scripts of generated modules, again and again. Names stay, unless two of them clash. The modules of
 * a large app are linked in parts, of which those stay that have not changed; what one takes from another is in the
 * variable `$parts`: no name in the modules begins with a dollar sign.
 */
export class Linker {
  #known: ReadonlyMap<string, LinkedPart> = new Map();

  /** A part of the last bundle. */
  known(key: string): LinkedPart | undefined {
    return this.#known.get(key);
  }

  /** @param stored returns a part that another process has linked, by its key */
  async link(
    modules: readonly PrintedModule[],
    entry: string,
    runtime: RuntimePart,
    stored: (key: string) => LinkedPart | undefined,
  ): Promise<readonly LinkedPart[]> {
    const division = new Division(modules);
    const made: LinkedPart[] = [];
    // One by one, since each takes much memory until it is done.
    for (const part of division.parts) {
      const isLast = part === division.parts.at(-1);
      const text = isLast ? entry : division.entryOf(part);
      const imported = isLast ? runtime.key : division.importsOf(part, runtime);
      const key = hash(JSON.stringify([text, part.map(moduleKey), imported]));
      const known = this.#known.get(key) ?? stored(key);
      made.push(known ?? { key, ...(await linked(part, isLast, text, division, runtime)) });
    }
    this.#known = new Map(made.map((part) => [part.key, part]));
    return made;
  }
}

const keys = new WeakMap<PrintedModule, string>();

/** The hash of a module and of all that it is mapped to. */
export function moduleKey(module: PrintedModule): string {
  const known = keys.get(module);
  if (known !== undefined) return known;
  const { path, text, mappings } = module;
  const sources = new Set(mappings.flatMap(({ span }) => span?.source ?? []));
  const numbers = new Map([...sources].map((source, index) => [source, index]));
  const marks = mappings.map(({ offset, span, name }) => [
    offset,
    span && numbers.get(span.source),
    span?.start,
    name,
  ]);
  const key = hash(JSON.stringify([path, text, marks, [...sources].map((one) => [one.path, one.text])]));
  keys.set(module, key);
  return key;
}

/** A module of which the hash is known. */
export function withKey(module: PrintedModule, key: string): PrintedModule {
  keys.set(module, key);
  return module;
}

async function linked(
  part: readonly PrintedModule[],
  isLast: boolean,
  entry: string,
  division: Division,
  runtime: RuntimePart,
): Promise<Omit<LinkedPart, "key">> {
  const modules = new Map(part.map((module) => [module.path, module]));
  const load = (path: string): OnLoadResult => {
    if (path === entryPath) return { contents: entry, loader: "ts" };
    const module = modules.get(path);
    if (module !== undefined) return { contents: module.text, loader: "ts" };
    const exported = division.exportsOf(path);
    if (exported !== undefined) return { contents: taken(exported, "$parts") };
    if (path.endsWith(".ts")) throw new Error(`There is no generated module ${path}.`);
    // All that comes from elsewhere is in the variable `runtime`.
    const from = propertyKey([division.has(path) ? `./${path}` : path, ""]);
    const properties = Object.entries(runtime.properties).filter(([key]) => key.startsWith(from));
    return {
      contents: taken(
        properties.map(([key, property]) => [key.slice(from.length), property]),
        "runtime",
      ),
    };
  };
  const plugin: Plugin = {
    name: "flowc-link",
    setup: (build) => {
      build.onResolve({ filter: /^/ }, ({ path, importer }) => {
        const own = path.startsWith(".") ? division.target(importer, path) : path;
        return { path: own.replace(/^flowc-output:entry$/, entryPath), namespace: outputNamespace };
      });
      build.onLoad({ filter: /^/ }, ({ path }) => load(path));
    },
  };
  const { code, map } = await linkedBy({
    stdin: { contents: `import "${outputNamespace}:entry";` },
    format: "cjs",
    minifyWhitespace: true,
    sourcesContent: false,
    plugins: [plugin],
  });
  const textOf = (path: string) =>
    modules.get(path)?.text ?? (isLast && path === entryPath ? entry : undefined);
  return { code, ...mapped(code, JSON.parse(map) as SourceMap, modules, textOf) };
}

const taken = (properties: Iterable<readonly [name: string, property: string]>, variable: string): string =>
  `export const { ${[...properties].map(([name, property]) => `${property}: ${name}`).join(", ")} } = ${variable};`;

/** Goes on from modules to flows. */
function mapped(
  code: string,
  map: SourceMap,
  modules: ReadonlyMap<string, PrintedModule>,
  textOf: (path: string) => string | undefined,
): Omit<LinkedPart, "key" | "code"> {
  const sources: GeneratedSource[] = [];
  const numbered = (source: GeneratedSource) => sources.push(source) - 1;
  const from = map.sources.map((source) => {
    const path = source.replace(`${outputNamespace}:`, "");
    const text = textOf(path);
    if (text === undefined) return undefined;
    const module = modules.get(path);
    const number = numbered({ kind: module === undefined ? "entry" : "module", path });
    return { number, text: new SourceText(path, text), places: new FlowPlaces(module?.mappings ?? []) };
  });
  const known = from.filter((module) => module !== undefined);
  const names = new Map(map.names.map((name, index) => [name, index]));
  const flows = new Map<SourceText, number>();
  const toModule = (segment: SourceMapSegment): boolean => {
    if (segment.length === 1) return false;
    segment[1] = from[segment[1]]?.number ?? -1;
    return segment[1] >= 0;
  };
  const toFlow = (segment: SourceMapSegment): void => {
    if (segment.length === 1) return;
    const { text, places } = known[segment[1]] as (typeof known)[number];
    const offset = text.offset({ line: segment[2] + 1, column: segment[3] + 1 });
    const place = places.at(offset);
    if (place === undefined) return;
    const flow = flows.get(place.source) ?? numbered({ kind: "flow", path: place.source.path });
    flows.set(place.source, flow);
    segment[1] = flow;
    segment[2] = place.line - 1;
    segment[3] = place.column - 1;
    if (place.name === undefined || place.offset !== offset) return;
    const name = names.get(place.name) ?? names.size;
    names.set(place.name, name);
    (segment as number[])[4] = name;
  };
  const read = decode(map.mappings);
  const lines = Array.from({ length: code.split("\n").length }, (_, row) =>
    (read[row] ?? []).filter(toModule),
  );
  const moduleMappings = partMappings(lines);
  for (const line of lines) for (const segment of line) toFlow(segment);
  return { mappings: partMappings(lines), moduleMappings, sources, names: [...names.keys()] };
}
