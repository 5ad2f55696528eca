/**
 * Figures as they are shown.
 * @module
 */

/** Milliseconds: `0.42 ms`, `12 ms`, `1.25 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(milliseconds >= 10_000 ? 1 : 2)} s`;
  if (milliseconds >= 10) return `${milliseconds.toFixed(0)} ms`;
  return `${milliseconds.toFixed(milliseconds >= 1 ? 1 : 2)} ms`;
}

/** `312 B`, `1.4 KB`, `10 MB`. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${trimmed(bytes / 1000)} KB`;
  return `${trimmed(bytes / 1_000_000)} MB`;
}

/** `1 error`, `3 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The time of day of a moment since 1970: `14:03:59.120`. */
export function timeOfDay(moment: number): string {
  const date = new Date(moment);
  const two = (part: number) => String(part).padStart(2, "0");
  const fraction = String(date.getMilliseconds()).padStart(3, "0");
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${fraction}`;
}

function trimmed(figure: number): string {
  return figure >= 10 ? figure.toFixed(0) : figure.toFixed(1);
}
