import type { Place, RanLines } from "../../observe/trace/format.js";

/** An action of a flow, where code begins that runs it. */
export interface TracedAction {
  readonly name: string;
  readonly place: Place;
}

/** The meaning of a point of the code. */
interface Point {
  readonly action: TracedAction | undefined;
  /** The lines that have run when it has been passed, by file. */
  readonly lines: readonly (readonly [file: CountedFile, line: number])[];
}

interface CountedFile {
  readonly path: string;
  /** All lines of the file that have code. */
  readonly lines: Set<number>;
}

/** The meanings of the points of a module. */
type PointTable = readonly [
  paths: readonly string[],
  /** For each point, a file and a line and so on. */
  lines: readonly (readonly number[])[],
  /** The points that are actions. */
  actions: readonly (readonly [point: number, name: string, file: number, line: number, column: number])[],
];

/** Those that nobody has asked for. */
const pending: (readonly [first: number, table: () => PointTable])[] = [];
const points: Point[] = [];
const files = new Map<string, CountedFile>();

/** Instrumented modules call it when they are loaded. */
export function $points(first: number, table: () => PointTable): void {
  pending.push([first, table]);
}

function pointAt(point: number): Point | undefined {
  for (const [first, table] of pending.splice(0)) readTable(first, table());
  return points[point];
}

function readTable(first: number, [paths, lines, actions]: PointTable): void {
  const own = paths.map(countedFile);
  const names = new Map(
    actions.map(([point, name, file, line, column]) => [
      point,
      { name, place: `${paths[file]}:${line}:${column}` },
    ]),
  );
  lines.forEach((pairs, index) => {
    points[first + index] = { action: names.get(index), lines: linesOf(pairs, own) };
  });
}

function linesOf(pairs: readonly number[], own: readonly CountedFile[]): Point["lines"] {
  const found: (readonly [CountedFile, number])[] = [];
  for (let at = 0; at < pairs.length; at += 2) {
    const file = own[pairs[at] as number] as CountedFile;
    const line = pairs[at + 1] as number;
    file.lines.add(line);
    found.push([file, line]);
  }
  return found;
}

function countedFile(path: string): CountedFile {
  const file = files.get(path) ?? { path, lines: new Set() };
  files.set(path, file);
  return file;
}

let counts: Map<number, number> | undefined;

/**
 * Counts how often each point is passed, in all apps of the process.
 * @returns a function that tells the counts since it was called last
 */
export function startCounting(): () => ReadonlyMap<number, number> {
  counts = new Map();
  return () => {
    const taken = counts ?? new Map();
    counts = new Map();
    return taken;
  };
}

export function countPoint(point: number): void {
  counts?.set(point, (counts.get(point) ?? 0) + 1);
}

export function actionOf(point: number): TracedAction | undefined {
  return pointAt(point)?.action;
}

/** How often each line has run, of the files that have a line which has. */
export function ranLines(counts: ReadonlyMap<number, number>): readonly RanLines[] {
  const byFile = new Map<CountedFile, Map<number, number>>();
  for (const [point, count] of counts)
    for (const [file, line] of pointAt(point)?.lines ?? []) {
      const lines = byFile.get(file) ?? new Map<number, number>();
      byFile.set(file, lines);
      lines.set(line, Math.max(lines.get(line) ?? 0, count));
    }
  return [...byFile].map(([{ path, lines }, ran]) => ({
    file: path,
    lines: Object.fromEntries([...lines].sort((a, b) => a - b).map((line) => [line, ran.get(line) ?? 0])),
  }));
}
