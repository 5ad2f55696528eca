import type { Spread } from "./measure.js";

/** What a benchmark reports, as a person reads it. */
export interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The same as numbers, for a picture. */
  readonly chart?: Chart;
  /** What a reader has to know. */
  readonly notes?: readonly string[];
}

export interface Chart {
  readonly unit: string;
  /** The names of what is compared. */
  readonly sides: readonly string[];
  readonly groups: readonly {
    readonly name: string;
    /** One for each side. */
    readonly values: readonly Spread[];
  }[];
}

/** One line of a comparison of two. */
export interface Row {
  readonly name: string;
  readonly generated: string;
  /** What it is compared with; empty where the target is absolute. */
  readonly reference: string;
  readonly result: string;
  readonly target: string;
  /** `undefined` for a number without a target. */
  readonly ok: boolean | undefined;
}

export const comparison = (title: string, rows: readonly Row[]): Table => ({
  title,
  headings: ["", "generated", "by hand", "result", "target", ""],
  rows: rows.map(({ name, generated, reference, result, target, ok }) => [
    name,
    generated,
    reference,
    result,
    target,
    verdict(ok),
  ]),
});

export const verdict = (ok: boolean | undefined): string => (ok === undefined ? "" : ok ? "ok" : "miss");

/** A plain table; the first column is aligned to the left, the others to the right. */
export function formatTable({ title, headings, rows, notes = [] }: Table): string {
  const cells = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return `${title}\n${[...lines, ...notes].map((line) => `  ${line}`).join("\n")}\n`;
}
