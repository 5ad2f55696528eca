/** Reads the source map of an app as debuggers do. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import {
  allGeneratedPositionsFor,
  decodedMappings,
  GREATEST_LOWER_BOUND,
  generatedPositionFor,
  originalPositionFor,
  TraceMap,
} from "@jridgewell/trace-mapping";

/** A place as an editor shows it: an absolute path, and numbers from 1. */
export interface UiPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A place in a script, as the Chrome DevTools Protocol has it: numbers from 0. */
export interface ScriptPlace {
  readonly lineNumber: number;
  readonly columnNumber?: number;
}

interface RawMap {
  readonly version: 3;
  readonly sources: string[];
  readonly sourcesContent: (string | null)[];
  readonly names: string[];
  readonly mappings: string;
  readonly ignoreList?: number[];
  readonly x_flowc_modules: string;
}

export class MapReader {
  readonly raw: RawMap;
  readonly #map: TraceMap;
  readonly #code: string;
  /** The sources as the map has them, by the files that they are for an editor. */
  readonly #sources: ReadonlyMap<string, string>;

  /** @param url of the script, which names the map in its last line */
  constructor(url: string, mapUrl: string) {
    const script = fileURLToPath(url);
    this.#code = readFileSync(script, "utf8");
    this.raw = JSON.parse(readFileSync(fileURLToPath(new URL(mapUrl, url)), "utf8")) as RawMap;
    this.#map = new TraceMap({ ...this.raw });
    // As VS Code does; it decodes nothing.
    this.#sources = new Map(this.raw.sources.map((source) => [resolve(dirname(script), source), source]));
  }

  /** The files that an editor can set breakpoints in. */
  get files(): readonly string[] {
    return [...this.#sources.keys()];
  }

  /**
   * Where in the script a line of a file is. VS Code looks for it like this (`getOptimalCompiledPosition`): among the
   * places of the same line, the first one in the script.
   */
  generated(file: string, line: number): Required<ScriptPlace> | undefined {
    const source = this.#sources.get(file);
    if (source === undefined) return undefined;
    const needle = { source, line, column: 0 };
    const [first] = [
      generatedPositionFor(this.#map, { ...needle, bias: GREATEST_LOWER_BOUND }),
      ...allGeneratedPositionsFor(this.#map, needle),
    ]
      .flatMap(({ line: row, column }) =>
        row === null ? [] : [{ lineNumber: row - 1, columnNumber: column }],
      )
      .sort((a, b) => a.lineNumber - b.lineNumber || a.columnNumber - b.columnNumber);
    return first;
  }

  original({ lineNumber, columnNumber = 0 }: ScriptPlace): UiPlace {
    const { source, line, column } = originalPositionFor(this.#map, {
      line: lineNumber + 1,
      column: columnNumber,
    });
    const [file = ""] = [...this.#sources].find(([, name]) => name === source) ?? [];
    return { file, line: line ?? 0, column: (column ?? -1) + 1 };
  }

  /** Returns the code that a debugger with the ignore list steps over: places where that begins and ends. */
  ignored(): readonly Required<ScriptPlace>[] {
    const listed = new Set(this.raw.ignoreList);
    const places: Required<ScriptPlace>[] = [];
    decodedMappings(this.#map).forEach((segments, lineNumber) => {
      for (const [columnNumber, source] of segments) {
        const isIgnored = source !== undefined && listed.has(source);
        if (isIgnored === (places.length % 2 === 0)) places.push({ lineNumber, columnNumber });
      }
    });
    return places;
  }

  /** The names that a debugger shows for variables on a line of the script, by those that they have in it. */
  renamed(lineNumber: number): ReadonlyMap<string, string> {
    const line = this.#code.split("\n")[lineNumber] ?? "";
    return new Map(
      (decodedMappings(this.#map)[lineNumber] ?? []).flatMap(([column, , , , name]) => {
        const written = /^[$\w]+/.exec(line.slice(column))?.[0];
        return name === undefined || written === undefined ? [] : [[written, this.raw.names[name] ?? ""]];
      }),
    );
  }
}
