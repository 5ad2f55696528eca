import { createRequire } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import type { Application, runTest, TestResult } from "../../../compiler/session/test-build.js";
import type { Trace, TracingOptions } from "../../../compiler/session/traced-build.js";
import { type Inputs, readDirectory } from "../../../compiler/source/read-directory.js";
import type { Counts } from "./coverage/coverage.js";
import { bundleLoader } from "./load-bundle.js";

/** The data that a worker gets: the bundle whose tests it runs, and how. */
export interface TestSetting {
  /** The file of the bundle. */
  readonly bundle: string;
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

/** A part of the log, or the result of a test. */
export type WorkerMessage = string | TestReport;

/** The message that a worker sends back when a test has ended. */
export interface TestReport extends TestResult {
  /** How often code ran, for each request to the app. */
  readonly counts: readonly Counts[];
  /** The golden files that it asked for. */
  readonly files: readonly string[];
  /** Of the requests to the app, in their order. */
  readonly traces: readonly Trace[];
  /** True if the test has left nothing behind, so that the thread can run another one. */
  readonly isClean: boolean;
}

interface Bundle {
  readonly app: Application;
  readonly tests: Application;
  readonly runTest: typeof runTest;
  startCounting(): () => Counts;
  startTracing(options: TracingOptions): void;
}

const { bundle, served, directory, ...setting } = workerData as TestSetting;
const load = bundleLoader(bundle);
const environment = { ...process.env };
const { cache } = createRequire(bundle);
Reflect.get(globalThis, "Request"); // Node adds more globals with the first use

// The messages of a port keep their order: with the streams of a worker, nobody knows which test a line comes from.
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: Uint8Array | string) => {
    parentPort?.postMessage(String(chunk) satisfies WorkerMessage);
    return true;
  };

parentPort?.on("message", async (path: string) => {
  const before = surroundings();
  const report = await reportOf(path);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
  await new Promise(setImmediate); // what ends with the test has ended
  parentPort?.postMessage({ ...report, isClean: surroundings() === before } satisfies WorkerMessage);
});

/** Tests load all code anew, so they can share only what is outside of it: timers, sockets, globals, packages. */
function surroundings(): string {
  const packages = Object.keys(cache).length;
  return [...process.getActiveResourcesInfo().sort(), Reflect.ownKeys(globalThis).length, packages].join();
}

async function reportOf(path: string): Promise<Omit<TestReport, "isClean">> {
  const { app, tests, runTest: run, startCounting, startTracing } = load() as Bundle;
  const counts: Counts[] = [];
  const take = setting.counts ? startCounting() : undefined;
  const traces: Trace[] = [];
  if (setting.traces) startTracing({ began: (trace) => traces.push(trace), ended: () => {} });
  let inputs: Inputs | undefined;
  const files: string[] = [];
  const result = await run(path, app, tests, served, {
    allowsNetwork: setting.allowsNetwork,
    updates: setting.updates,
    readFile: (name) => {
      files.push(name);
      inputs ??= readDirectory(directory, undefined);
      return inputs.read(name);
    },
    ...(take && { answered: () => counts.push(take()) }),
  });
  return { ...result, counts, files, traces };
}
