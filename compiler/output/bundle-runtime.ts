import { createRequire } from "node:module";
import { posix, resolve, sep } from "node:path";
import { hash } from "../source/hash.js";
import { fileOf, outputNamespace, stableName } from "./bundle-names.js";
import { type BundledPackage, notice, packagesOf } from "./bundle-notice.js";
import { bundled, type Plugin } from "./esbuild.js";
import { type FileBeside, filesBeside, substitutePackages } from "./files-beside.js";
import { moduleExtension, packageDirectory, runtimeDirectory } from "./package-directory.js";
import {
  decode,
  type PartMappings,
  partMappings,
  type SourceMap,
  type SourceMapMappings,
  type SourceMapSegment,
  urlOf,
} from "./source-map.js";

/** The modules that `flowc/runtime` and `flowc/runtime/node` resolve to. */
export interface Runtime {
  readonly index: string;
  readonly node: string;
  /** Modules that stand in place of others; both are absolute paths. */
  readonly replaced?: ReadonlyMap<string, string>;
  /** The same of packages, by what is imported. */
  readonly packages?: Readonly<Record<string, string>>;
}

/** A name that a module of the runtime, a package, or a script of the project exports; a path begins with `./`. */
export type Wanted = readonly [module: string, name: string];

/** Code that sets the variable `runtime`, and all that is known of it; plain data. */
export interface RuntimePart {
  /** Of what it is made. */
  readonly key: string;
  readonly code: string;
  readonly mappings: PartMappings;
  /** As the map names them, with their texts in JSON. */
  readonly sources: readonly { readonly url: string; readonly json: string }[];
  readonly names: readonly string[];
  /** The properties of `runtime` that have what is wanted, by module and name. */
  readonly properties: Readonly<Record<string, string>>;
  readonly notice: string;
  readonly packages: readonly BundledPackage[];
  readonly beside: readonly FileBeside[];
  readonly builtins: readonly string[];
}

/**
 * Bundles what the app imports from the runtime, from packages and from `scripts`, which is JavaScript that others
 * made. Nobody reads this code, so its names get short; the map has the long ones.
 * @param wanted by `propertyKey`
 * @param before is returned if it has been made of the same
 * @param bundle the file that it becomes a part of
 */
export async function runtimePart(
  wanted: ReadonlyMap<string, Wanted>,
  scripts: ReadonlyMap<string, string>,
  before: RuntimePart | undefined,
  runtime: Runtime,
  bundle: string,
): Promise<RuntimePart> {
  const all = [...wanted].sort(([a], [b]) => (a < b ? -1 : 1));
  const key = hash(JSON.stringify([all, [...scripts]]));
  if (before?.key === key) return before;
  const properties = Object.fromEntries(all.map(([name], index) => [name, `$${index}`]));
  const made = await bundled({
    stdin: { contents: entry(all), resolveDir: packageDirectory, sourcefile: "runtime.js" },
    // As an `iife`, it would bring code for platforms without `require`.
    format: "cjs",
    banner: { js: "(()=>{" },
    footer: { js: "})();" },
    minify: true,
    define: { flowcBundle: JSON.stringify(bundle) },
    plugins: [runtimeEntries(runtime), substitutePackages(), scriptModules(scripts), optionalPackages],
  });
  const { sources, sourcesContent, names, mappings } = JSON.parse(made.map) as SourceMap;
  const rows = namedFunctions(decode(mappings), made.code.split("\n").length - 1);
  const included = made.included.map(fileOf);
  const beside = await filesBeside(included, bundle);
  const loaded = beside.map(({ content }) => content);
  return {
    key,
    code: made.code,
    mappings: partMappings(rows),
    sources: sources.map((path, index) => ({
      url: urlOf(stableName(path, runtime.index)),
      json: JSON.stringify(sourcesContent[index] ?? null),
    })),
    names,
    properties,
    notice: notice(packagesOf(included), loaded, bundle),
    packages: packagesOf(
      included,
      beside.flatMap(({ packages }) => packages),
    ),
    beside,
    builtins: made.builtins,
  };
}

export const propertyKey = ([module, name]: Wanted): string => `${module} ${name}`;

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

function entry(all: readonly (readonly [string, Wanted])[]): string {
  const imports = all.map(
    ([, [module, name]], index) =>
      `import { ${name} as $${index} } from ${JSON.stringify(module.replace(/^\.\//, `${outputNamespace}:`))};\n`,
  );
  return `${imports.join("")}runtime = { ${all.map((_, index) => `$${index}`).join(", ")} };\n`;
}

function runtimeEntries({ index, node, replaced, packages = {} }: Runtime): Plugin {
  const entryFile = (path: string) => resolve(runtimeDirectory, `${posix.basename(path)}${moduleExtension}`);
  return {
    name: "flowc-runtime",
    setup(build) {
      build.onResolve({ filter: /^flowc\/runtime$/ }, () => ({ path: index }));
      build.onResolve({ filter: /^flowc\/runtime\/node$/ }, () => ({ path: node }));
      build.onResolve({ filter: /^flowc\/runtime\/[a-z-]+$/ }, ({ path }) => ({ path: entryFile(path) }));
      for (const [name, other] of Object.entries(packages))
        build.onResolve({ filter: new RegExp(`^${name}$`) }, ({ kind, resolveDir }) =>
          build.resolve(other, { kind, resolveDir }),
        );
      for (const [module, other] of replaced ?? [])
        build.onResolve({ filter: endsLike(module) }, ({ path, resolveDir }) =>
          resolve(resolveDir, path.replace(/\.js$/, moduleExtension)) === module
            ? { path: other }
            : undefined,
        );
    },
  };
}

/** Matches the end of imports of a module. */
const endsLike = (module: string): RegExp => new RegExp(`/${posix.basename(module, moduleExtension)}\\.js$`);

/** The scripts of the project, by paths relative to its directory. */
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

export function ownRuntime(): Runtime {
  return {
    index: resolve(runtimeDirectory, `index${moduleExtension}`),
    node: resolve(runtimeDirectory, `node${moduleExtension}`),
  };
}
