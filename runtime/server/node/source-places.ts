import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Action, FlowPlaces, FlowStack } from "../../observe/logs/place.js";

/** How many calls of the stack are looked at; flows that call flows make it deep. */
const maxFrames = 60;

/** Maps that are longer are not read. */
const maxMapBytes = 256 * 1024 * 1024;

/**
 * Finds places of flows by the stack, and by the source map beside the bundle that calls this. The map is read when a
 * place is asked for the first time. Without it, nothing is found.
 */
export function sourcePlaces(): FlowPlaces {
  const own = frames(1)[0]?.getFileName() ?? "";
  return new CalledPlaces(own, () => readPlaces(own));
}

/** The same where the map is no file. */
export function givenPlaces(map: () => string): FlowPlaces {
  const own = frames(1)[0]?.getFileName() ?? "";
  return new CalledPlaces(own, () => mappedPlaces(own, JSON.parse(map()) as SourceMap));
}

/** This module, as the source map names it, and what stands before it where the platform reads the map itself: on Deno. */
const ownSource = /^(.*\/)flowc\/runtime\/server\/node\/source-places\.[jt]s$/;

/**
 * The calls that are running, the innermost first. `await` is seen through.
 * @param above leaves out this function and what it calls
 */
function frames(limit: number, above: Action = frames): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = limit;
    Error.prepareStackTrace = callSites;
    const trace: { stack?: unknown } = {};
    Error.captureStackTrace(trace, above);
    return Array.isArray(trace.stack) ? trace.stack : [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function callSites(_: Error, sites: NodeJS.CallSite[]): NodeJS.CallSite[] {
  return sites;
}

/** The places of calls in a bundle. */
class CalledPlaces implements FlowPlaces {
  #places: Places | undefined;
  /** By the position of the call in the bundle. Its line and column take a while to be found. */
  readonly #known = new Map<number, string>();

  /** @param file the code that has places, as calls name it */
  constructor(
    private readonly file: string,
    private readonly read: () => Places,
  ) {}

  find(action?: Action): string | undefined {
    // Each call of the stack costs a microsecond, so one alone is looked at where that is enough.
    const [caller] = action === undefined ? [] : frames(1, action);
    return (caller && this.#ofCaller(caller)) ?? this.#first(frames(maxFrames));
  }

  inStack(stack: string): FlowStack {
    let first: string | undefined;
    // Deno writes URLs where it calls the file by its path.
    const [before = "", ...calls] = stack
      .replaceAll(`file://${this.file}:`, `${this.file}:`)
      .split(`${this.file}:`);
    const shown = calls.map((call) => {
      const [position = "", line, column] = /^(\d+):(\d+)/.exec(call) ?? [];
      const place = this.#at(this.file, Number(line), Number(column));
      first ??= place;
      return place === undefined ? `${this.file}:${call}` : place + call.slice(position.length);
    });
    return { stack: before + shown.join(""), place: first };
  }

  /** The place of the first call that has one. */
  #first(calls: readonly NodeJS.CallSite[]): string | undefined {
    for (const call of calls) {
      const place = this.#ofCall(call);
      if (place !== undefined) return place;
    }
    return undefined;
  }

  /** The place of the call of an action. Only flows call actions, and all are in this file. */
  #ofCaller(call: NodeJS.CallSite): string | undefined {
    const position = call.getPosition?.(); // not everywhere
    if (position === undefined) return this.#ofCall(call);
    let place = this.#known.get(position);
    if (place === undefined) {
      place = this.#ofCall(call);
      if (place !== undefined) this.#known.set(position, place);
    }
    return place;
  }

  #ofCall(call: NodeJS.CallSite): string | undefined {
    return this.#at(call.getFileName() ?? "", call.getLineNumber() ?? 1, call.getColumnNumber() ?? 1);
  }

  #at(...place: Parameters<Places>): string | undefined {
    this.#places ??= this.#read();
    return this.#places(...place);
  }

  #read(): Places {
    try {
      return this.read();
    } catch {
      return none;
    }
  }
}

/** The place in a flow that a place in a file comes from. Lines and columns count from 1. */
type Places = (file: string, line: number, column: number) => string | undefined;

