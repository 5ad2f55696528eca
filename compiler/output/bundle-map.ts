import type { BundleModule } from "./bundle-modules.js";
import { flowNamespace, outputNamespace, runtimeNamespace, stableName } from "./bundle-names.js";
import type { MappedCode } from "./esbuild.js";
import { joinMappings } from "./join-mappings.js";
import type { SourceMap } from "./source-map.js";

type EsbuildMap = Pick<SourceMap, "sources" | "sourcesContent" | "names" | "mappings">;

/**
 * The map of bundles that stand one below the other, with the text of each source once.
 * @param start what stands above them
 * @param runtimeIndex the module that `flowc/runtime` resolves to
 */
export function joinedMap(
  start: string,
  bundles: readonly MappedCode[],
  modules: readonly BundleModule[],
  runtimeIndex: string,
): string {
  const contents = contentsOf(modules);
  // esbuild lists a flow once for each module that comes from it. The map needs it once.
  const indices = new Map<string, number>();
  const sourcesContent: (string | null)[] = [];
  const names: string[] = [];
  const parts = bundles.map(({ code, map }) => {
    const part = JSON.parse(map) as EsbuildMap;
    const sources = part.sources.map((path, at) => {
      if (path.startsWith(runtimeNamespace)) return undefined;
      const index = indices.get(path) ?? indices.size;
      if (index === indices.size) {
        indices.set(path, index);
        sourcesContent.push(contents.get(path) ?? part.sourcesContent?.[at] ?? null);
      }
      return index;
    });
    const firstName = names.length;
    for (const name of part.names) names.push(name);
    return { rows: rowsOf(code), mappings: part.mappings, sources, firstName };
  });
  const complete: SourceMap = {
    version: 3,
    file: "server.js",
    sources: [...indices.keys()].map((path) => stableName(path, runtimeIndex)),
    sourcesContent,
    names,
    mappings: ";".repeat(rowsOf(start)) + joinMappings(parts),
  };
  return `${JSON.stringify(complete)}\n`;
}

/** The texts of modules and flows, by the paths that esbuild shows. */
function contentsOf(modules: readonly BundleModule[]): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const { path, text, map } of modules) {
    // Nobody steps through data, and it may be large.
    if (!path.startsWith("assets/")) contents.set(`${outputNamespace}:${path}`, text);
    map?.sources.forEach((source, index) => {
      if (source !== path) contents.set(`${flowNamespace}:${source}`, map.sourcesContent[index] ?? "");
    });
  }
  return contents;
}

function rowsOf(text: string): number {
  return text.split("\n").length - 1;
}
