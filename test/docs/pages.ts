/** The parts of pages that are written from definitions. */
import { definedTable } from "./defined.js";
import { printTable, readRows, updateRows } from "./tables.js";

const REGION = /^(<!-- written from the definitions by npm run docs: (.+) -->)\n[\s\S]*?^<!-- end -->$/gm;

/** A page with its tables as the definitions have them now. Cells that are written by hand stay. */
export function updatePage(text: string): string {
  const regions = [...text.matchAll(REGION)].map(([body, , name = ""]) => ({ name, rows: readRows(body) }));
  const tables = new Map<string, string[]>();
  for (const name of new Set(regions.map((region) => region.name))) {
    const table = definedTable(name);
    const written = regions.filter((region) => region.name === name).map(({ rows }) => rows);
    tables.set(
      name,
      updateRows(table, written).map((rows) => printTable(table.columns, rows)),
    );
  }
  return text.replace(
    REGION,
    (_, start: string, name: string) => `${start}\n\n${tables.get(name)?.shift()}\n\n<!-- end -->`,
  );
}

/** Names of rows with a cell that is to be written by hand, and is not yet. */
export const unwrittenRows = (text: string): readonly string[] =>
  [...text.matchAll(REGION)]
    .filter(([, , name = ""]) => !definedTable(name).hasOthers)
    .flatMap(([region]) => readRows(region))
    .filter((cells) => cells.includes(""))
    .map(([name = ""]) => name);