const none: Places = () => undefined;

/** The name of the file that the bundler writes. There is none where modules run as they are. */
declare const flowcBundle: string | undefined;

interface SourceMap {
  readonly sources: readonly string[];
  readonly mappings: string;
  /** The flow files among the sources: their indices and their paths. */
  readonly x_flowc_flows: readonly (readonly [index: number, flow: string])[];
}

/** @param own this module, as calls name it */
function readPlaces(own: string): Places {
  const base = ownSource.exec(own)?.[1];
  const bundle = typeof flowcBundle === "undefined" ? "server.js" : flowcBundle;
  const bytes = readFileSync(`${pathOf(base === undefined ? own : base + bundle)}.map`);
  if (bytes.length > maxMapBytes) return none;
  const map = JSON.parse(bytes.toString("utf8")) as SourceMap;
  if (base === undefined) return mappedPlaces(own, map);
  const { sources, x_flowc_flows } = map;
  const directory = pathToFileURL(pathOf(base));
  const flows = new Map(
    x_flowc_flows.map(([index, flow]) => [fileURLToPath(new URL(sources[index] ?? "", directory)), flow]),
  );
  return (called, line) => {
    const flow = flows.get(pathOf(called));
    return flow && `${flow}:${line}`;
  };
}

function mappedPlaces(file: string, map: SourceMap): Places {
  const places = new MappedPlaces(map);
  return (called, line, column) => (called === file ? places.at(line - 1, column - 1) : undefined);
}

function pathOf(file: string): string {
  return file.startsWith("file:") ? fileURLToPath(file) : file;
}

/** The part of a line of code that comes from a line of a flow, or from none. */
interface Stretch {
  readonly column: number;
  readonly flow: string | undefined;
  readonly line: number;
}

/**
 * Where the source of the code changes, by line of the code. The request that alerts first waits until all is read, so
 * nothing is made for a segment but what is kept.
 */
class MappedPlaces {
  readonly #lines: Stretch[][] = [[]];

  constructor({ mappings, x_flowc_flows }: SourceMap) {
    const flows = new Map(x_flowc_flows);
    // The numbers of a segment: column, source, line and column of the source, each as a difference.
    const numbers = [0, 0, 0, 0, 0];
    let count = 0;
    let value = 0;
    let shift = 0;
    let column = 0;
    let source = 0;
    let line = 0;
    for (let index = 0; index <= mappings.length; index++) {
      const code = index === mappings.length ? semicolon : mappings.charCodeAt(index);
      if (code !== comma && code !== semicolon) {
        const digit = digits[code] ?? 0;
        value |= (digit & 31) << shift;
        shift += 5;
        if (digit & 32) continue;
        numbers[count++] = value & 1 ? -(value >>> 1) : value >>> 1;
        value = 0;
        shift = 0;
        continue;
      }
      if (count > 0) {
        column += numbers[0] as number;
        if (count > 1) source += numbers[1] as number;
        if (count > 2) line += numbers[2] as number;
        this.#add(column, count > 1 ? flows.get(source) : undefined, line + 1);
      }
      count = 0;
      if (code === comma) continue;
      column = 0;
      this.#lines.push([]);
    }
  }

  #add(column: number, flow: string | undefined, line: number): void {
    const stretches = this.#lines.at(-1) as Stretch[];
    const last = stretches.at(-1);
    if (last?.flow === flow && (flow === undefined || last?.line === line)) return;
    stretches.push({ column, flow, line });
  }

  at(line: number, column: number): string | undefined {
    const stretches = this.#lines[line] ?? [];
    let low = 0;
    let high = stretches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((stretches[middle] as Stretch).column <= column) low = middle + 1;
      else high = middle;
    }
    const found = stretches[low - 1];
    return found?.flow && `${found.flow}:${found.line}`;
  }
}

const [comma, semicolon] = [0x2c, 0x3b];

/** The values of the digits of ECMA-426 "Base64 VLQ", by their codes. */
const digits = new Uint8Array(128);
[..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].forEach((digit, value) => {
  digits[digit.charCodeAt(0)] = value;
});
