import type { Trace } from "../../../../../runtime/observe/trace/index.js";
import { grouped, memberOf, parsedJson } from "../../../../shared/values.js";
import type { FlowSource, LinkedLine } from "../../api.js";
import { positionOf } from "../shared/place.js";
import type { Passage } from "./steps.js";

export interface LineMark {
  /** How often its code ran; `undefined` if it has none, or if nobody counted. */
  readonly ran: number | undefined;
  /** True if it belongs to a way that the request did not take. */
  readonly isSkipped: boolean;
  /** The messages of errors that were thrown here. */
  readonly errors: readonly string[];
}

const noMark: LineMark = { ran: undefined, isSkipped: false, errors: [] };

/** Tells what a request did with each line of a file: `[0]` is line 1. */
export function markLines(
  source: FlowSource,
  lineCount: number,
  trace: Trace,
  passage: Passage,
): readonly LineMark[] {
  const ran = countLines(source, trace, passage);
  const isCounted = trace.ran.some(({ file }) => file === source.file);
  const skipped = isCounted ? skippedLines(source, ran) : new Set<number>();
  const errors = errorsByLine(trace, source.file);
  return Array.from({ length: lineCount }, (_, index) => {
    const line = index + 1;
    const mark: LineMark = {
      ran: ran.get(line),
      isSkipped: skipped.has(line),
      errors: errors.get(line) ?? [],
    };
    return mark.ran === undefined && !mark.isSkipped && mark.errors.length === 0 ? noMark : mark;
  });
}

/** Without counts, how often a line was the place of something that happened. */
function countLines(source: FlowSource, trace: Trace, { steps }: Passage): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  const counted = trace.ran.find(({ file }) => file === source.file);
  if (counted !== undefined) {
    for (const line of source.codeLines) counts.set(line, 0);
    for (const [line, count] of Object.entries(counted.lines)) counts.set(Number(line), count);
    return counts;
  }
  for (const { position } of steps)
    if (position?.file === source.file && position.line > 0)
      counts.set(position.line, (counts.get(position.line) ?? 0) + 1);
  return counts;
}

/** Lines whose code did not run, and the lines without code of actions that did not run. */
function skippedLines({ actions }: FlowSource, ran: ReadonlyMap<number, number>): ReadonlySet<number> {
  const skipped = new Set<number>();
  for (const [line, count] of ran) if (count === 0) skipped.add(line);
  for (const { line, endLine } of actions) {
    // The condition of an action ran even if nothing else of it did.
    const first = skipped.has(line) ? line : line + 1;
    const inside = Array.from({ length: endLine - first + 1 }, (_, index) => first + index);
    const counts = inside.flatMap((each) => ran.get(each) ?? []);
    const isSkipped = counts.length > 0 && counts.every((count) => count === 0);
    if (!isSkipped && first > line) continue;
    for (const each of inside) if ((ran.get(each) ?? 0) === 0) skipped.add(each);
  }
  return skipped;
}

function errorsByLine({ events }: Trace, of: string): ReadonlyMap<number, readonly string[]> {
  const errors = events.flatMap((event) => {
    if (event.kind !== "error" || event.place === undefined) return [];
    const { file, line } = positionOf(event.place);
    return file === of ? [{ line, message: errorMessage(event.error.text) }] : [];
  });
  const byLine = grouped(errors, ({ line }) => line);
  return new Map([...byLine].map(([line, found]) => [line, found.map(({ message }) => message)]));
}

/** The message of an error: `$error` as JSON, or a text. */
export function errorMessage(error: string): string {
  const message = memberOf(parsedJson(error), "message");
  if (message === undefined) return error; // it is not JSON, or only its beginning was kept
  return typeof message === "string" ? message : JSON.stringify(message);
}

/** The lines of a module whose flow lines did not run. */
export function skippedModuleLines(
  module: string,
  { fromModule }: Links,
  marks: readonly LineMark[],
): ReadonlySet<number> {
  const skipped = new Set<number>();
  for (const links of fromModule.values())
    if (links[0]?.module === module && links.every(({ flowLine }) => marks[flowLine - 1]?.isSkipped))
      skipped.add(links[0].moduleLine);
  return skipped;
}

interface Links {
  readonly fromFlow: ReadonlyMap<number, readonly LinkedLine[]>;
  readonly fromModule: ReadonlyMap<string, readonly LinkedLine[]>;
}

export const indexLinks = (links: readonly LinkedLine[]): Links => ({
  fromFlow: grouped(links, ({ flowLine }) => flowLine),
  fromModule: grouped(links, ({ module, moduleLine }) => moduleKey(module, moduleLine)),
});

export const moduleKey = (module: string, line: number): string => `${line} ${module}`;
