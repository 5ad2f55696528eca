import type { Range } from "../reading/loose-xml.js";

export type CompletionKind =
  | "element"
  | "attribute"
  | "value"
  | "property"
  | "function"
  | "variable"
  | "member"
  | "file"
  | "command"
  | "request"
  | "keyword";

/** Something that can be written at a place. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** The text that it replaces. */
  readonly range: Range;
  readonly text: string;
  /** The same with `$1` and `$0` where one goes on to write. */
  readonly snippet?: string;
  readonly detail?: string | undefined;
  /** Others come before it. */
  readonly isLate?: true;
  /** The element that it belongs to. */
  readonly element?: string;
}

/** Something whose text is its label, if nothing else is said. */
export const completion = (
  kind: CompletionKind,
  label: string,
  range: Range,
  more: Partial<Omit<Completion, "kind" | "label" | "range">> = {},
): Completion => ({ label, kind, range, text: label, ...more });

/** More are of no use to anyone. */
export const maxCompletions = 1000;

/** A text that means itself in a snippet. */
export const literally = (text: string): string => text.replace(/[\\$}]/g, "\\$&");
