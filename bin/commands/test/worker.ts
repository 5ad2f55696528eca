import { parentPort, workerData } from "node:worker_threads";
import type { Application, runTest, TestResult } from "../../../compiler/session/test-build.js";
import type { Trace, TracingOptions } from "../../../compiler/session/traced-build.js";
import { type Inputs, readDirectory } from "../../../compiler/source/read-directory.js";
import { sendOutput } from "../../shared/worker-log.js";
import type { Counts } from "./coverage/coverage.js";
import { loadBundle } from "./load-bundle.js";

/** The data that a worker gets: which test of which bundle it runs. */
export interface TestJob {
  /** The file of the bundle. */
  readonly bundle: string;
  /** The path of the test, relative to the flow directory. */
  readonly path: string;
  /** Where the app of the tests serves each of them, by path. */
  readonly served: ReadonlyMap<string, string>;
  /** The flow directory. */
  readonly directory: string;
  readonly allowsNetwork: boolean;
  readonly updates: boolean;
  /** True if the run counts how often code runs. */
  readonly counts: boolean;
  /** True if it tells what the app does for each request. */
  readonly traces: boolean;
}

/** The message that a worker sends back. */
export interface TestReport extends TestResult {
  /** How often code ran, for each request to the app. */
  readonly counts: readonly Counts[];
  /** The golden files that it asked for. */
  readonly files: readonly string[];
  /** Of the requests to the app, in their order. */
  readonly traces: readonly Trace[];
}

interface Bundle {
  readonly app: Application;
  readonly tests: Application;
  readonly runTest: typeof runTest;
  startCounting(): () => Counts;
  startTracing(options: TracingOptions): void;
}

const job = workerData as TestJob;
const { bundle, path, served, directory, allowsNetwork, updates } = job;
const { app, tests, runTest: run, startCounting, startTracing } = loadBundle(bundle) as Bundle;
const counts: Counts[] = [];
const take = job.counts ? startCounting() : undefined;
const traces: Trace[] = [];
if (job.traces) startTracing({ began: (trace) => traces.push(trace), ended: () => {} });
let files: Inputs | undefined;
const asked: string[] = [];
const result: TestResult = await run(path, app, tests, served, {
  allowsNetwork,
  updates,
  readFile: (name) => {
    asked.push(name);
    files ??= readDirectory(directory, undefined);
    return files.read(name);
  },
  ...(take && { answered: () => counts.push(take()) }),
});
await sendOutput();
parentPort?.postMessage({
  ...result,
  counts,
  files: asked,
  traces,
} satisfies TestReport);
