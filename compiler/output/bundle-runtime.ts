import { createRequire } from "node:module";
import { posix, resolve, sep } from "node:path";
import { hash } from "../source/hash.js";
import { everywhere, recentlyUsed, type Store } from "../source/store.js";
import { fileOf, outputNamespace, stableName } from "./bundle-names.js";
import { type BundledPackage, notice, packagesOf } from "./bundle-notice.js";
import { bundled, type Plugin } from "./esbuild.js";
import { type FileBeside, filesBeside, substitutePackages } from "./files-beside.js";
import { moduleExtension, packageDirectory, runtimeDirectory } from "./package-directory.js";
import {
  decode,
  encode,
  type MappingsEnd,
  type SourceMap,
  type SourceMapMappings,
  type SourceMapSegment,
  urlOf,
} from "./source-map.js";

/** A name that a module of the runtime, a package, or a script of the project exports; a path begins with `./`. */
export type Wanted = readonly [module: string, name: string];

/** The end of a bundle, and the file that it is. */
export interface BundleEntry {
  readonly file: string;
  /** The text before the function that has everything in it, which takes its result: `export default`, say. */
  readonly takes?: string;
  /** Modules of the runtime that stand in place of others, by their paths in it without an ending. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** Modules of packages that stand in place of others. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Imports of `text` from the runtime, and names that generated code uses without importing them. */
  readonly imports: readonly Wanted[];
  /** A module beside `app.ts`, which may set the variable `result`. */
  readonly text: string;
}

/** Code that sets the variable `runtime`, and all that is known of it; plain data. */
export interface RuntimePart {
  /** By which it is stored. */
  readonly key: string;
  readonly code: string;
  readonly mappings: string;
  readonly end: MappingsEnd;
  /** As the map names them, with their texts in JSON. */
  readonly sources: readonly { readonly url: string; readonly json: string }[];
  readonly names: readonly string[];
  readonly notice: string;
  readonly packages: readonly BundledPackage[];
  readonly beside: readonly FileBeside[];
  readonly builtins: readonly string[];
}

/** What this process has made last: its apps often want the same. */
const latest = recentlyUsed(8);

export function storedRuntime(key: string, store: Store | undefined): RuntimePart | undefined {
  const stored = store?.get(key);
  return stored === undefined ? undefined : (JSON.parse(stored) as RuntimePart);
}

/**
 * Bundles what the app imports from the runtime, from packages and from `scripts`, which is JavaScript that others
 * made. Nobody reads this code, so its names get short; the map has the long ones. In the variable, each wanted name is a
 * property with its number: `$0`.
 * @param store has those that were made of the same before
 */
export async function runtimePart(
  wanted: readonly Wanted[],
  scripts: ReadonlyMap<string, string>,
  bundle: BundleEntry,
  store: Store | undefined,
): Promise<RuntimePart> {
  const { file, replaced, packages } = bundle;
  const key = `${everywhere}runtime ${hash(JSON.stringify([file, replaced, packages, wanted, [...scripts]]))}`;
  const stored = storedRuntime(key, store);
  if (stored !== undefined) return stored;
  const text = latest.get(key) ?? JSON.stringify(await madeRuntime(key, wanted, scripts, bundle));
  for (const one of [store, latest]) one?.set(key, text);
  return JSON.parse(text) as RuntimePart;
}

