import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PlaceFinder } from "../logs/place.js";

/** How many calls of the stack are looked at; flows that call flows make it deep. */
const maxFrames = 60;

/** Maps that are longer are not read. */
const maxMapBytes = 256 * 1024 * 1024;

/**
 * Finds places of flows by the stack, and by the source map beside the bundle that calls this. The map is read when a
 * place is asked for the first time. Without it, nothing is found.
 */
export function sourcePlaces(): PlaceFinder {
  const file = frames()[0]?.getFileName();
  let places: Places | undefined;
  return () => {
    if (!file) return undefined;
    places ??= readPlaces(file);
    for (const frame of frames()) {
      if (frame.getFileName() !== file) continue;
      const place = places.at((frame.getLineNumber() ?? 1) - 1, (frame.getColumnNumber() ?? 1) - 1);
      if (place !== undefined) return place;
    }
    return undefined;
  };
}

/** The calls that are running, the innermost first. `await` is seen through. */
function frames(): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = maxFrames;
    Error.prepareStackTrace = (_, sites) => sites;
    const { stack } = new Error();
    return Array.isArray(stack) ? (stack as NodeJS.CallSite[]) : [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/** The parts of a bundle that come from flows. */
interface Places {
  /** The place that code at a line and column comes from; both count from 0. */
  at(line: number, column: number): string | undefined;
}

const none: Places = { at: () => undefined };

function readPlaces(file: string): Places {
  try {
    const bytes = readFileSync(`${file.startsWith("file:") ? fileURLToPath(file) : file}.map`);
    return bytes.length > maxMapBytes ? none : new MappedPlaces(JSON.parse(bytes.toString("utf8")));
  } catch {
    return none;
  }
}

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** Where the source of the code changes, by line: columns in order, and the place from there on. */
class MappedPlaces implements Places {
  readonly #lines: { readonly columns: number[]; readonly places: (string | undefined)[] }[] = [];

  constructor({ sources, mappings }: SourceMap) {
    const flows = sources.map((source) => (isOfFlows(source) ? source : undefined));
    let source = 0;
    let sourceLine = 0;
    for (const line of mappings.split(";")) {
      const columns: number[] = [];
      const places: (string | undefined)[] = [];
      let column = 0;
      for (const segment of line === "" ? [] : line.split(",")) {
        const [ofColumn = 0, ofSource, ofLine = 0] = decode(segment);
        column += ofColumn;
        source += ofSource ?? 0;
        sourceLine += ofLine;
        const flow = ofSource === undefined ? undefined : flows[source];
        const place = flow && `${flow}:${sourceLine + 1}`;
        if (places.at(-1) === place) continue;
        columns.push(column);
        places.push(place);
      }
      this.#lines.push({ columns, places });
    }
  }

  at(line: number, column: number): string | undefined {
    const { columns = [], places = [] } = this.#lines[line] ?? {};
    let low = 0;
    let high = columns.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((columns[middle] as number) <= column) low = middle + 1;
      else high = middle;
    }
    return places[low - 1];
  }
}

/** Sources are flows and API descriptions, or modules, whose names tell what they are. */
function isOfFlows(source: string): boolean {
  return !/\.[cm]?[jt]s$/.test(source);
}

/** The numbers of a segment (ECMA-426, "Base64 VLQ"). */
function decode(segment: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (let index = 0; index < segment.length; index++) {
    const digit = digits.indexOf(segment[index] as string);
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
