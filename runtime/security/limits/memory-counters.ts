import { digestOf } from "../../base/digest.js";

/** The state of one counter after a request. */
export interface Taken {
  /** Milliseconds until the request would be let through; 0 if it is. */
  readonly wait: number;
  /** Milliseconds until the counter is as if no request had come. */
  readonly full: number;
}

export interface Counters {
  /**
   * Counts a request (GCRA, the generic cell rate algorithm).
   * @param interval milliseconds between two requests at the rate
   * @param ahead milliseconds that requests may be ahead of the rate
   */
  take(key: string, interval: number, ahead: number): Taken | Promise<Taken>;
}

/** Characters of a key that is kept as it is. The hash of a longer one has 64. */
const longestKey = 96;

/** The most counters of a limit. Beyond, those that were used longest ago begin anew. */
const mostCounters = 100_000;

/** Counters of this process. */
export class MemoryCounters implements Counters {
  /** When the next request would be due if all came at the rate; the last that was used comes last. */
  readonly #due = new Map<string, number>();

  /** A long key is hashed first. */
  take(key: string, interval: number, ahead: number): Taken | Promise<Taken> {
    if (key.length <= longestKey) return this.#count(key, interval, ahead);
    return digestOf(key).then((digest) => this.#count(digest, interval, ahead));
  }

  #count(key: string, interval: number, ahead: number): Taken {
    const now = performance.now();
    const due = Math.max(this.#due.get(key) ?? 0, now);
    const wait = due - now - ahead;
    if (wait > 0) return { wait, full: due - now };
    this.#due.delete(key);
    this.#due.set(key, due + interval);
    const [oldest] = this.#due.size > mostCounters ? this.#due.keys() : [];
    if (oldest !== undefined) this.#due.delete(oldest);
    return { wait: 0, full: due + interval - now };
  }
}