async function madeRuntime(
  key: string,
  wanted: readonly Wanted[],
  scripts: ReadonlyMap<string, string>,
  { file, replaced, packages }: BundleEntry,
): Promise<RuntimePart> {
  const made = await bundled({
    stdin: { contents: entry(wanted), resolveDir: packageDirectory, sourcefile: "runtime.js" },
    // As an `iife`, it would bring code for platforms without `require`.
    format: "cjs",
    banner: { js: "(()=>{" },
    footer: { js: "})();" },
    minify: true,
    define: { flowcBundle: JSON.stringify(file) },
    plugins: [
      runtimeModules(replaced, packages),
      substitutePackages(),
      scriptModules(scripts),
      optionalPackages,
    ],
  });
  const { sources, sourcesContent, names, mappings } = JSON.parse(made.map) as SourceMap;
  const rows = namedFunctions(decode(mappings), made.code.split("\n").length - 1);
  const segments = rows.flat();
  const [, source = 0, line = 0, column = 0] = segments.findLast(({ length }) => length > 1) ?? [];
  const [, , , , name = 0] = segments.findLast(({ length }) => length > 4) ?? [];
  const included = made.included.map(fileOf);
  const beside = await filesBeside(included, file);
  const loaded = beside.flatMap(({ content }) => content ?? []);
  return {
    key,
    code: made.code,
    mappings: encode(rows),
    end: [source - sources.length, line, column, name - names.length],
    sources: sources.map((path, index) => ({
      url: urlOf(stableName(path)),
      json: JSON.stringify(sourcesContent[index] ?? null),
    })),
    names,
    notice: notice(packagesOf(included), loaded, file),
    packages: packagesOf(
      included,
      beside.flatMap(({ packages }) => packages),
    ),
    beside,
    builtins: made.builtins,
  };
}

/**
 * The mappings of so many lines in which a function has its name where it begins, too, since Node looks for it there;
 * esbuild only puts it where the name stands.
 */
function namedFunctions(mappings: SourceMapMappings, rows: number): SourceMapSegment[][] {
  return Array.from({ length: rows }, (_, row) => {
    const line = mappings[row] ?? [];
    return line.map((segment, index): SourceMapSegment => {
      const next = line[index + 1];
      const isNamed = segment.length === 4 && next?.length === 5 && next[0] - segment[0] === 9;
      return isNamed && next[1] === segment[1] && next[2] === segment[2] ? [...segment, next[4]] : segment;
    });
  });
}

function entry(wanted: readonly Wanted[]): string {
  const imports = wanted.map(
    ([module, name], index) =>
      `import { ${name} as $${index} } from ${JSON.stringify(module.replace(/^\.\//, `${outputNamespace}:./`))};\n`,
  );
  return `${imports.join("")}runtime = { ${wanted.map((_, index) => `$${index}`).join(", ")} };\n`;
}

function runtimeModules(
  replaced: BundleEntry["replaced"] = {},
  packages: BundleEntry["packages"] = {},
): Plugin {
  const file = (module: string) => resolve(runtimeDirectory, module);
  return {
    name: "flowc-runtime",
    setup({ onResolve, resolve: find }) {
      for (const [name, other] of Object.entries(packages))
        onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind, resolveDir }) =>
          find(other, { kind, resolveDir }),
        );
      onResolve({ filter: /^flowc\/runtime(?:\/[a-z-]+)?$/ }, ({ path }) => ({
        path: file((path.split("/")[2] ?? "index") + moduleExtension),
      }));
      onResolve({ filter: /^flowc\/handler(?:\/xpath)?$/ }, ({ path }) => ({
        path: file((path === "flowc/handler" ? "handler" : "handler/xpath/index") + moduleExtension),
      }));
      for (const [module, other] of Object.entries(replaced))
        onResolve({ filter: new RegExp(`/${posix.basename(module)}\\.js$`) }, ({ path, resolveDir }) =>
          resolve(resolveDir, path) === file(`${module}.js`)
            ? { path: file(other + moduleExtension) }
            : undefined,
        );
    },
  };
}

/** The scripts of the project, by paths that begin with `./`. */
function scriptModules(scripts: ReadonlyMap<string, string>): Plugin {
  return {
    name: "flowc-scripts",
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${outputNamespace}:`) }, ({ path }) => ({
        path: path.slice(outputNamespace.length + 1),
        namespace: outputNamespace,
      }));
      build.onLoad({ filter: /^/, namespace: outputNamespace }, ({ path }) => ({
        contents: scripts.get(path) ?? "",
        resolveDir: packageDirectory,
      }));
    },
  };
}

/** Some packages require others that they work without. */
const optionalPackages: Plugin = {
  name: "flowc-optional",
  setup(build) {
    build.onResolve({ filter: /^[^.]/, namespace: "file" }, ({ path, kind, resolveDir }) => {
      if (kind !== "require-call") return undefined;
      try {
        createRequire(`${resolveDir}${sep}`).resolve(path);
        return undefined;
      } catch {
        return { path, external: true };
      }
    });
  },
};
