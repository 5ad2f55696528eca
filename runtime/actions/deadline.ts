import { longestTimer } from "../limits.js";
import { RequestFailure } from "./request-failure.js";

/** A clock that ends what waits for an upstream: `controller` is aborted with a `RequestFailure`. */
export class Deadline {
  readonly #controller: AbortController;
  readonly #milliseconds: number;
  readonly #what: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  /** @param what is waited for: `No ${what} within 3 s.` */
  constructor(controller: AbortController, milliseconds: number, what: string) {
    this.#controller = controller;
    this.#milliseconds = milliseconds;
    this.#what = what;
  }

  /** From now on, there is all the time again. */
  start(): void {
    clearTimeout(this.#timer);
    if (!this.#isOver)
      this.#timer = setTimeout(() => this.#expire(), Math.min(this.#milliseconds, longestTimer));
  }

  pause(): void {
    clearTimeout(this.#timer);
  }

  /** For good. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #expire(): void {
    const seconds = this.#milliseconds / 1000;
    this.#controller.abort(new RequestFailure(`No ${this.#what} within ${seconds} s.`, 504));
  }
}
