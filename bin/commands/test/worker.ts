import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Application, runTest, TestResult, Trace, TracingOptions } from "../../../compiler/index.js";
import { readDirectory } from "../../../compiler/source/read-directory.js";
import { sendOutput } from "../../shared/worker-log.js";
import { Counter } from "./coverage/counter.js";

/** What a worker gets: which test of which bundle it runs. */
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
  /** The offsets of the code to count, in order. */
  readonly counted: readonly number[];
}

/** What a worker sends back. */
export interface TestReport extends TestResult {
  /** How often the code at each offset ran, for each request to the app. */
  readonly counts: readonly Float64Array[];
  /** The golden files that it asked for. */
  readonly files: readonly string[];
  /** Of the requests to the app, in their order. */
  readonly traces: readonly Trace[];
}

interface Bundle {
  readonly app: Application;
  readonly tests: Application;
  readonly runTest: typeof runTest;
  startTracing?(options: TracingOptions): void;
}

const { bundle, path, served, directory, allowsNetwork, updates, counted } = workerData as TestJob;
const counter = new Counter(bundle, counted);
const { app, tests, runTest: run, startTracing } = createRequire(import.meta.url)(bundle) as Bundle;
counter.take(); // what ran while the app was loaded does not count
counter.counts.length = 0;
const traces: Trace[] = [];
startTracing?.({ began: (trace) => traces.push(trace), ended: () => {} });
const files = readDirectory(directory, undefined);
const asked: string[] = [];
const result: TestResult = await run(path, app, tests, served, {
  allowsNetwork,
  updates,
  readFile: (name) => {
    asked.push(name);
    return files.read(name);
  },
  answered: counter.take,
});
await sendOutput();
parentPort?.postMessage({ ...result, counts: counter.counts, files: asked, traces } satisfies TestReport);
