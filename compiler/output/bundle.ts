import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire, isBuiltin } from "node:module";
import { dirname, posix, resolve, sep } from "node:path";
import type { Metafile, OnLoadResult, OnResolveResult, Plugin } from "esbuild";
import { packageNamespace, StableNames } from "./bundle-names.js";
import { type BundledPackage, notice, packagesOf } from "./bundle-notice.js";
import { type FileBeside, filesBeside, substitutePackages } from "./files-beside.js";
import { moduleExtension, packageDirectory, runtimeDirectory } from "./package-directory.js";
import { renumberSources, type SourceMap } from "./source-map.js";

export interface BundleModule {
  /**
   * The path relative to the output directory, such as `endpoints/get-users.ts`. One of the modules is
   * `app.ts`.
   */
  readonly path: string;
  readonly text: string;
  readonly map: SourceMap;
}

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
}

/** The modules that `flowc/runtime` and `flowc/runtime/node` resolve to. */
export interface Runtime {
  readonly index: string;
  readonly node: string;
}

/**
 * Bundles `app.ts` and everything that it needs into one file that serves it with Node. The same modules give
 * the same bytes, wherever flowc is installed and run.
 */
export async function bundle(modules: readonly BundleModule[], runtime = ownRuntime()): Promise<Bundle> {
  const esbuild = await import("esbuild");
  const stable = new StableNames(runtime.index);
  const result = await esbuild.build({
    entryPoints: [`${output}:${entryPath}`],
    outfile: "server.js",
    absWorkingDir: packageDirectory,
    bundle: true,
    write: false,
    metafile: true,
    format: "cjs",
    platform: "node",
    target: "node20",
    charset: "utf8",
    // Nobody reads this code: the map leads to the modules. Only whitespace goes; names stay.
    minifyWhitespace: true,
    sourcemap: "linked",
    sourcesContent: false,
    logLevel: "silent",
    banner: { js: open },
    footer: { js: close },
    // Ignores the settings of a project that flowc may be installed in.
    tsconfigRaw: {},
    plugins: [generated(modules, runtime), substitutePackages(), packages(esbuild, stable)],
  });
  const [map, code] = ["server.js.map", "server.js"].map((name) =>
    result.outputFiles.find((file) => file.path.endsWith(`${sep}${name}`)),
  );
  if (map === undefined || code === undefined)
    throw new Error("esbuild did not return a bundle with its map.");
  const included = includedFiles(result.metafile, stable);
  const beside = await filesBeside(included);
  const head = notice(
    packagesOf(included),
    beside.map(({ content }) => content),
  );
  return {
    code: head + code.text,
    map: completeMap(map.text, modules, stable, head.split("\n").length - 1),
    packages: packagesOf([...included, ...beside.flatMap(({ sources }) => sources)]),
    beside,
  };
}

/** The files that have code in the bundle. */
function includedFiles({ outputs }: Metafile, stable: StableNames): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) =>
      bytesInOutput > 0 ? stable.file(path) : [],
    ),
  );
}

// Node first takes a `.js` file for CommonJS if its package.json has no `type`, and warns if it turns out to
// be a module. This form works as both.
const open = '((require) => {\n"use strict";';
const close = "})((name) => process.getBuiltinModule(name));";

/** The esbuild namespaces that keep our paths apart from those of the file system. */
const output = "flowc-output";
const flows = "flowc-flow";

const entryPath = "server.ts";
const entry = `import { listen } from "flowc/runtime/node";
import app from "./app.js";

listen(app);
`;

function ownRuntime(): Runtime {
  return {
    index: resolve(runtimeDirectory, `index${moduleExtension}`),
    node: resolve(runtimeDirectory, `node/index${moduleExtension}`),
  };
}

