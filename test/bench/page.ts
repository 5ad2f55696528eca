import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Spread } from "./measure.js";

/** A table as a person reads it. */
export interface Table {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly Row[];
}

export interface Row {
  readonly cells: readonly string[];
  /** A program that somebody could take instead takes less. */
  readonly isLost: boolean;
  /** What is above a target of ours. The page has none of it. */
  readonly above?: readonly string[];
}

/** The tables of a suite when it was measured last. */
export interface SuiteResult {
  readonly machine: string;
  readonly tables: readonly Table[];
}

export type Results = Readonly<Record<string, SuiteResult>>;

/** npm runs scripts in the directory of the package. */
const page = join(process.cwd(), "docs/performance.md");
const resultsFile = join(process.cwd(), "docs/performance.json");

/** The median, and half of the middle half of the rounds. */
export function ratioCell({ median, low, high }: Spread): string {
  return `${median.toFixed(2)} ±${(((high - low) / 2 / median) * 100).toFixed(0)} %`;
}

export const readResults = (): Results => JSON.parse(readFileSync(resultsFile, "utf8")) as Results;

/** Keeps the results of a suite, and writes the page. */
export function writeResults(name: string, { machine, tables }: SuiteResult): void {
  const shown = tables.map((table) => ({
    ...table,
    rows: table.rows.map(({ cells, isLost }) => ({ cells, isLost })),
  }));
  const results = { ...readResults(), [name]: { machine, tables: shown } };
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 1)}\n`);
  writeFileSync(page, updatePage(readFileSync(page, "utf8"), results));
}

const region = /^(<!-- measured: (\S+) -->)\n[\s\S]*?^<!-- end -->$/gm;

/** A page with the tables of its suites as they were measured last. */
export function updatePage(text: string, results: Results): string {
  return text.replace(region, (_, start: string, name: string) => {
    const { machine, tables } = results[name] ?? { machine: "", tables: [] };
    const parts = tables.flatMap((table) => [`**${table.title}**`, markdown(table)]);
    return [start, machine, ...parts, "<!-- end -->"].filter(Boolean).join("\n\n");
  });
}

/** Lost rows come first. */
const inOrder = ({ rows }: Table): readonly Row[] => [
  ...rows.filter(({ isLost }) => isLost),
  ...rows.filter(({ isLost }) => !isLost),
];

const cellsOf = (table: Table): readonly (readonly string[])[] => [
  [...table.headings, ""],
  ...inOrder(table).map(({ cells, isLost }) => [...cells, isLost ? "lost" : ""]),
];

function markdown(table: Table): string {
  const [head = [], ...rows] = cellsOf(table);
  const line = (cells: readonly string[]): string =>
    `|${cells.map((cell) => (cell === "" ? " " : ` ${cell} `)).join("|")}|`;
  return [line(head), `|---|${"---:|".repeat(head.length - 1)}`, ...rows.map(line)].join("\n");
}

/** The same for a terminal. */
export function plainText(table: Table): string {
  const lines = cellsOf(table);
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const padded = lines.map((cells) =>
    cells.map((cell, column) =>
      column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
    ),
  );
  return `${table.title}\n${padded.map((cells) => `  ${cells.join("  ").trimEnd()}\n`).join("")}`;
}
