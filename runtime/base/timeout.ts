import { longestTimer } from "./tree-limits.js";

/** The result of the work, unless it takes longer than so many milliseconds: then it rejects with what `late` makes. */
export function within<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.min(milliseconds, longestTimer));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Deadlines of this turn of the event loop. */
let begun: Deadline[] = [];

function startBegun(): void {
  const deadlines = begun;
  begun = [];
  for (const deadline of deadlines) deadline.start();
}

/** Calls `late` after so many milliseconds, unless it ends before. Its timer waits for the end of the turn: most end in it. */
export class Deadline {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #milliseconds: number;
  /** `undefined` once it has ended: what it would call holds a whole request. */
  #late: (() => void) | undefined;

  constructor(milliseconds: number, late: () => void) {
    this.#milliseconds = milliseconds;
    this.#late = late;
    if (typeof setImmediate !== "function")
      this.start(); // some platforms have none
    else if (begun.push(this) === 1) setImmediate(startBegun);
  }

  start(): void {
    if (this.#late !== undefined)
      this.#timer = setTimeout(this.#late, Math.min(this.#milliseconds, longestTimer));
  }

  end(): void {
    this.#late = undefined;
    if (this.#timer !== undefined) clearTimeout(this.#timer);
  }
}

/**
 * Returns the fault of a connection: the `code` of the error or of one of its causes, where Node and undici
 * put it; else `""`.
 */
export function errorCode(thrown: unknown): string {
  let error = thrown;
  for (let depth = 0; depth < 4 && error instanceof Error; depth++) {
    const code: unknown = Reflect.get(error, "code");
    if (typeof code === "string") return code;
    error = error.cause;
  }
  return "";
}
