import { longestTimer } from "../limits.js";
import { RequestFailure } from "./request-failure.js";

/** A clock that ends what waits for an upstream: `controller` is aborted with a `RequestFailure`. */
export class Deadline {
  readonly #controller: AbortController;
  readonly #milliseconds: number;
  readonly #what: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the time began to count; undefined while it does not. */
  #since: number | undefined;
  #isOver = false;

  /** @param what is waited for: `No ${what} within 3 s.` */
  constructor(controller: AbortController, milliseconds: number, what: string) {
    this.#controller = controller;
    this.#milliseconds = milliseconds;
    this.#what = what;
  }

  /** From now on, there is all the time again. For each piece of a body, so that the timer keeps running. */
  start(): void {
    if (this.#isOver) return;
    this.#since = performance.now();
    if (this.#timer === undefined) this.#wait(this.#milliseconds);
  }

  pause(): void {
    this.#since = undefined;
  }

  /** For good. */
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
    else this.#expire();
  }

  #expire(): void {
    const seconds = this.#milliseconds / 1000;
    this.#controller.abort(new RequestFailure(`No ${this.#what} within ${seconds} s.`, 504));
  }
}
