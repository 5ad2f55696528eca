/**
 * Sends to a collector from a thread of its own: a client of HTTP that works in the thread that serves makes the server's
 * own streams slower, since V8 optimises both together.
 * @module
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { isUnbundled, ownUrl } from "../node/own-url.js";
import { collectorSender, type Message, type Send } from "./collector.js";

/** The value by which a thread knows what it is for. */
const purpose = "flowc telemetry";

interface Job extends Message {
  readonly id: number;
}

interface Done {
  readonly id: number;
  readonly failure: string | undefined;
}

/** Sends in a thread, which begins with the first message, or in this one where the process may have no other. */
export function threadSender(): Send {
  let send: Send | undefined;
  return (message) => {
    send ??= sender();
    return send(message);
  };
}

function sender(): Send {
  try {
    return new SenderThread().send;
  } catch {
    return collectorSender();
  }
}

/** A thread that does not keep the process running. Should it end, another one takes its place. */
class SenderThread {
  #thread: Worker | undefined = this.#started();
  #last = 0;
  readonly #waiting = new Map<number, (failure: string | undefined) => void>();

  readonly send: Send = (message) =>
    new Promise((resolve) => {
      this.#thread ??= this.#started();
      const job: Job = { ...message, id: ++this.#last };
      this.#waiting.set(job.id, resolve);
      this.#thread.postMessage(job);
    });

  /** @throws Error if the process may have no threads */
  #started(): Worker {
    const own = ownUrl();
    const code = isUnbundled(own) ? new URL("../open-telemetry/open-telemetry.js", own) : own;
    const thread = new Worker(code, { workerData: purpose, argv: [], execArgv: [] });
    thread.on("message", ({ id, failure }: Done) => this.#told(id, failure));
    thread.on("error", () => {}); // its end follows
    thread.on("exit", () => {
      this.#thread = undefined;
      for (const id of this.#waiting.keys()) this.#told(id, "the thread that sends has ended");
    });
    thread.unref();
    return thread;
  }

  #told(id: number, failure: string | undefined): void {
    this.#waiting.get(id)?.(failure);
    this.#waiting.delete(id);
  }
}

/** In such a thread: sends what comes. */
export function sendForOthers(): void {
  if (isMainThread || workerData !== purpose || parentPort === null) return;
  const port = parentPort;
  const send = collectorSender();
  port.on("message", async ({ id, ...message }: Job) => {
    const done: Done = { id, failure: await send(message) };
    port.postMessage(done);
  });
}
