import { longestTimer } from "../../base/tree-limits.js";

/** A clock that ends waiting for an upstream: it calls `stop` with what `late` makes. */
export class Deadline {
  readonly #stop: (reason: Error) => void;
  readonly #milliseconds: number;
  readonly #late: () => Error;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the time began to run; undefined while it does not. */
  #since: number | undefined;
  #isOver = false;

  constructor(stop: (reason: Error) => void, milliseconds: number, late: () => Error) {
    this.#stop = stop;
    this.#milliseconds = milliseconds;
    this.#late = late;
  }

  /** Starts the time anew. This is called for each piece of a body, so the timer is left running. */
  start(): void {
    if (this.#isOver) return;
    this.#since = performance.now();
    if (this.#timer === undefined) this.#wait(this.#milliseconds);
  }

  pause(): void {
    this.#since = undefined;
  }

  /** Stops the clock for good. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#check(), Math.min(milliseconds, longestTimer));
  }

  #check(): void {
    this.#timer = undefined;
    if (this.#since === undefined) return;
    const left = this.#since + this.#milliseconds - performance.now();
    if (left > 0) this.#wait(left);
    else this.#stop(this.#late());
  }
}
