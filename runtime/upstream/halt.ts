import { longestTimer } from "../base/tree-limits.js";

/**
 * Ends an upstream request before its time: because a clock ran out, or the client went away. It does the work of an
 * `AbortController` without the cost of one, since nearly all requests end by themselves.
 */
export class Halt {
  #reason: Error | undefined;
  #controller: AbortController | undefined;
  #told: ((reason: Error) => void) | undefined;

  /** Why the request was ended; `undefined` if it was not. */
  get reason(): Error | undefined {
    return this.#reason;
  }

  /** For `fetch`. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    return this.#controller.signal;
  }

  /** The first reason counts. */
  stop(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#told?.(reason);
  }

  /** Calls the function once the request is to end. The function of the request that was sent last counts. */
  tell(told: (reason: Error) => void): void {
    this.#told = told;
    if (this.#reason !== undefined) told(this.#reason);
  }
}

/** A clock that ends a request to an upstream with what `late` makes. */
export class Deadline {
  readonly #halt: Halt;
  readonly #milliseconds: number;
  readonly #late: () => Error;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the time began to run; undefined while it does not. */
  #since: number | undefined;
  #isOver = false;

  constructor(halt: Halt, milliseconds: number, late: () => Error) {
    this.#halt = halt;
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
    this.#timer = setTimeout(Deadline.#check, Math.min(milliseconds, longestTimer), this);
  }

  static #check(deadline: Deadline): void {
    deadline.#timer = undefined;
    if (deadline.#since === undefined) return;
    const left = deadline.#since + deadline.#milliseconds - performance.now();
    if (left > 0) deadline.#wait(left);
    else deadline.#halt.stop(deadline.#late());
  }
}
