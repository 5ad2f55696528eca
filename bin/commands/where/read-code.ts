import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A source map, as far as places are looked up in it. Anybody may have written it. */
export interface CodeMap {
  readonly sources: readonly unknown[];
  readonly sourcesContent: readonly unknown[];
  readonly mappings: string;
  /** Mappings that lead to generated modules everywhere. */
  readonly modules: string;
}

/** Maps that are longer are not read. */
const maxBytes = 256 * 1024 * 1024;

/** The map of a file of JavaScript, which is beside it, and the lines of the file, which need not be there. */
export function readCode(file: string): {
  readonly map: CodeMap;
  readonly lines: readonly string[] | undefined;
} {
  const path = file.startsWith("file:") ? fileURLToPath(file) : file;
  if (!exists(`${path}.map`)) throw new Error(`There is no source map ${file}.map.`);
  const map = parseMap(readText(`${path}.map`), `${file}.map`);
  return { map, lines: exists(path) ? readText(path).split("\n") : undefined };
}

function readText(path: string): string {
  const { size } = statSync(path);
  if (size > maxBytes) throw new Error(`${path} is longer than ${maxBytes} bytes.`);
  return readFileSync(path, "utf8");
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

function parseMap(text: string, name: string): CodeMap {
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch {
    map = undefined;
  }
  if (!isMap(map)) throw new Error(`${name} is not a source map.`);
  const { sources, sourcesContent, mappings, x_flowc_modules } = map;
  return {
    sources,
    sourcesContent: Array.isArray(sourcesContent) ? sourcesContent : [],
    mappings,
    modules: typeof x_flowc_modules === "string" ? x_flowc_modules : "",
  };
}

interface RawMap {
  readonly version: 3;
  readonly sources: readonly unknown[];
  readonly sourcesContent?: unknown;
  readonly mappings: string;
  readonly x_flowc_modules?: unknown;
}

function isMap(map: unknown): map is RawMap {
  if (typeof map !== "object" || map === null) return false;
  const { version, sources, mappings } = map as Partial<Record<keyof RawMap, unknown>>;
  return (
    version === 3 &&
    Array.isArray(sources) &&
    typeof mappings === "string" &&
    /^[A-Za-z\d+/,;]*$/.test(mappings)
  );
}
