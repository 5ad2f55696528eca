import type { Cluster, Worker } from "node:cluster";
import { countFault } from "../../observe/logs/faults.js";
import { whenAllTaken } from "./all-taken.js";
import { asEvents } from "./foreign-lines.js";
import type { Checked, Variables } from "./reload.js";
import { commitWorker, prepareWorker } from "./reload-workers.js";
import type { StreamLog } from "./stream-log.js";
import { type SentConnections, takeBackUntaken } from "./untaken.js";
import { WholeLines } from "./whole-lines.js";
import { logWorkerAlert, signInterval } from "./workers.js";

/** Milliseconds. A worker that dies after less is not replaced at once if the one before it did the same. */
const shortLife = 10_000;

/** The longest time in milliseconds until a worker is replaced. */
const longestPause = 10_000;

/** How many workers in a row may die before they serve. Then the process ends, unless another one serves. */
const maxVainStarts = 5;

/** Milliseconds that workers have beyond the grace that they give their requests. */
const patience = 1_000;

/**
 * The process that starts the workers, replaces those that die, and ends with the last of them. It has the listener and
 * the log, and answers no requests. Workers run the same program. They end when their channel to this process closes,
 * for whatever reason: so none of them outlives it for long.
 */
export class Primary {
  readonly #cluster: Cluster;
  readonly #count: number;
  /** After how many looks without a sign of life a worker is taken to hang. */
  readonly #maxSilence: number;
  readonly #log: StreamLog;
  readonly #lines = new WholeLines(process.stderr, asEvents);
  /** The workers that run, and when they began to serve. */
  readonly #workers = new Map<Worker, number | undefined>();
  /** How often the primary has looked in vain for a sign of life. It counts looks, since it may have stood still itself. */
  readonly #silence = new Map<Worker, number>();
  readonly #sent = new WeakMap<Worker, () => SentConnections>();
  /** The variables of the workers; `undefined` for those that this process was started with. */
  readonly #variablesOf = new WeakMap<Worker, Variables>();
  #variables: Variables | undefined;
  #openLogs = 0;
  #vainStarts = 0;
  /** Where the workers listen, once one of them does. */
  #url: string | undefined;
  /** Set when the process is about to end. */
  #exitCode: number | undefined;

  /**
   * @param workerTimeout seconds without a sign of life after which a worker is replaced
   * @param serves called with the URL when the workers begin to serve
   */
  constructor(
    cluster: Cluster,
    count: number,
    workerTimeout: number,
    log: StreamLog,
    private readonly serves: (url: string) => void,
  ) {
    this.#cluster = cluster;
    this.#count = count;
    this.#maxSilence = Math.ceil((workerTimeout * 1000) / signInterval);
    this.#log = log;
    cluster.setupPrimary({ stdio: ["ignore", "inherit", "pipe", "ipc"] });
  }

