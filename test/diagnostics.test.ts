/**
 * The messages of the build about flows with errors, and of an editor, too. A sample is a flow directory with
 * only the files that differ from `defaultFiles`, and what flowc prints, to the byte. `UPDATE=1` writes that;
 * then read every word as the person who gets it at night.
 */
import { expect, test } from "vitest";
import { finish } from "../compiler/analyse/steps/steps.js";
import { isLint } from "../compiler/diagnostics/catalogue-lint.js";
import { renderText } from "../compiler/diagnostics/render.js";
import type { Diagnostic } from "../compiler/diagnostics/reporter.js";
import { Project } from "../compiler/editor/project/project.js";
import { Session } from "../compiler/session/session.js";
import { compileFiles, type Files, inputOf } from "./support/compile.js";
import { defaultFiles, withDefaults } from "./support/default-files.js";
import { diagnosticSamples, writeExpected } from "./support/diagnostic-samples.js";

/** Samples without default files, since they are about a missing one. */
const withoutDefaults = /^FLOW1200-/;

/** The text of a sample if nothing is printed. An empty block would not show that this is meant. */
const nothing = "(nothing)\n";

const shown = ({ code, span, message }: Diagnostic): string =>
  `${span?.source.path ?? ""}:${span?.start ?? ""} ${code} ${message}`;

/** Returns the diagnostics that an editor shows. */
async function shownInEditor(files: Files): Promise<readonly string[]> {
  const project = new Project(() => inputOf(files));
  const analysed = [...finish(project.checkAll()).found.values()].flat();
  return [...analysed, ...(await project.checkCompiled())].map(shown).sort();
}

/** Returns the output of the build, or of `flowc test` in samples about tests of flows. */
async function found(name: string, files: Files) {
  const tests = Object.keys(files).filter((path) => path.startsWith("tests/"));
  if (/^FLOW(?:60|419[23])/.test(name)) {
    const { diagnostics, code } = await new Session().tests(inputOf(files), tests);
    return { diagnostics, isBuilt: code !== "" };
  }
  const { diagnostics, modules } = await compileFiles(files);
  if (name !== "FLOW1200-no-description")
    expect(await shownInEditor(files)).toEqual(diagnostics.map(shown).sort());
  const isOfLint = /^FLOW4(?:15|199)/.test(name);
  return {
    diagnostics: diagnostics.filter((one) => isOfLint || !isLint(one)),
    isBuilt: modules.length > 0,
  };
}

test.each(diagnosticSamples)("$name", async (sample) => {
  const { name, files, expected } = sample;
  const { diagnostics, isBuilt } = await found(
    name,
    withoutDefaults.test(name) ? files : withDefaults(files),
  );
  const printed = renderText(diagnostics, { directory: "flows", colour: false }) || nothing;
  if (process.env.UPDATE === "1") writeExpected(sample, printed);
  else expect(printed).toBe(expected);
  const code = /^FLOW\d{4}/.exec(name)?.[0];
  if (code !== undefined) expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  // Errors leave nothing to deploy. Warnings do not stop a deployment.
  expect(isBuilt).toBe(diagnostics.every(({ severity }) => severity === "warning"));
});

test("each sample has a name of its own", () => {
  const names = diagnosticSamples.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("no sample repeats a default file", () => {
  const copies = diagnosticSamples
    .filter(({ name }) => !withoutDefaults.test(name))
    .flatMap(({ name, files }) =>
      Object.entries(defaultFiles)
        .filter(([path, text]) => files[path] === text)
        .map(([path]) => `${name}/${path}`),
    );
  expect(copies).toEqual([]);
});
