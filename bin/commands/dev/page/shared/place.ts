import type { Place } from "../../../../../runtime/observe/trace/index.js";

export interface Position {
  readonly file: string;
  /** From 1; 0 if only the file is known. */
  readonly line: number;
  readonly column: number;
}

/** Reads `users/get.xml:12:3`, `users/get.xml:12` or `users/get.xml`. */
export function positionOf(place: Place): Position {
  const [, file = place, line = "0", column = "1"] =
    /^(.+?)(?::(\d{1,9}))(?::(\d{1,9}))?$/s.exec(place) ?? [];
  return { file, line: Number(line), column: Number(column) };
}

/** `users/get.xml:12`, or the file alone where no line is known. */
export function positionText({ file, line }: Position): string {
  return file + lineText(line);
}

/** `:12`, or nothing where no line is known. */
export function lineText(line: number): string {
  return line === 0 ? "" : `:${line}`;
}
