import { parentPort, workerData } from "node:worker_threads";
import type { Application, runTest, TestResult } from "../../../compiler/session/test-build.js";
import type { Trace, TracingOptions } from "../../../compiler/session/traced-build.js";
import { type Inputs, readDirectory } from "../../../compiler/source/read-directory.js";
import { sendOutput } from "../../shared/worker-log.js";
import { Counter } from "./coverage/counter.js";
import type { Counts } from "./coverage/counts.js";
import { loadCompiled, loadPlain } from "./load-bundle.js";

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
  /** The offsets of the code to count, in order, as an `Int32Array` that threads share; nothing is counted without it. */
  readonly counted?: SharedArrayBuffer | undefined;
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
  startTracing?(options: TracingOptions): void;
}

const { bundle, path, served, directory, allowsNetwork, updates, counted } = workerData as TestJob;
const counter = counted && new Counter(bundle, new Int32Array(counted));
const load = counter === undefined ? loadCompiled : loadPlain; // V8 does not count in code that it has compiled before
const { app, tests, runTest: run, startTracing } = load(bundle) as Bundle;
counter?.take(); // what ran while the app was loaded does not count
counter?.counts.splice(0);
const traces: Trace[] = [];
startTracing?.({ began: (trace) => traces.push(trace), ended: () => {} });
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
  ...(counter && { answered: counter.take }),
});
await sendOutput();
parentPort?.postMessage({
  ...result,
  counts: counter?.counts ?? [],
  files: asked,
  traces,
} satisfies TestReport);
