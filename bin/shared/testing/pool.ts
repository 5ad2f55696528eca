import { Worker } from "node:worker_threads";
import { eventsOf } from "../logged-events.js";
import { workerModule } from "../worker-module.js";
import { judge, type Outcome } from "./outcome.js";
import type { TestReport, TestSetting, WorkerMessage } from "./worker.js";

/** How long a test may take, in milliseconds, unless something else is asked for. */
export const defaultTimeout = 30_000;

/** How much of a test's log is kept, in characters. */
const maxLog = 1_000_000;

const workerFile = workerModule("shared/testing");

interface Ran {
  readonly outcome: Outcome;
  readonly result: TestReport | string;
}

/**
 * Runs tests in threads, some at a time. Each gets the bundle loaded anew and an environment of its own.
 * @param paths of the tests, relative to the flow directory
 * @param at how many at a time
 * @param done is called with each outcome as it comes; false stops the rest
 */
export async function runJobs(
  setting: TestSetting,
  paths: readonly string[],
  at: number,
  timeout: number,
  done: (outcome: Outcome, result: TestReport | string) => boolean,
): Promise<void> {
  const waiting = [...paths];
  const take = async (): Promise<void> => {
    let worker: Worker | undefined;
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (worker === undefined || hasEnded(worker)) worker = startWorker(setting);
      const { outcome, result } = await runTest(worker, path, timeout);
      if (typeof result === "string" || !result.isClean) {
        await worker.terminate();
        worker = undefined;
      }
      if (!done(outcome, result)) waiting.length = 0;
    }
    await worker?.terminate();
  };
  await Promise.all(Array.from({ length: Math.min(at, paths.length) }, take));
}

/** Runs one test in a thread that ends with it. */
export async function runJob(setting: TestSetting, path: string, timeout: number): Promise<Ran> {
  const worker = startWorker(setting);
  const ran = await runTest(worker, path, timeout);
  await worker.terminate();
  return ran;
}

/** What a thread does after its test is nobody's failure. */
const startWorker = (setting: TestSetting): Worker =>
  new Worker(workerFile, { workerData: setting, env: ownEnvironment() }).on("error", () => {});

const hasEnded = ({ threadId }: Worker): boolean => threadId < 0;

async function runTest(worker: Worker, path: string, timeout: number): Promise<Ran> {
  const started = performance.now();
  let log = "";
  const result = await new Promise<TestReport | string>((resolve) => {
    const listeners = {
      message: (message: WorkerMessage) => {
        if (typeof message !== "string") end(message);
        else if (log.length < maxLog) log += message;
      },
      error: (error: Error) => end(`the test could not run: ${error.message}`),
      exit: () => end("the test ended without a result"),
    };
    const timer = setTimeout(() => end(`the test took longer than ${timeout / 1000} s`), timeout);
    const end = (found: TestReport | string): void => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener);
      resolve(found);
    };
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener);
    worker.postMessage(path);
  });
  return { outcome: judge(path, performance.now() - started, result, eventsOf(log)), result };
}

/** The environment of a test: it has no cache in common with others. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { FLOW_CACHE_URL: _, FLAT_CACHE_URL: __, ...environment } = process.env;
  return environment;
}
