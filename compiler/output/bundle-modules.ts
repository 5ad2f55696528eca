import { posix } from "node:path";
import { flowNamespace, outputNamespace, runtimeNamespace } from "./bundle-names.js";
import type { Properties } from "./bundle-runtime.js";
import { bundled, type MappedCode, type OnLoadResult, type Plugin } from "./esbuild.js";
import type { SourceMap } from "./source-map.js";

export interface BundleModule {
  /**
   * The path relative to the output directory, such as `endpoints/get-users.ts`. One of the modules is
   * `app.ts`.
   */
  readonly path: string;
  readonly text: string;
  /** For code that comes from flows. */
  readonly map?: SourceMap;
}

/**
 * Bundles what flowc made of flows. Whitespace goes; names stay.
 * @param properties where the variable `runtime` has what the modules import
 */
export function bundleModules(
  entryPath: string,
  modules: readonly BundleModule[],
  properties: Properties,
): Promise<MappedCode> {
  return bundled({
    entryPoints: [`${outputNamespace}:${entryPath}`],
    format: "cjs",
    minifyWhitespace: true,
    sourcesContent: false,
    plugins: [generated(modules, properties)],
  });
}

function generated(modules: readonly BundleModule[], properties: Properties): Plugin {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  return {
    name: outputNamespace,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${outputNamespace}:`) }, ({ path }) => ({
        path: path.slice(outputNamespace.length + 1),
        namespace: outputNamespace,
      }));
      build.onResolve({ filter: /^/, namespace: outputNamespace }, ({ path, importer }) => {
        const module = path.startsWith(".") ? `./${posix.join(posix.dirname(importer), path)}` : path;
        if (properties.has(module)) return { path: module, namespace: runtimeNamespace };
        // Imports end with `.js`, but the modules are TypeScript.
        return { path: module.slice(2).replace(/\.js$/, ".ts"), namespace: outputNamespace };
      });
      build.onLoad({ filter: /^/, namespace: outputNamespace }, ({ path }): OnLoadResult => {
        const module = byPath.get(path);
        if (module === undefined) return { errors: [{ text: `There is no generated module ${path}.` }] };
        return { contents: module.text + inlineMap(module), loader: "ts" };
      });
      build.onLoad({ filter: /^/, namespace: runtimeNamespace }, ({ path }) => ({
        contents: exportedFrom(properties.get(path) ?? new Map()),
      }));
    },
  };
}

function exportedFrom(names: ReadonlyMap<string, string>): string {
  // No name is `default`, but a module can export one as that.
  const local = (name: string) => (name === "default" ? "byDefault" : name);
  const members = [...names].map(([name, property]) => `${property}: ${local(name)}`);
  const exported = [...names.keys()].map((name) => `${local(name)} as ${name}`);
  return `const { ${members.join(", ")} } = runtime;\nexport { ${exported.join(", ")} };\n`;
}

/** A comment with the map. It leaves out the sources, because many modules can come from one big file. */
function inlineMap({ path, map }: BundleModule): string {
  if (map === undefined) return "";
  const sources = map.sources.map((source) =>
    source === path ? `${outputNamespace}:${source}` : `${flowNamespace}:${source}`,
  );
  const json = JSON.stringify({ version: 3, sources, names: [], mappings: map.mappings });
  return `\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(json).toString("base64")}\n`;
}