function generated(modules: readonly BundleModule[], runtime: Runtime): Plugin {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  // Imports end with `.js`. Some modules are JavaScript already, all others are TypeScript.
  const modulePath = (path: string) => (byPath.has(path) ? path : path.replace(/\.js$/, ".ts"));
  const load = (path: string): string | undefined => {
    if (path === entryPath) return entry;
    const module = byPath.get(path);
    return module && module.text + inlineMap(module);
  };
  return {
    name: output,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${output}:`) }, ({ path }) => ({
        path: path.slice(output.length + 1),
        namespace: output,
      }));
      build.onResolve({ filter: /^\.\.?\//, namespace: output }, ({ path, importer }) => ({
        path: modulePath(posix.join(posix.dirname(importer), path)),
        namespace: output,
      }));
      build.onResolve({ filter: /^flowc\/runtime$/ }, () => ({ path: runtime.index }));
      build.onResolve({ filter: /^flowc\/runtime\/node$/ }, () => ({ path: runtime.node }));
      build.onResolve({ filter: /^flowc\/runtime\/[a-z-]+$/ }, ({ path }) => ({
        path: resolve(runtimeDirectory, `${posix.basename(path)}/index${moduleExtension}`),
      }));
      build.onLoad({ filter: /^/, namespace: output }, ({ path }): OnLoadResult => {
        const contents = load(path);
        if (contents === undefined) return { errors: [{ text: `There is no generated module ${path}.` }] };
        return { contents, loader: path.endsWith(".js") ? "js" : "ts", resolveDir: packageDirectory };
      });
    },
  };
}

/** Minifies the runtime and the packages, which come from no flow. Their lines stay in the map. */
function packages({ transform }: typeof import("esbuild"), stable: StableNames): Plugin {
  const minified = async (file: string, source: string): Promise<OnLoadResult> => {
    const { code } = await transform(await readFile(file, "utf8"), {
      loader: file.endsWith(".ts") ? "ts" : "js",
      minify: true,
      target: "node20",
      sourcemap: "inline",
      sourcesContent: false,
      sourcefile: source,
      tsconfigRaw: {},
    });
    return { contents: code, loader: "js" };
  };
  const required = (name: string, directory: string): OnResolveResult => {
    const file = isBuiltin(name) ? undefined : resolved(name, directory);
    // Some packages import others that they work without.
    if (file === undefined) return { path: name, external: true };
    return { path: stable.inPackages(file), namespace: packageNamespace, sideEffects: false };
  };
  return {
    name: "flowc-packages",
    setup(build) {
      build.onLoad({ filter: /\.(?:[cm]?js|ts)$/, namespace: "file" }, ({ path }) =>
        minified(path, posix.basename(path.replaceAll(sep, "/"))),
      );
      // Resolves packages in CommonJS, and what they require.
      build.onResolve(
        {
          filter: /^(?:http-cache-semantics|xml-crypto|xml-encryption)$/,
          namespace: "file",
        },
        ({ path, resolveDir }) => required(path, resolveDir),
      );
      build.onResolve({ filter: /^/, namespace: packageNamespace }, ({ path, resolveDir }) =>
        required(path, resolveDir),
      );
      build.onLoad({ filter: /^/, namespace: packageNamespace }, async ({ path }): Promise<OnLoadResult> => {
        const source = `${packageNamespace}:${path}`;
        const file = stable.file(source);
        const resolveDir = dirname(file);
        if (path.endsWith(".json")) return { contents: await readFile(file, "utf8"), loader: "json" };
        return { ...(await minified(file, source)), resolveDir };
      });
    },
  };
}

/** Resolves a name as Node does from a directory; `undefined` if Node finds nothing. */
function resolved(name: string, directory: string): string | undefined {
  try {
    return createRequire(`${directory}${sep}`).resolve(name);
  } catch {
    return undefined;
  }
}

/** A comment with the map. It leaves out the sources, because many modules can come from one big file. */
function inlineMap({ path, map }: BundleModule): string {
  const sources = map.sources.map((source) =>
    source === path ? `${output}:${source}` : `${flows}:${source}`,
  );
  const json = JSON.stringify({ version: 3, sources, names: [], mappings: map.mappings });
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString("base64")}\n`;
}

/** @param rows the number of lines above the code that esbuild made */
function completeMap(
  json: string,
  modules: readonly BundleModule[],
  stable: StableNames,
  rows: number,
): string {
  const contents = new Map<string, string | null>([[`${output}:${entryPath}`, entry]]);
  for (const { path, text, map } of modules) {
    // Nobody steps through data, and it may be large.
    contents.set(`${output}:${path}`, path.startsWith("assets/") ? null : text);
    map.sources.forEach((source, index) => {
      if (source !== path) contents.set(`${flows}:${source}`, map.sourcesContent[index] ?? null);
    });
  }
  const { sources, mappings } = JSON.parse(json) as Pick<SourceMap, "sources" | "mappings">;
  // esbuild lists a flow once for each module that comes from it. The map needs it once.
  const distinct = [...new Set(sources)];
  const index = new Map(distinct.map((source, at) => [source, at]));
  const complete: SourceMap = {
    version: 3,
    file: "server.js",
    sources: distinct.map((source) => stable.of(source)),
    sourcesContent: distinct.map((source) => {
      const content = contents.get(source);
      return content === undefined ? readFileSync(stable.file(source), "utf8") : content;
    }),
    names: [],
    mappings:
      ";".repeat(rows) +
      renumberSources(
        mappings,
        sources.map((source) => index.get(source) as number),
      ),
  };
  return `${JSON.stringify(complete)}\n`;
}
