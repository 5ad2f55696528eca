import { type Span, textOf } from "../source/source-text.js";

/** A part of a file, and what comes in its place. */
export interface Edit {
  readonly path: string;
  readonly start: number;
  readonly before: string;
  readonly after: string;
}

export const editOf = (span: Span, after: string): Edit => ({
  path: span.source.path,
  start: span.start,
  before: textOf(span),
  after,
});

/** The text with all edits, which do not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const { start, before, after } of [...edits].sort((a, b) => a.start - b.start)) {
    parts.push(text.slice(end, start), after);
    end = start + before.length;
  }
  return parts.join("") + text.slice(end);
}

/**
 * Finds edits, in their order, in a text that has them.
 * @returns the same edits where they are now; `undefined` if one is not there any more
 */
export function located(text: string, edits: readonly Omit<Edit, "start">[]): readonly Edit[] | undefined {
  const found: Edit[] = [];
  let from = 0;
  for (const edit of edits) {
    const start = text.indexOf(edit.after, from);
    if (start < 0) return undefined;
    found.push({ ...edit, start });
    from = start + edit.after.length;
  }
  return found;
}
