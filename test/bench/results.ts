import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawChart, escaped } from "./picture.js";
import type { Table } from "./table.js";

/** What a suite showed when it was written last. */
export interface SuiteResult {
  readonly machine: string;
  readonly isQuick: boolean;
  /** About the machine, if it was busy. */
  readonly warning?: string;
  readonly tables: readonly Table[];
}

export type Results = Readonly<Record<string, SuiteResult>>;

/** npm runs scripts in the directory of the package. */
const docs = join(process.cwd(), "docs");
const resultsFile = join(docs, "performance/results.json");

/** The pages with tables, and the way from each to the pictures. */
export const pages: Readonly<Record<string, string>> = {
  "README.md": "docs/performance/",
  "docs/performance.md": "performance/",
  "docs/performance/expressions.md": "",
};

export function readResults(): Results {
  try {
    return JSON.parse(readFileSync(resultsFile, "utf8")) as Results;
  } catch {
    return {};
  }
}

/** Keeps the results of a suite, and shows them. */
export function writeResults(name: string, measured: SuiteResult): void {
  const result = JSON.parse(JSON.stringify(measured, roundNumbers)) as SuiteResult;
  const results = { ...readResults(), [name]: result };
  mkdirSync(join(docs, "performance"), { recursive: true });
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 1)}\n`);
  showResults(results);
}

/** Draws all tables, and writes them into the pages. */
export function showResults(results: Results): void {
  for (const { title, chart } of Object.values(results).flatMap(({ tables }) => tables)) {
    if (chart === undefined) continue;
    writeFileSync(join(docs, "performance", pictureName(title)), drawChart(title, chart));
  }
  for (const [name, pictures] of Object.entries(pages)) {
    const page = join(process.cwd(), name);
    writeFileSync(page, updatePage(readFileSync(page, "utf8"), results, pictures));
  }
}

/** Four digits say more than any benchmark knows. */
const roundNumbers = (_: string, value: unknown): unknown =>
  typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;

const region = /^(<!-- measured: (\S+)( short)? -->)\n[\s\S]*?^<!-- end -->$/gm;

/**
 * A page with the tables of its suites as they were measured last. `short` is for less.
 * @param pictures the way from the page to their directory
 */
export function updatePage(text: string, results: Results, pictures: string): string {
  return text.replace(region, (_, start: string, name: string, isShort: string | undefined) => {
    const result = results[name];
    const parts = result === undefined ? [] : isShort ? shortTables(result) : fullTables(result, pictures);
    return `${[start, ...parts, "<!-- end -->"].join("\n\n")}`;
  });
}

function fullTables({ machine, isQuick, warning, tables }: SuiteResult, pictures: string): readonly string[] {
  const method = `Measured with ${machine}${isQuick ? ", quick form" : ""}.`;
  return [
    [method, warning ?? ""].join(" ").trim(),
    ...tables.flatMap(({ title, headings, rows, chart, notes = [] }) => [
      `**${title}**`,
      markdownTable(headings, rows),
      ...notes,
      ...(chart === undefined ? [] : [`![${escaped(title)}](${pictures}${pictureName(title)})`]),
    ]),
  ];
}

/** The first table, and those like it, without what was measured beside the main figures. */
function shortTables({ tables }: SuiteResult): readonly string[] {
  const [first] = tables;
  if (first === undefined) return [];
  const alike = tables.filter(({ headings }) => headings.join() === first.headings.join());
  const rows = alike.flatMap((table) => table.rows.filter(([name = ""]) => !/^ |^memory/.test(name)));
  return [markdownTable(first.headings, rows)];
}

function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `|${cells.map((cell) => (cell.trim() === "" ? " " : ` ${cell.trim()} `)).join("|")}|`;
  const rule = `|${headings.map((_, index) => (index === 0 ? "---" : "---:")).join("|")}|`;
  return [line(headings), rule, ...rows.map(line)].join("\n");
}

export const pictureName = (title: string): string =>
  `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")}.svg`;
