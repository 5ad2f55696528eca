import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Diagnostic } from "../../../../compiler/diagnostics/reporter.js";
import { buildTests, type Store, type TestBuild } from "../../../../compiler/index.js";
import type { Inputs } from "../../../../compiler/source/read-directory.js";
import { withFiles } from "../../../shared/with-files.js";
import { writeBundle } from "../../test/load-bundle.js";
import type { Outcome } from "../../test/outcome.js";
import { runJobs } from "../../test/pool.js";
import { NoTest, type WrittenTest } from "./facts.js";

/** Milliseconds. */
const timeout = 30_000;

/**
 * Runs a test twice before it is written: with the app as it is, but nothing in the flow directory changes.
 * @param inputs the files of the app
 * @param store has what earlier builds have made
 * @throws NoTest if the app or the test does not compile
 */
export async function tryTest(
  { path, text, files }: WrittenTest,
  inputs: Inputs,
  store: Store,
): Promise<readonly Outcome[]> {
  const paths = [path, path.replace(/\.xml$/, ".again.xml")];
  const written = new Map([...files, ...paths.map((each) => [each, text] as const)]);
  const build = await buildTests(withFiles(inputs, written), paths, store);
  if (build.code === "") {
    const [error] = build.diagnostics.filter(({ severity }) => severity === "error");
    throw new NoTest(`The app and the test do not compile: ${error && found(error)}`);
  }
  const folder = mkdtempSync(join(tmpdir(), "flowc-test-"));
  try {
    // What assertions compare with is read while the test runs.
    for (const [name, content] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return await run(build, paths, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(
  build: TestBuild,
  paths: readonly string[],
  directory: string,
): Promise<readonly Outcome[]> {
  const bundle = join(directory, "tests.cjs");
  writeBundle(bundle, build.code);
  const { served } = build;
  const common = { bundle, served, directory, allowsNetwork: false, updates: false };
  const jobs = paths.map((path) => ({ ...common, path }));
  const outcomes: Outcome[] = [];
  const done = (outcome: Outcome) => outcomes.push(outcome) > 0;
  await runJobs(jobs, jobs.length, timeout, done);
  return outcomes;
}

function found({ message, span }: Diagnostic): string {
  return span === undefined
    ? message
    : `${span.source.path}:${span.source.place(span.start).line}: ${message}`;
}
