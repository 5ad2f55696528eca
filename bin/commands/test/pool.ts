import { Worker } from "node:worker_threads";
import { WorkerLog } from "../../shared/worker-log.js";
import { workerModule } from "../../shared/worker-module.js";
import { eventsOf } from "./events.js";
import { judge, type Outcome } from "./outcome.js";
import type { TestJob, TestReport } from "./worker.js";

/** How long a test may take, in milliseconds, unless something else is asked for. */
export const defaultTimeout = 30_000;

const workerFile = workerModule("test");

/**
 * Runs jobs, each in a thread of its own with an environment of its own, some at a time.
 * @param at how many at a time
 * @param done is called with each outcome as it comes; false stops the rest
 */
export async function runJobs(
  jobs: readonly TestJob[],
  at: number,
  timeout: number,
  done: (outcome: Outcome, result: TestReport | string) => boolean,
): Promise<void> {
  const waiting = [...jobs];
  const take = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const { outcome, result } = await runJob(job, timeout);
      if (!done(outcome, result)) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: Math.min(at, jobs.length) }, take));
}

/** Runs one test. Its thread ends with it, whatever it has left behind. */
export async function runJob(
  job: TestJob,
  timeout: number,
): Promise<{ outcome: Outcome; result: TestReport | string }> {
  const started = performance.now();
  const worker = new Worker(workerFile, {
    workerData: job,
    env: ownEnvironment(),
    stdout: true,
    stderr: true,
  });
  const log = new WorkerLog(worker);
  const result = await new Promise<TestReport | string>((resolve) => {
    const timer = setTimeout(() => resolve(`the test took longer than ${timeout / 1000} s`), timeout);
    worker.once("message", resolve);
    worker.once("error", (error) => resolve(`the test could not run: ${error.message}`));
    worker.once("exit", () => resolve("the test ended without a result"));
    worker.once("exit", () => clearTimeout(timer));
  });
  await worker.terminate();
  return {
    outcome: judge(job.path, performance.now() - started, result, eventsOf(await log.whole())),
    result,
  };
}

/** The environment of a test: it has no cache in common with others. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { FLOW_CACHE_URL: _, FLAT_CACHE_URL: __, ...environment } = process.env;
  return environment;
}
