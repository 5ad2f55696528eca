/**
 * What the build says about flows with errors. A sample is a flow directory with only the files that differ
 * from `defaultFiles`. Its `expected.txt` is what flowc prints, to the byte. `UPDATE=1` writes it; then
 * read every word as the person who gets it at night.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isLint } from "../compiler/diagnostics/catalogue-lint.js";
import { renderText } from "../compiler/diagnostics/render.js";
import { buildTests } from "../compiler/index.js";
import { compileFiles, type Files, inputOf } from "./support/compile.js";
import { defaultFiles, withDefaults } from "./support/default-files.js";
import { listFiles } from "./support/project.js";

const samples = fileURLToPath(new URL("diagnostics", import.meta.url));

/** Samples without default files, since they are about a missing one. */
const withoutDefaults = /^FLOW1200-/;

const expectation = "expected.txt";

/** The text of `expected.txt` if nothing is printed. An empty file would not show that this is meant. */
const nothing = "(nothing)\n";

const ownFiles = (name: string): Files =>
  Object.fromEntries(
    listFiles(join(samples, name))
      .filter((path) => path !== expectation)
      .map((path) => [path, readFileSync(join(samples, name, path))]),
  );

function readExpectation(name: string): string {
  const file = join(samples, name, expectation);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (text === "")
    throw new Error(
      `The sample ${name} lacks ${expectation}, or it is empty: UPDATE=1 writes what is printed.`,
    );
  return text;
}

/** What the build says, or `flowc test` in samples about tests of flows. */
async function found(name: string, files: Files) {
  const tests = Object.keys(files).filter((path) => path.startsWith("tests/"));
  if (!name.startsWith("FLOW60")) {
    const { diagnostics, modules } = await compileFiles(files);
    const isOfLint = name.startsWith("FLOW415");
    return {
      diagnostics: diagnostics.filter((one) => isOfLint || !isLint(one)),
      isBuilt: modules.length > 0,
    };
  }
  const { diagnostics, code } = await buildTests(inputOf(files), tests);
  return { diagnostics, isBuilt: code !== "" };
}

test.each(readdirSync(samples))("%s", async (name) => {
  const own = ownFiles(name);
  const { diagnostics, isBuilt } = await found(name, withoutDefaults.test(name) ? own : withDefaults(own));
  const printed = renderText(diagnostics, { directory: "flows", colour: false }) || nothing;
  if (process.env.UPDATE === "1") writeFileSync(join(samples, name, expectation), printed);
  expect(printed).toBe(readExpectation(name));
  const code = /^FLOW\d{4}/.exec(name)?.[0];
  if (code !== undefined) expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  // Errors leave nothing to deploy. Warnings do not stop a deployment.
  expect(isBuilt).toBe(diagnostics.every(({ severity }) => severity === "warning"));
});

test("no sample repeats a default file", () => {
  const copies = readdirSync(samples)
    .filter((name) => !withoutDefaults.test(name))
    .flatMap((name) => {
      const files = ownFiles(name);
      return Object.entries(defaultFiles)
        .filter(([path, text]) => files[path]?.toString() === text)
        .map(([path]) => `${name}/${path}`);
    });
  expect(copies).toEqual([]);
});
