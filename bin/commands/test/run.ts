import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "../../../compiler/diagnostics/reporter.js";
import { buildTests } from "../../../compiler/index.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { Coverage, type FileCoverage } from "./coverage/coverage.js";
import type { Outcome } from "./outcome.js";
import { runJobs } from "./pool.js";

export interface TestRunOptions {
  readonly allowsNetwork: boolean;
  /** Whether golden files get the content that the tests found. */
  readonly updates: boolean;
  /** Whether the first failure ends the run. */
  readonly bails: boolean;
  /** Whether to count what the tests run. */
  readonly covers: boolean;
  /** Milliseconds for a test. */
  readonly timeout: number;
}

export interface TestRunResult {
  readonly outcomes: readonly Outcome[];
  readonly diagnostics: readonly Diagnostic[];
  /** Golden files with new content, relative to the flow directory. */
  readonly updates: ReadonlyMap<string, string>;
  /** Empty unless it was asked for. */
  readonly coverage: readonly FileCoverage[];
}

/**
 * Compiles an app with tests, and runs these. They end in the order of `paths`, however long each takes.
 * @param report is called with each outcome, in order
 */
export async function runTests(
  directory: string,
  paths: readonly string[],
  { allowsNetwork, updates, bails, covers, timeout }: TestRunOptions,
  report: (outcome: Outcome, number: number) => void,
): Promise<TestRunResult> {
  const { code, map, served, diagnostics } = await buildTests(readDirectory(directory, undefined), paths);
  if (code === "") return { outcomes: [], diagnostics, updates: new Map(), coverage: [] };
  const folder = mkdtempSync(join(tmpdir(), "flowc-test-"));
  try {
    const bundle = join(folder, "tests.cjs");
    writeFileSync(bundle, code);
    writeFileSync(join(folder, "tests.cjs.map"), map);
    const tests = new Set(paths);
    const coverage = covers
      ? new Coverage(code, map, (path) => path.endsWith(".xml") && !tests.has(path))
      : undefined;
    const counted = coverage?.offsets;
    const jobs = paths.map((path) => ({
      bundle,
      path,
      served,
      directory,
      allowsNetwork,
      updates,
      counted,
    }));
    const finished = new Map<string, Outcome>();
    const outcomes: Outcome[] = [];
    const golden = new Map<string, string>();
    await runJobs(jobs, availableParallelism(), timeout, (outcome, result) => {
      finished.set(outcome.path, outcome);
      if (typeof result !== "string") {
        for (const { path, text } of result.updates) golden.set(path, text);
        for (const counts of result.counts) coverage?.add(counts);
      }
      for (let next = finished.get(paths[outcomes.length] ?? ""); next !== undefined; ) {
        outcomes.push(next);
        report(next, outcomes.length);
        next = finished.get(paths[outcomes.length] ?? "");
      }
      return outcome.isOk || !bails;
    });
    return { outcomes, diagnostics, updates: golden, coverage: coverage?.files() ?? [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
