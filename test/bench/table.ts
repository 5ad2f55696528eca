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
  /** Bars, each group with its own scale, unless given. `lines`: the groups are sizes, each ten times the one before. */
  readonly kind?: "lines";
  /** Such as `requests per second`. */
  readonly unit: string;
  readonly isLessBetter?: boolean;
  /** The names of what is compared. */
  readonly sides: readonly string[];
  readonly groups: readonly {
    readonly name: string;
    /** One for each side; not finite if there is none. */
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
  /** The same for a picture. */
  readonly values?: readonly Spread[];
}

export const comparison = (title: string, rows: readonly Row[], unit = ""): Table => ({
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
  ...(rows.some(({ values }) => values !== undefined) && {
    chart: {
      unit,
      isLessBetter: true,
      sides: ["flowc", "by hand"],
      groups: rows.flatMap(({ name, values }) => (values === undefined ? [] : [{ name, values }])),
    },
  }),
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
