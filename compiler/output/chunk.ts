import { hash } from "../source/hash.js";
import { type ChunkMap, chunkMap, placesOf } from "./chunk-map.js";
import { esbuild } from "./esbuild.js";
import type { ModuleCode, PrintedModule } from "./print.js";

/** The code of a generated module as it is in the bundle, where constants of all modules are side by side. */
export interface Chunk extends ChunkMap {
  /** Of all that it was made of. */
  readonly key: string;
  readonly code: string;
}

/**
 * Removes types, comments and white space. Names stay.
 * @param known chunks by their keys, which are not made again
 */
export async function makeChunk(
  module: PrintedModule,
  code: ModuleCode,
  known: ReadonlyMap<string, Chunk> = new Map(),
): Promise<Chunk> {
  const text = variables(module.text, code);
  const places = placesOf(module, code);
  const key = hash(JSON.stringify([module.path, module.text, text, places]));
  const same = known.get(key);
  if (same !== undefined) return same;
  const result = await esbuild().transform(text, {
    loader: "ts",
    minifyWhitespace: true,
    target: "node20",
    charset: "utf8",
    legalComments: "none",
    sourcemap: "external",
    sourcesContent: false,
    tsconfigRaw: {},
  });
  const { mappings } = JSON.parse(result.map) as { readonly mappings: string };
  return { key, code: result.code, ...chunkMap(module, code.start, places, mappings) };
}

/** The code with `var` for `const`, which costs no check of each use, and without `export`. All columns stay. */
function variables(text: string, { start, end, declarations }: ModuleCode): string {
  const parts: string[] = [];
  let done = start;
  for (const at of declarations) {
    const keyword = text.startsWith("export const ", at) ? "export const" : "const";
    parts.push(text.slice(done, at), "var  ".padStart(keyword.length));
    done = at + keyword.length;
  }
  return parts.join("") + text.slice(done, end);
}
