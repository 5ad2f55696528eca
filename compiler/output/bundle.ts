import { resolve } from "node:path";
import { hash } from "../source/hash.js";
import { fileOf, stableName } from "./bundle-names.js";
import { type BundledPackage, notice, packagesOf } from "./bundle-notice.js";
import { bundleRuntime, propertiesOf, type Runtime } from "./bundle-runtime.js";
import { type Chunk, makeChunk } from "./chunk.js";
import { type FileBeside, filesBeside } from "./files-beside.js";
import { JoinedMappings, type JoinedSource, JoinedSources, mapText, type PartMap } from "./joined-map.js";
import { type LinkedApp, link, type OutsideImport, type Wanted } from "./link.js";
import { nameFunctions } from "./name-functions.js";
import { moduleExtension, runtimeDirectory } from "./package-directory.js";
import type { PrintedModule } from "./print.js";
import type { SourceMap } from "./source-map.js";
import { flowUrl, urlOf } from "./source-urls.js";

export type { Runtime } from "./bundle-runtime.js";

export interface Bundle {
  readonly code: string;
  /**
   * A source map in JSON. It leads from `code` to the flows, the generated modules, the runtime and the
   * packages.
   */
  readonly map: string;
  /** The packages that are in `code`, or that `code` loads from a file beside it. */
  readonly packages: readonly BundledPackage[];
  /** The files that `code` loads when it needs them. */
  readonly beside: readonly FileBeside[];
  /** Where the generated modules are in `code`. */
  readonly generated: { readonly start: number; readonly end: number };
  /** The modules of Node that `code` loads, or may load. */
  readonly builtins: readonly string[];
}

/** What a bundle is made of, each part independent of the others, and all of it plain data. */
export interface BundleParts {
  /** Of what `runtime` and `imports` are made. */
  readonly key: string;
  readonly runtime: RuntimePart;
  /** The pattern that takes what generated modules import out of the variable `runtime`. */
  readonly imports: string;
  readonly modules: readonly BundledModule[];
}

/** What comes from no flow, and sets the variable `runtime`. */
export interface RuntimePart extends PartMap {
  readonly code: string;
  readonly notice: string;
  readonly packages: readonly BundledPackage[];
  readonly beside: readonly FileBeside[];
  readonly builtins: readonly string[];
}

export interface BundledModule extends Chunk {
  readonly path: string;
  readonly open: string;
  readonly close: string;
}

/** The text of a generated module or of a flow file. */
export type TextOf = (path: string) => string;

/**
 * Bundles `app.ts` and everything that it needs into one file that serves it with Node. The same modules give
 * the same bytes, wherever flowc is installed and run.
 */
export async function bundle(
  modules: readonly PrintedModule[],
  flow: TextOf,
  runtime = ownRuntime(),
): Promise<Bundle> {
  const texts = new Map(modules.map(({ path, text }) => [path, text]));
  return joinParts(await bundleParts(modules, undefined, runtime), {
    module: (path) => texts.get(path) ?? "",
    flow,
    flowRoot: "",
  });
}

/**
 * The names in the runtime, the packages and the validators get short; that part depends on nothing but what is
 * imported. In the modules that are made of flows, they stay: a debugger shows the variables of flows. These need no
 * bundler, since no two of their names are the same.
 */
export async function bundleParts(
  modules: readonly PrintedModule[],
  before?: BundleParts,
  runtime = ownRuntime(),
  entry = serverEntry,
): Promise<BundleParts> {
  return partsOf([{ modules, path: "app.ts" }], entry, before, runtime);
}

/** @param before parts of an earlier bundle with the same runtime */
export async function partsOf(
  apps: readonly LinkedApp[],
  { imports, file, replaced = {} }: BundleEntry,
  before: BundleParts | undefined,
  { replaced: others, ...modules }: Runtime,
): Promise<BundleParts> {
  const runtime = { ...modules, replaced: new Map([...(others ?? []), ...pathsOf(replaced)]) };
  const linked = link(apps, imports);
  const scripts = apps.flatMap(({ modules }) => modules.filter(({ path }) => path.endsWith(".js")));
  const key = hash(JSON.stringify([linked.imports, scripts.map(({ path, text }) => [path, text])]));
  const known = new Map(before?.modules.map((chunk) => [chunk.key, chunk]));
  const [base, ...own] = await Promise.all([
    before?.key === key ? before : runtimePart(linked.imports, scripts, runtime, file),
    ...linked.modules.map(({ module, code }) => makeChunk(module, code, known)),
  ]);
  return {
    key,
    runtime: base.runtime,
    imports: base.imports,
    modules: linked.modules.map(({ module, open: before, close: after }, index) => {
      const chunk = own[index] as Chunk;
      const last = known.get(chunk.key);
      // Those who know something of a module know it by its object.
      if (last?.open === before && last.close === after) return last;
      return { path: module.path, open: before, close: after, ...chunk };
    }),
  };
}

