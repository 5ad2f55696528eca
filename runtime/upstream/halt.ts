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
