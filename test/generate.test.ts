/**
 * The form of generated code. This is the only test of it, for the sake of the people who read the code. A
 * sample is a directory: `flows/`, and `expected/` with the modules. `UPDATE=1` writes them; then read every
 * line as the person on call. What the code does is tested by running it (`test/specification/`,
 * `test/fixtures.test.ts`).
 */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { compile } from "../compiler/index.js";
import { readDirectory } from "../compiler/source/read-directory.js";
import { describeDiagnostic, isError, scratchDirectory, writeFiles } from "./support/compile.js";
import { longLines, reformatted } from "./support/formatting.js";
import { readTree, tscStrict } from "./support/project.js";

const samples = fileURLToPath(new URL("generate", import.meta.url));
const names = readdirSync(samples);

const modulesOf = async (name: string) => {
  const input = readDirectory(join(samples, name, "flows"), undefined);
  const { modules, diagnostics } = await compile(input);
  expect(diagnostics.filter(isError).map(describeDiagnostic)).toEqual([]);
  return modules.filter(({ path }) => path.endsWith(".ts"));
};

describe.each(names)("%s", (name) => {
  test("is generated as expected", async () => {
    const expected = join(samples, name, "expected");
    // No sample is about `app.ts`, and one about `variables.ts`: they are much the same in all.
    const isOften = (path: string) =>
      path === "app.ts" || (path === "variables.ts" && name !== "known-types");
    const modules = (await modulesOf(name)).filter(({ path }) => !isOften(path));
    if (process.env.UPDATE === "1") {
      rmSync(expected, { recursive: true, force: true });
      for (const { path, text } of modules) {
        mkdirSync(dirname(join(expected, path)), { recursive: true });
        writeFileSync(join(expected, path), text);
      }
    }
    expect(existsSync(expected), "UPDATE=1 writes what is expected").toBe(true);
    const texts = readTree(expected);
    expect(modules.map(({ path }) => path).sort()).toEqual(Object.keys(texts));
    for (const { path, text } of modules) expect(text, path).toBe(texts[path]);
  });
});

test("all of it is written as a formatter would, within 100 columns", async () => {
  const all = await Promise.all(
    names.map(async (name) =>
      (await modulesOf(name)).map(({ path, text }) => ({ path: `${name}/${path}`, text })),
    ),
  );
  const modules = all.flat().filter(({ path }) => !path.endsWith(".d.ts"));
  expect(longLines(modules)).toEqual([]);
  expect(await reformatted(modules)).toEqual({});
}, 60_000);

test("all of it passes tsc --strict", async () => {
  const directory = scratchDirectory("generate");
  for (const name of names) writeFiles(join(directory, name), await modulesOf(name));
  expect(await tscStrict(directory)).toBe("");
}, 120_000);
