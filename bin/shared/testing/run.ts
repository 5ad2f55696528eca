import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "../../../compiler/diagnostics/reporter.js";
import { Session, type TestBuild } from "../../../compiler/session/session.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";
import type { Store } from "../../../compiler/source/store.js";
import { inNewDirectory } from "../directory.js";
import { traceText } from "../trace-text.js";
import { Coverage, type FileCoverage } from "./coverage/coverage.js";
import { type OperationCoverage, operationsOf } from "./coverage/operations.js";
import { writeBundle } from "./load-bundle.js";
import { concerned, type Outcome } from "./outcome.js";
import { runJob, runJobs } from "./pool.js";
import type { TestReport, TestSetting } from "./worker.js";

interface TestRunOptions {
  readonly allowsNetwork: boolean;
  /** True if golden files get the content that the tests found. */
  readonly updates: boolean;
  /** True if the first failure ends the run. */
  readonly bails: boolean;
  /** Has what earlier builds have made. */
  readonly store: Store | undefined;
  /** True if failing tests run again, to show what ran. */
  readonly traces: boolean;
  /** True if the run finds out what each test runs of the flows. */
  readonly counts: boolean;
  /** Milliseconds for a test. */
  readonly timeout: number;
}

export interface TestRunResult {
  readonly outcomes: readonly Outcome[];
  /** The findings in the flows and the tests; nothing has run if there are errors. */
  readonly diagnostics: readonly Diagnostic[];
  /** Golden files with new content, relative to the flow directory. */
  readonly updates: ReadonlyMap<string, string>;
  /** Empty where nothing was counted. */
  readonly coverage: readonly FileCoverage[];
  readonly operations: readonly OperationCoverage[];
  /** The golden files that each test has reached, and the flows, if they were counted. */
  readonly reached: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Compiles an app with tests, and runs these. They end in the order of `paths`, however long each takes.
 * @param inputs the files of `directory`
 * @param report is called with each outcome, in order
 */
export async function runTests(
  directory: string,
  inputs: Inputs,
  paths: readonly string[],
  options: TestRunOptions,
  report: (outcome: Outcome, number: number) => void,
): Promise<TestRunResult> {
  const build = await new Session({ store: options.store }).tests(inputs, paths);
  if (build.code === "") return { ...nothing, diagnostics: build.diagnostics };
  return inNewDirectory("test", (folder) => {
    writeBundle(join(folder, bundleName), build.code);
    // The name that the code itself gives.
    writeFileSync(join(folder, "server.js.map"), build.map);
    return runBundle(build, folder, directory, paths, options, report);
  });
}

const nothing: Omit<TestRunResult, "diagnostics"> = {
  outcomes: [],
  updates: new Map(),
  coverage: [],
  operations: [],
  reached: new Map(),
};

const bundleName = "tests.cjs";

/** @param folder has the bundle */
async function runBundle(
  build: TestBuild,
  folder: string,
  directory: string,
  paths: readonly string[],
  { allowsNetwork, updates, bails, counts: isCounted, traces, timeout }: TestRunOptions,
  report: (outcome: Outcome, number: number) => void,
): Promise<TestRunResult> {
  const coverage = isCounted ? new Coverage(build.points, (path) => build.written.has(path)) : undefined;
  const { served, routes, diagnostics } = build;
  const setting = {
    bundle: join(folder, bundleName),
    served,
    directory,
    allowsNetwork,
    updates,
    counts: isCounted,
    traces: false,
  };
  const finished = new Map<string, Outcome>();
  const outcomes: Outcome[] = [];
  const golden = new Map<string, string>();
  const reached = new Map<string, ReadonlySet<string>>();
  const requests: TestReport["requests"] = [];
  const second = new SecondRun(timeout);
  let reporting = Promise.resolve();
  let number = 0;
  await runJobs(setting, paths, availableParallelism(), timeout, (outcome, result) => {
    finished.set(outcome.path, outcome);
    if (typeof result !== "string") {
      for (const { path, text } of result.updates) golden.set(path, text);
      for (const counts of result.counts) coverage?.add(counts);
      for (const one of result.requests) requests.push(one);
      const flows = result.counts.flatMap((counts) => [...(coverage?.ran(counts) ?? [])]);
      reached.set(outcome.path, new Set([...flows, ...result.files]));
    }
    for (let next = finished.get(paths[number] ?? ""); next !== undefined; ) {
      const first = next;
      reporting = reporting.then(async () => {
        const shown = traces ? await second.shown(first, setting) : first;
        report(shown, outcomes.push(shown));
      });
      reporting.catch(() => {}); // it is awaited when all have run
      next = finished.get(paths[++number] ?? "");
    }
    return outcome.isOk || !bails;
  });
  await reporting;
  return {
    outcomes,
    diagnostics,
    updates: golden,
    coverage: coverage?.files() ?? [],
    operations: operationsOf(routes, requests),
    reached,
  };
}

/** How many failing tests run again, and how many requests of each are shown. */
const maxTests = 10;
const maxRequests = 20;

/** Runs tests that have failed once more, with an app that tells what happens in it. */
class SecondRun {
  #count = 0;

  constructor(private readonly timeout: number) {}

  /** The outcome with what the app ran for the requests that failures are about. What the second run finds otherwise does not count. */
  async shown(outcome: Outcome, setting: TestSetting): Promise<Outcome> {
    // A test without a result took too long, or could not run.
    if (outcome.isOk || !outcome.hasResult) return outcome;
    if (this.#count++ >= maxTests) return outcome;
    const { outcome: second, result } = await runJob(
      { ...setting, counts: false, traces: true },
      outcome.path,
      this.timeout,
    );
    if (second.isOk) return { ...outcome, trace: ["it passed when it ran again: it does not always fail"] };
    if (typeof result === "string") return { ...outcome, trace: [`when it ran again, ${result}`] };
    const asked = concerned(result);
    const traces = result.traces.filter(({ id }) => asked.has(id));
    const { backends } = result;
    const shown = traces.slice(0, maxRequests).flatMap((trace) => traceText(trace, backends));
    const more = traces.length - maxRequests;
    return { ...outcome, trace: more > 0 ? [...shown, `and ${more} more requests`] : shown };
  }
}
