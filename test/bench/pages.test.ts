/** Figures on pages come from what was measured; nobody types them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { repository } from "../support/project.js";
import { drawChart } from "./picture.js";
import { pages, pictureName, type Results, updatePage } from "./results.js";

const read = (path: string): string => readFileSync(join(repository, path), "utf8");
const results = JSON.parse(read("docs/performance/results.json")) as Results;

const hint = "npm run bench -- --write writes what it measures";

test.for(Object.entries(pages))("%s has the figures that were measured last", ([page, pictures]) => {
  expect(read(page) === updatePage(read(page), results, pictures), hint).toBe(true);
});

describe("a picture", () => {
  const charts = Object.values(results).flatMap(({ tables }) => tables.filter(({ chart }) => chart));
  test.for(charts.map((table) => [table.title, table] as const))("of %s", ([title, { chart }]) => {
    if (chart === undefined) return;
    const picture = read(join("docs/performance", pictureName(title)));
    expect(picture === drawChart(title, chart), hint).toBe(true);
    expect(picture).not.toMatch(/NaN|Infinity|undefined/);
  });
});
