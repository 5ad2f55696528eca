import { finished } from "node:stream/promises";
import type { Worker } from "node:worker_threads";

/** How much is kept, in characters. */
const maxLog = 1_000_000;

/** The text that a worker writes to its standard output and standard error. */
export class WorkerLog {
  #text = "";

  /** @param worker one whose streams nobody else gets */
  constructor(private readonly worker: Worker) {
    for (const stream of [worker.stdout, worker.stderr])
      stream.on("data", (chunk: Buffer) => {
        if (this.#text.length < maxLog) this.#text += chunk.toString();
      });
  }

  /** All of it, of a worker that has ended: what it has sent last may still be on its way. */
  async whole(): Promise<string> {
    await Promise.all([this.worker.stdout, this.worker.stderr].map((stream) => finished(stream)));
    return this.#text;
  }
}

/** In a worker: resolves when all that it has written has been sent. */
export async function sendOutput(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
