import { createRequire } from "node:module";
import { posix, resolve, sep } from "node:path";
import { outputNamespace } from "./bundle-names.js";
import { bundled, type MappedCode, type Plugin } from "./esbuild.js";
import { substitutePackages } from "./files-beside.js";
import { moduleExtension, packageDirectory, runtimeDirectory } from "./package-directory.js";

/** The modules that `flowc/runtime` and `flowc/runtime/node` resolve to. */
export interface Runtime {
  readonly index: string;
  readonly node: string;
  /** Modules that stand in place of others; both are absolute paths. */
  readonly replaced?: ReadonlyMap<string, string>;
}

/** The properties of the variable `runtime` of a bundle, by module and name. */
export type Properties = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Bundles what the app imports from the runtime, from packages and from `scripts`, which is JavaScript that others
 * made, and sets the variable `runtime` to an object with `properties`. Nobody reads this code, so its names get short;
 * the map has the long ones.
 * @param bundle the file that it becomes a part of
 */
export function bundleRuntime(
  properties: Properties,
  scripts: ReadonlyMap<string, string>,
  runtime: Runtime,
  bundle: string,
): Promise<MappedCode> {
  return bundled({
    stdin: { contents: entry(properties), resolveDir: packageDirectory, sourcefile: "runtime.js" },
    // As an `iife`, it would bring code for platforms without `require`.
    format: "cjs",
    banner: { js: "(()=>{" },
    footer: { js: "})();" },
    minify: true,
    define: { flowcBundle: JSON.stringify(bundle) },
    plugins: [runtimeEntries(runtime), substitutePackages(), scriptModules(scripts), optionalPackages],
  });
}

/** Gives properties to names that are imported from modules. */
export function propertiesOf(imported: Iterable<readonly [string, ReadonlySet<string>]>): Properties {
  let count = 0;
  const byModule = [...imported].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(
    byModule.map(([module, names]) => [
      module,
      new Map([...names].sort().map((name) => [name, `$${count++}`] as const)),
    ]),
  );
}

function entry(properties: Properties): string {
  const all = [...properties];
  const imports = all.map(([module, names]) => {
    const members = [...names].map(([name, property]) => `${name} as ${property}`);
    return `import { ${members.join(", ")} } from ${JSON.stringify(module.replace(/^\.\//, `${outputNamespace}:`))};\n`;
  });
  return `${imports.join("")}runtime = { ${all.flatMap(([, names]) => [...names.values()]).join(", ")} };\n`;
}

function runtimeEntries({ index, node, replaced }: Runtime): Plugin {
  const room = (path: string) => resolve(runtimeDirectory, `${posix.basename(path)}/index${moduleExtension}`);
  return {
    name: "flowc-runtime",
    setup(build) {
      build.onResolve({ filter: /^flowc\/runtime$/ }, () => ({ path: index }));
      build.onResolve({ filter: /^flowc\/runtime\/node$/ }, () => ({ path: node }));
      build.onResolve({ filter: /^flowc\/runtime\/[a-z-]+$/ }, ({ path }) => ({ path: room(path) }));
      for (const [module, other] of replaced ?? [])
        build.onResolve({ filter: endsLike(module) }, ({ path, resolveDir }) =>
          resolve(resolveDir, path.replace(/\.js$/, moduleExtension)) === module
            ? { path: other }
            : undefined,
        );
    },
  };
}

/** What imports of a module end with. */
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
        contents: scripts.get(`./${path}`) ?? "",
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