async function runtimePart(
  imports: readonly OutsideImport[],
  scripts: readonly PrintedModule[],
  runtime: Runtime,
  bundle: string,
): Promise<Pick<BundleParts, "runtime" | "imports">> {
  const names = new Map<string, Set<string>>();
  for (const { module, name } of imports) names.set(module, (names.get(module) ?? new Set()).add(name));
  const properties = propertiesOf(names);
  const made = await bundleRuntime(
    properties,
    new Map(scripts.map(({ path, text }) => [`./${path}`, text])),
    runtime,
    bundle,
  );
  const included = made.included.map(fileOf);
  const beside = await filesBeside(included, bundle);
  const map = JSON.parse(made.map) as SourceMap;
  const loaded = beside.map(({ content }) => content);
  const members = imports.map(
    ({ module, name, variable }) => `${properties.get(module)?.get(name)}:${variable}`,
  );
  return {
    imports: `{${members.join(",")}}`,
    runtime: {
      code: made.code,
      mappings: nameFunctions(map.mappings),
      sources: map.sources.map((path, index) => ({
        url: urlOf(stableName(path, runtime.index)),
        json: JSON.stringify(map.sourcesContent[index] ?? null),
        isIgnored: true,
      })),
      names: map.names,
      notice: notice(packagesOf(included), loaded, bundle),
      packages: packagesOf(
        included,
        beside.flatMap(({ packages }) => packages),
      ),
      beside,
      builtins: made.builtins,
    },
  };
}

// Node first takes a `.js` file for CommonJS if its package.json has no `type`, and warns if it turns out to
// be a module. This form works as both.
const open = '((require) => {\n"use strict";var runtime;\n';
const close = "})((name) => process.getBuiltinModule(name));\n";

/** What a bundle ends with, and the file that it is. */
export interface BundleEntry {
  readonly file: string;
  /** What stands before the function that has everything in it, and takes what it returns: `export default`, say. */
  readonly takes?: string;
  /** Modules of the runtime that stand in place of others, by their paths in it without an ending. */
  readonly replaced?: Readonly<Record<string, string>>;
  readonly imports: readonly Wanted[];
  /** One line. */
  readonly code: string;
  readonly mappings: string;
  readonly source: JoinedSource;
}

const serverSource = `import { listen } from "flowc/runtime/node";
import app from "./app.js";

listen(app);
`;

/** Serves the app. */
export const serverEntry: BundleEntry = {
  file: "server.js",
  imports: [["flowc/runtime/node", "listen"]],
  code: "listen(app);\n",
  // One segment: column 0 is the fourth line of the source.
  mappings: "AAGA",
  source: { url: "server.ts", json: JSON.stringify(serverSource) },
};

/** The texts that a map shows, and where they are. */
export interface SourceTexts {
  /** By the paths of generated modules. */
  readonly module: TextOf;
  /** By the paths of flow files. */
  readonly flow: TextOf;
  /** Leads from the map to the flow directory, as a URL. */
  readonly flowRoot: string;
}

export function joinParts(
  { runtime, imports, modules }: BundleParts,
  texts: SourceTexts,
  entry = serverEntry,
): Bundle {
  const parts: string[] = [];
  let length = 0;
  const sources = new JoinedSources();
  const map = new JoinedMappings(sources);
  const moduleMap = new JoinedMappings(sources);
  const add = (text: string, part?: PartMap, ofModule?: PartMap) => {
    parts.push(text);
    length += text.length;
    if (part === undefined) map.skip(text);
    else map.add(text, part);
    if (ofModule === undefined) moduleMap.skip(text);
    else moduleMap.add(text, ofModule);
  };
  add(runtime.notice + (entry.takes ?? "") + open);
  add(runtime.code, runtime);
  add(`var ${imports}=runtime;\n`);
  const start = length;
  for (const part of modules) {
    const { path, open: before, close: after, ...chunk } = part;
    add(before);
    // Nobody steps through data, and it may be large.
    const isData = path.startsWith("assets/");
    const own = {
      url: urlOf(path),
      json: isData ? "null" : JSON.stringify(texts.module(path)),
      isIgnored: isData,
    };
    const all = chunk.sources.map((source) => (source === null ? own : flowSource(source, texts)));
    add(
      chunk.code,
      { mappings: chunk.mappings, sources: all, names: chunk.names, part },
      { mappings: chunk.moduleMappings, sources: [own], names: [], part },
    );
    add(after);
  }
  const generated = { start, end: length };
  add(entry.code, { mappings: entry.mappings, sources: [entry.source], names: [] });
  add(`${close}//# sourceMappingURL=${entry.file}.map\n`);
  const { packages, beside, builtins } = runtime;
  const text = mapText(sources.all, map, moduleMap);
  return { code: parts.join(""), map: text, packages, beside, generated, builtins };
}

function flowSource(path: string, { flow, flowRoot }: SourceTexts): JoinedSource {
  return { url: flowUrl(flowRoot, path), json: JSON.stringify(flow(path)), flow: path };
}

function pathsOf(replaced: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const pathOf = (module: string) => resolve(runtimeDirectory, module + moduleExtension);
  return Object.entries(replaced).map(([module, other]) => [pathOf(module), pathOf(other)]);
}

export function ownRuntime(): Runtime {
  return {
    index: resolve(runtimeDirectory, `index${moduleExtension}`),
    node: resolve(runtimeDirectory, `node/index${moduleExtension}`),
  };
}
