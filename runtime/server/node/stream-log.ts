import type { Writable } from "node:stream";
import { countFault } from "../../observe/logs/faults.js";
import { type LogWriter, processAlert } from "../../observe/logs/log.js";

/** How many characters may wait for a reader; further events are dropped and counted. */
const maxBacklog = 4 * 1024 * 1024;

/** Milliseconds that a reader has to take the rest when the process ends. */
const patience = 1_000;

/**
 * Writes all lines of one turn of the event loop at once. If the stream fails, is full, or is read by nobody, events
 * are lost, but never requests: its errors are ignored, and what waits for it is limited.
 */
export class StreamLog {
  readonly #stream: Writable;
  #pending = "";
  /** Events in `#pending`, and how many lost ones it tells of. */
  #events = 0;
  #told = 0;
  /** Events that were lost, and are to be told. */
  #lost = 0;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on("error", () => {});
  }

  readonly write: LogWriter = (line) => {
    if (this.#pending.length + this.#stream.writableLength > maxBacklog) {
      this.#lose(1, 0);
      return;
    }
    if (this.#pending === "") setImmediate(this.flush);
    this.#tellLost();
    this.#pending += `${line}\n`;
    this.#events++;
  };

  /** Writes what is waiting. */
  readonly flush = (): void => {
    const [text, events, told] = [this.#pending, this.#events, this.#told];
    this.#pending = "";
    this.#events = this.#told = 0;
    try {
      if (text !== "") this.#stream.write(text, (error) => error && this.#lose(events, told));
    } catch {
      this.#lose(events, told);
    }
  };

  #lose(events: number, told: number): void {
    this.#lost += events + told;
    countFault("log", events);
  }

  #tellLost(): void {
    if (this.#lost === 0) return;
    this.#pending += `${lostAlert(this.#lost)}\n`;
    this.#told += this.#lost;
    this.#lost = 0;
  }

  /** Calls back when everything has been written, or after a second. */
  drain(done: () => void): void {
    this.#tellLost();
    this.flush();
    const timer = setTimeout(done, patience);
    this.#stream.write("", () => {
      clearTimeout(timer);
      done();
    });
  }
}

function lostAlert(count: number): string {
  return processAlert("log", `${count} events were lost, because nobody read the log.`, "error");
}
