/**
 * Runs SaxonJS in threads: nothing else can end a stylesheet that takes too long or too much memory. What its patterns
 * take counts, too. A thread that goes beyond the limits is ended, and another one takes its place.
 * @module
 */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { within } from "../../base/timeout.js";
import { tooMuchMemory, WorkLimitError } from "../../base/work.js";
import type { SaxonAnswer, SaxonJob } from "../../xslt/saxon/job.js";
import type { SaxonLimits } from "../../xslt/saxon/run.js";
import { ownUrl } from "./own-url.js";
import type { SaxonTask } from "./saxon-worker.js";

/** A stylesheet that takes long leaves the other threads to others. */
const maxThreads = Math.min(4, Math.max(2, availableParallelism()));

const mebibyte = 1024 * 1024;

interface Thread {
  readonly worker: Worker;
  /** The paths of the stylesheets that it has. */
  readonly stylesheets: Set<string>;
  /** Those who wait for its answer. */
  resolve(answer: SaxonAnswer): void;
  reject(error: Error): void;
}

const idle: Thread[] = [];
const waiting: (() => void)[] = [];
let running = 0;

/**
 * @throws WorkLimitError if it takes too long or too much memory
 * @throws Error if there is no such thread
 */
export async function run(job: SaxonJob, limits: SaxonLimits): Promise<SaxonAnswer> {
  if (running === maxThreads) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    if (performance.now() > limits.until) throw new Error("Nobody waits for the result any more.");
    const thread = idle.pop() ?? (await started(limits));
    const answer = await answered(thread, job, limits);
    idle.push(thread);
    return answer;
  } finally {
    const next = waiting.shift();
    if (next === undefined) running--;
    else next();
  }
}

/** A thread that has neither the environment of the app nor the options that the app was started with. */
async function started({ bytes }: SaxonLimits): Promise<Thread> {
  const megabytes = Math.ceil(bytes / mebibyte);
  const worker = new Worker(new URL("saxon-worker.mjs", ownUrl()), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    env: {},
    argv: [],
    execArgv: [],
  });
  const tooMuch = `The transformation takes more than ${megabytes} MiB.`;
  const thread: Thread = { worker, stylesheets: new Set(), resolve: nobody, reject: nobody };
  worker.on("message", (answer: SaxonAnswer) => thread.resolve(answer));
  worker.on("error", (error: NodeJS.ErrnoException) =>
    thread.reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new WorkLimitError(tooMuch) : error),
  );
  worker.on("exit", (code) => code === tooMuchMemory && thread.reject(new WorkLimitError(tooMuch)));
  // The start of a thread may take long on a small machine, and is no work of the stylesheet.
  await once(worker, "online");
  return thread;
}

function nobody(): void {}

/** A thread that fails is ended, and never idle again. */
async function answered(
  thread: Thread,
  { stylesheet, input }: SaxonJob,
  { seconds }: SaxonLimits,
): Promise<SaxonAnswer> {
  const { worker, stylesheets } = thread;
  const { path } = stylesheet;
  const task: SaxonTask = { path, input, ...(stylesheets.has(path) ? {} : { stylesheet }) };
  const answer = new Promise<SaxonAnswer>((resolve, reject) => {
    thread.resolve = resolve;
    thread.reject = reject;
  });
  // The process may end while nobody waits for the thread, and only then.
  worker.ref();
  worker.postMessage(task);
  stylesheets.add(path);
  try {
    return await within(seconds * 1000, answer, () => {
      return new WorkLimitError(`The transformation takes longer than ${seconds} s.`);
    });
  } catch (error) {
    void worker.terminate();
    throw error;
  } finally {
    worker.unref();
  }
}
