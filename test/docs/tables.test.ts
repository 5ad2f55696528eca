import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readResults, updatePage } from "../bench/page.js";
import { repository } from "../support/project.js";
import { readRows, type Table, updateRows } from "./tables.js";

const table: Table = {
  columns: ["Name", "Type", "Meaning"],
  rows: [
    ["`a`", "string", { byHand: "" }],
    ["`b`", "number", { byHand: "Seconds." }],
  ],
};

describe("a table", () => {
  test("has the cells that are defined, and keeps those that are written by hand", () => {
    const rows = [
      ["`b`", "string", "A time."],
      ["`a`", "string", "A text."],
    ];
    expect(updateRows(table, [rows])).toStrictEqual([
      [
        ["`b`", "number", "A time."],
        ["`a`", "string", "A text."],
      ],
    ]);
  });

  test("loses rows without a definition, and gains those that it lacks", () => {
    const rows = [["`gone`", "string", "A text."]];
    expect(updateRows(table, [rows])).toStrictEqual([
      [
        ["`a`", "string", ""],
        ["`b`", "number", "Seconds."],
      ],
    ]);
  });

  test("keeps other rows where they may be, and takes a row that names more for the row of the definition", () => {
    const rows = [["`gone`"], ["`a`, `z`"]];
    expect(updateRows({ ...table, hasOthers: true }, [rows])).toStrictEqual([
      [["`gone`"], ["`a`, `z`"], ["`b`", "number", "Seconds."]],
    ]);
  });

  test("is sorted where it should be", () => {
    const rows = [["`b`", "number", "Seconds."]];
    const [sorted = []] = updateRows({ ...table, isSorted: true }, [rows]);
    expect(sorted.map(([name]) => name)).toStrictEqual(["`a`", "`b`"]);
  });
});

test("several tables share the rows: each stays in its table, and a new one goes to the last", () => {
  const written = [[["`b`", "number", "Seconds."]], []];
  const names = updateRows(table, written).map((rows) => rows.map(([name]) => name));
  expect(names).toStrictEqual([["`b`"], ["`a`"]]);
});

test("cells are read from Markdown, in which a bar may be a part of one", () => {
  expect(readRows("| A | B |\n|---|---|\n| `a \\| b` | |\n")).toStrictEqual([["`a \\| b`", ""]]);
});

test("figures come from what was measured: npm run bench -- --write", () => {
  const page = readFileSync(join(repository, "docs/performance.md"), "utf8");
  expect(updatePage(page, readResults())).toBe(page);
});
