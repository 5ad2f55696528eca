import { hash } from "../source/hash.js";
import { esbuild } from "./esbuild.js";
import type { ModuleCode, PrintedModule } from "./print.js";
import { mapPart } from "./source-map.js";

/** The code of a generated module as it is in the bundle, where constants of all modules are side by side. */
export interface Chunk {
  /** Of all that it was made of. */
  readonly key: string;
  readonly code: string;
  readonly mappings: string;
  readonly sources: readonly ChunkSource[];
}

/** The path of a flow file; `null` for the generated module itself. */
export type ChunkSource = string | null;

/**
 * Removes types, comments and white space. Names stay.
 * @param known chunks by their keys, which are not made again
 */
export async function makeChunk(
  module: PrintedModule,
  code: ModuleCode,
  known: ReadonlyMap<string, Chunk> = new Map(),
): Promise<Chunk> {
  const { sources, mappings } = mapPart(module, code.start, code.end);
  const map = { version: 3, sources: sources.map((_, index) => String(index)), names: [], mappings };
  const inline = Buffer.from(JSON.stringify(map)).toString("base64");
  const text = `${variables(module.text, code)}\n//# sourceMappingURL=data:application/json;base64,${inline}\n`;
  const key = hash(JSON.stringify([module.path, sources.map(({ path }) => path), text]));
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
  const made = JSON.parse(result.map) as { readonly sources: readonly string[]; readonly mappings: string };
  return {
    key,
    code: result.code,
    mappings: made.mappings,
    sources: made.sources.map((index) => {
      const source = sources[Number(index)];
      return source === undefined || source.text === module.text ? null : source.path;
    }),
  };
}

/** The code with `var` for `const`, which costs no check of each use, and without `export`. All columns stay. */
function variables(text: string, { start, end, declarations }: ModuleCode): string {
  const parts: string[] = [];
  let done = start;
  for (const at of declarations) {
    const keyword = text.startsWith("export const ", at) ? "export const" : "const";
    parts.push(text.slice(done, at), "var".padStart(keyword.length));
    done = at + keyword.length;
  }
  return parts.join("") + text.slice(done, end);
}
