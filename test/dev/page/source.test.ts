/** The code that the page's source must not have: no text ever becomes markup or code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { pagePaths, repository } from "../../tools/sources.js";

test("no module of the page makes markup or code of texts", () => {
  const unsafe =
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|new Function|\bjavascript:|srcdoc/i;
  const modules = pagePaths().filter((path) => /\.tsx?$/.test(path));
  expect(modules.length).toBeGreaterThan(40);
  expect(modules.filter((path) => unsafe.test(readFileSync(join(repository, path), "utf8")))).toEqual([]);
});
