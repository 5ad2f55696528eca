import type { ShownValue, TraceEvent, UpstreamEvent } from "../../../../../runtime/observe/trace/index.js";
import { duration } from "../shared/figures.js";
import type { Step } from "./steps.js";

const longestNote = 60;
const mostNotes = 10;

/** The notes behind the lines of a file: the values set by the last step there, up to the step shown. */
export function notesOf(file: string, steps: readonly Step[], until: number): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  const done = new Set<number>();
  for (let index = Math.min(until, steps.length - 1); index >= 0; index--) {
    const { position, events } = steps[index] as Step;
    if (position?.file !== file || done.has(position.line)) continue;
    done.add(position.line);
    const note = [...new Set(events.slice(0, mostNotes).flatMap(noteOf))].join("  ");
    if (note !== "") notes.set(position.line, short(note, 2 * longestNote));
  }
  return notes;
}

function noteOf(event: TraceEvent): readonly string[] {
  if (event.kind === "variable") return [`$${event.name} = ${inOneLine(event.value)}`];
  if (event.kind === "output" && event.to === "status") return [`status ${event.value.text}`];
  return event.kind === "upstream" ? [`${event.id} → ${resultOf(event)}`] : [];
}

/** `200 in 12 ms` */
export function resultOf({ timing, response, result, failure }: UpstreamEvent): string {
  const took = timing.ended ?? timing.firstByte;
  const came = failure === undefined ? String(result ?? response?.status ?? "…") : "failed";
  return took === undefined ? came : `${came} in ${duration(took)}`;
}

/** A value as somebody would write it, shortened. */
export function inOneLine({ type, text }: ShownValue): string {
  const line = short(
    text
      .slice(0, 4 * longestNote)
      .replace(/\s+/g, " ")
      .trim(),
    longestNote,
  );
  if (type === "string") return JSON.stringify(line);
  return type === "empty" ? "nothing" : line;
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
