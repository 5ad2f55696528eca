/** Tables of Markdown whose rows come from definitions; some cells of a row may be written by hand. */

/** A text that the definitions say; or one that is written by hand, with what stands there before anyone has. */
export type Cell = string | { readonly byHand: string };

/** The first cell names the row. */
export type Row = readonly [string, ...Cell[]];

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** The rows are sorted by their names. Otherwise they stay in the order of the page, and new ones follow. */
  readonly isSorted?: true;
  /** Rows written by hand may stand between the others. */
  readonly hasOthers?: true;
}

type Cells = readonly string[];

/** The rows of a table on a page, without its head. */
export const readRows = (text: string): readonly Cells[] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/**
 * The rows of several tables on one page, which share the rows of a definition: each row stays in its table, and the
 * last table takes those that are in none.
 */
export function updateRows(
  table: Table,
  written: readonly (readonly Cells[])[],
): readonly (readonly Cells[])[] {
  const isIn = (rows: readonly Cells[], [name]: Row) =>
    rows.some(([first = ""]) => (table.hasOthers ? first.includes(name) : first === name));
  const homeless = table.rows.filter((row) => !written.some((rows) => isIn(rows, row)));
  return written.map((rows, index) => {
    const added = index === written.length - 1 ? homeless : [];
    const known = table.hasOthers
      ? rows
      : rows.flatMap((cells) =>
          table.rows.filter(([name]) => name === cells[0]).map((row) => fill(row, cells)),
        );
    const all = [...known, ...added.map((row) => fill(row, []))];
    return table.isSorted ? all.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)) : all;
  });
}

const fill = (row: Row, written: Cells): Cells =>
  row.map((cell, index) => (typeof cell === "string" ? cell : written[index] || cell.byHand));

export function printTable(columns: readonly string[], rows: readonly Cells[]): string {
  const lines = rows.map((cells) => `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`);
  return [`| ${columns.join(" | ")} |`, `|${"---|".repeat(columns.length)}`, ...lines].join("\n");
}
