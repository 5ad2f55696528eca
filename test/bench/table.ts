/** One line of the report. */
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

const headings: Row = {
  name: "",
  generated: "generated",
  reference: "by hand",
  result: "result",
  target: "target",
  ok: undefined,
};

/** A plain table; the first column is aligned to the left, the others to the right. */
export function formatTable(title: string, rows: readonly Row[]): string {
  const cells = [headings, ...rows].map(({ name, generated, reference, result, target, ok }) => [
    name,
    generated,
    reference,
    result,
    target,
    ok === undefined ? "" : ok ? "ok" : "miss",
  ]);
  const widths = [0, 1, 2, 3, 4, 5].map((column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return `${title}\n${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