  /** Starts one worker, which finds out whether the address can be used. The others follow when it serves. */
  start(): void {
    this.#fork(0);
    setInterval(() => this.#endSilent(), signInterval);
  }

  /** The workers are to say in their answers that their connections end. */
  drain(): void {
    for (const worker of this.#workers.keys()) if (worker.isConnected()) worker.send({ isDraining: true });
  }

  /**
   * Ends the workers, and the process with the last of them.
   * @param grace milliseconds that each worker gives its requests
   */
  end(grace: number, exitCode = 0): void {
    this.#exitCode = exitCode;
    // Node closes the connections that wait for a worker with the last one.
    const taken = (): number | undefined => this.#takenConnections();
    whenAllTaken(taken, () => {
      setTimeout(() => this.abort(), grace + patience);
      // Closing the channel alone would lose connections that come until the worker has noticed.
      for (const worker of this.#workers.keys()) if (worker.isConnected()) worker.disconnect();
      this.#endWithLast();
    });
  }

  /** How many connections the workers that serve were sent; `undefined` if further ones may wait for them. */
  #takenConnections(): number | undefined {
    const serving = [...this.#workers].flatMap(([worker, servedAt]) =>
      servedAt !== undefined && worker.isConnected() ? (this.#sent.get(worker)?.() ?? []) : [],
    );
    if (serving.length > 0 && serving.every(({ underway }) => underway > 0)) return undefined;
    return serving.reduce((sum, { count }) => sum + count, 0);
  }

  /** Ends the workers and the process at once. */
  abort(): void {
    for (const worker of this.#workers.keys()) worker.process.kill("SIGKILL");
    process.exit(1);
  }

  /** @param deaths how many workers in its place have died in a row after a short life */
  #fork(deaths: number): void {
    if (this.#exitCode !== undefined) return;
    let worker: Worker;
    try {
      worker = this.#cluster.fork();
    } catch (error) {
      this.#cannotStart(error, deaths);
      return;
    }
    const { process: child } = worker;
    this.#workers.set(worker, undefined);
    this.#silence.set(worker, 0);
    if (this.#variables) this.#variablesOf.set(worker, this.#variables);
    this.#openLogs++;
    worker.on("message", ({ url }: { readonly url?: string }) => {
      this.#silence.set(worker, 0);
      if (url !== undefined) this.#serves(worker, url);
    });
    worker.on("error", (error) => {
      if (child.pid) return;
      this.#workers.delete(worker);
      this.#cannotStart(error, deaths);
    });
    child.once("exit", (code, signal) => this.#died(worker, deaths, signal ?? code ?? 1));
    child.once("close", () => {
      this.#openLogs--;
      this.#endWithLast();
    });
    if (child.stderr) this.#lines.from(child.stderr);
    if (child.connected) {
      const hasHeirs = (since: number) => this.#servesSince(since);
      this.#sent.set(worker, takeBackUntaken(child, hasHeirs));
    }
  }

  /** Asks the workers that serve whether they can take new variables. */
  prepare(variables: Variables): Promise<readonly Checked[]> {
    const serving = [...this.#workers].flatMap(([worker, servedAt]) =>
      servedAt === undefined ? [] : worker,
    );
    return Promise.all(serving.map((worker) => prepareWorker(worker, variables)));
  }

  /** All workers are to take the variables, also those that have begun to serve meanwhile. */
  commit(variables: Variables): Promise<unknown> {
    this.#variables = variables;
    const taken: Promise<void>[] = [];
    for (const [worker, servedAt] of this.#workers) {
      const taking = commitWorker(worker, variables);
      if (taking !== undefined) {
        this.#variablesOf.set(worker, variables);
        taken.push(taking);
      } else if (servedAt !== undefined) this.#catchUp(worker);
    }
    return Promise.all(taken);
  }

  /** A worker that was started with other variables takes those of today, or makes room for another one. */
  #catchUp(worker: Worker): void {
    const variables = this.#variables;
    if (variables === undefined || this.#variablesOf.get(worker) === variables) return;
    void prepareWorker(worker, variables).then(({ faults }) => {
      if (faults.length === 0 && commitWorker(worker, variables)) this.#variablesOf.set(worker, variables);
      else if (worker.isConnected()) worker.disconnect();
    });
  }

  /** True if a worker takes requests. */
  get isServing(): boolean {
    return this.#servesSince(Number.POSITIVE_INFINITY);
  }

  /** Returns true if a worker takes requests that did so at this time already. */
  #servesSince(time: number): boolean {
    if (this.#exitCode !== undefined) return false;
    return [...this.#workers].some(
      ([worker, servedAt]) => servedAt !== undefined && servedAt <= time && worker.isConnected(),
    );
  }

  #serves(worker: Worker, url: string): void {
    const isFirst = this.#url === undefined;
    this.#workers.set(worker, performance.now());
    this.#vainStarts = 0;
    if (url !== this.#url) this.serves(url);
    this.#url = url;
    this.#catchUp(worker);
    if (isFirst) for (let count = 1; count < this.#count; count++) this.#fork(0);
  }

  /** Kills workers that hang, so that others take their places. */
  #endSilent(): void {
    if (this.#exitCode !== undefined) return;
    for (const worker of this.#workers.keys()) {
      const silence = (this.#silence.get(worker) ?? 0) + 1;
      this.#silence.set(worker, silence);
      if (silence !== this.#maxSilence) continue;
      const seconds = (silence * signInterval) / 1000;
      logWorkerAlert(`Worker ${worker.process.pid} hangs: it has given no sign of life for ${seconds} s.`);
      worker.process.kill("SIGKILL");
    }
  }

  /** @param how its exit code, or what killed it */
  #died(worker: Worker, deaths: number, how: number | string): void {
    const servedAt = this.#workers.get(worker);
    this.#workers.delete(worker);
    this.#silence.delete(worker);
    if (this.#exitCode !== undefined) {
      if (servedAt !== undefined && how !== 0) this.#exitCode ||= 1;
      this.#endWithLast();
      return;
    }
    countFault("worker");
    const reason = typeof how === "number" ? `exit code ${how}` : how;
    const event = `Worker ${worker.process.pid} died: ${reason}.`;
    if (servedAt === undefined) this.#lost(event, deaths, Number(how) || 1);
    else this.#replace(event, performance.now() - servedAt >= shortLife ? 0 : deaths);
  }

  #cannotStart(error: unknown, deaths: number): void {
    if (this.#exitCode === undefined) this.#lost(`A worker cannot be started: ${error}.`, deaths, 1);
    else this.#endWithLast();
  }

  /** A worker has not come to serve. */
  #lost(event: string, deaths: number, exitCode: number): void {
    this.#vainStarts++;
    if (this.#isHopeless) {
      logWorkerAlert(`${event} No other one serves.`);
      this.end(0, exitCode);
    } else this.#replace(event, deaths);
  }

  /** True if no worker serves, and none will, as if the very first one cannot. */
  get #isHopeless(): boolean {
    if (this.#url === undefined) return true;
    return this.#vainStarts >= maxVainStarts && !this.isServing;
  }

  #replace(event: string, deaths: number): void {
    const pause = deaths === 0 ? 0 : Math.min(500 * 2 ** deaths, longestPause);
    logWorkerAlert(`${event} Another one starts${pause === 0 ? "" : ` in ${pause / 1000} s`}.`);
    setTimeout(() => this.#fork(deaths + 1), pause);
  }

  /** Ends the process when all workers have ended, and all that they have written has arrived. */
  #endWithLast(): void {
    if (this.#exitCode === undefined || this.#workers.size > 0) return;
    const exit = () => this.#log.drain(() => process.exit(this.#exitCode));
    if (this.#openLogs === 0) exit();
    else setTimeout(exit, patience); // what nobody reads does not arrive
  }
}
