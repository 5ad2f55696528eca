/** From what V8 says a process has run to lines of sources. */
import { readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { join } from "node:path";
import { mirror, readMap } from "../mirror.js";
import { decodeMappings, type Segment } from "./mappings.js";

/** Lines of sources, by their paths from the repository's top. */
export class ReachedLines {
  readonly lines = new Map<string, Set<number>>();

  /** Adds what was run of a module that the build or the mirror made: nothing of it is run by reading it alone. */
  addModule(source: string, { functions }: Profiler.ScriptCoverage): void {
    const made = madeModule(source);
    if (made === undefined) return;
    const own = functions.filter(({ ranges: [range] }) => range !== undefined && !isWhole(range, made.text));
    const isRun = painted(own, made.text.length);
    if (isRun === undefined) return;
    for (const { line, column, sourceLine } of made.segments)
      if (isRun[(made.starts[line] ?? 0) + column] === 1) this.#add(source, sourceLine);
  }

  /** Adds what was run of a bundle, by its source map, whose sources are modules of the runtime. */
  addBundle({ functions }: Profiler.ScriptCoverage, { lineLengths, data }: CachedMap): void {
    const starts: number[] = [];
    let length = 0;
    for (const lineLength of lineLengths) {
      starts.push(length);
      length += lineLength + 1;
    }
    const isRun = painted(functions, length);
    if (isRun === undefined) return;
    for (const { line, column, source, sourceLine } of decodeMappings(data.mappings)) {
      const name = /^flowc\/(runtime\/.*)\.js$/.exec(data.sources[source] ?? "")?.[1];
      if (name === undefined || isRun[(starts[line] ?? 0) + column] !== 1) continue;
      const path = `${name}.ts`;
      for (const original of madeModule(path)?.linesOf.get(sourceLine) ?? []) this.#add(path, original);
    }
  }

  #add(path: string, line: number): void {
    const known = this.lines.get(path);
    if (known === undefined) this.lines.set(path, new Set([line]));
    else known.add(line);
  }
}

/** As Node keeps it of a script that names one, while it records. */
export interface CachedMap {
  readonly lineLengths: readonly number[];
  readonly data: { readonly sources: readonly string[]; readonly mappings: string };
}

interface MadeModule {
  readonly text: string;
  /** Offsets of its lines. */
  readonly starts: readonly number[];
  readonly segments: readonly Segment[];
  /** Lines of the source, by lines of the module. */
  readonly linesOf: ReadonlyMap<number, ReadonlySet<number>>;
}

const madeModules = new Map<string, MadeModule | undefined>();

function madeModule(source: string): MadeModule | undefined {
  if (!madeModules.has(source)) madeModules.set(source, readModule(source));
  return madeModules.get(source);
}

function readModule(source: string): MadeModule | undefined {
  const file = join(mirror, "dist", source.replace(/\.ts$/, ".js"));
  try {
    const text = readFileSync(file, "utf8");
    const segments = decodeMappings(readMap(file).mappings);
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    const linesOf = new Map<number, Set<number>>();
    for (const { line, sourceLine } of segments)
      linesOf.set(line, (linesOf.get(line) ?? new Set()).add(sourceLine));
    return { text, starts, segments, linesOf };
  } catch {
    // Gone since.
    return undefined;
  }
}

const isWhole = ({ startOffset, endOffset }: Profiler.CoverageRange, text: string): boolean =>
  startOffset === 0 && endOffset >= text.length;

/** For each offset whether it was run; `undefined` if nothing was. */
function painted(functions: readonly Profiler.FunctionCoverage[], length: number): Uint8Array | undefined {
  const ranges = functions.flatMap((each) => each.ranges);
  if (!ranges.some(({ count }) => count > 0)) return undefined;
  const isRun = new Uint8Array(length + 1);
  // From the outer ones to the inner ones.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges)
    isRun.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return isRun;
}
