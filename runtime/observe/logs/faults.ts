import { logProcessAlert } from "./log.js";

/**
 * Things that fail around the app, not in it: Redis, a directory, the log's reader, the collector, a worker, the
 * directory of recordings.
 */
const faultKinds = ["cache", "directory", "limit", "log", "metrics", "recording", "spans", "worker"] as const;

export type FaultKind = (typeof faultKinds)[number];

/** All kinds from the start: what watches over a count sees it rise only from a count that it has seen before. */
const counts = new Map<FaultKind, number>(faultKinds.map((kind) => [kind, 0]));

export function countFault(kind: FaultKind, count = 1): void {
  counts.set(kind, (counts.get(kind) ?? 0) + count);
}

/** How often each has happened since the process was started; of events and spans, how many were lost. */
export function faultCounts(): ReadonlyMap<FaultKind, number> {
  return counts;
}

/** Milliseconds between two alerts about the same fault. */
const pause = 60_000;

const untold = new Set<LastingFault>();

/** Logs what is still to be told: the process ends. */
export function tellFaults(): void {
  for (const fault of untold) fault.tellRest();
}

/** A fault that may last: it is told at once, and how often it has happened since then, once a minute. */
export class LastingFault {
  #quietUntil = Number.NEGATIVE_INFINITY;
  #more = 0;
  #message = "";

  /** @param rest says how often it has happened since the last alert */
  constructor(
    private readonly topic: string,
    private readonly rest = (message: string, more: number) => `${message} So it was ${more} more times.`,
  ) {}

  /** @param tell writes the alert, if it is to be written now */
  happened(message: string, tell: (message: string) => void, count = 1): void {
    if (performance.now() < this.#quietUntil) {
      if (this.#more === 0) {
        const left = this.#quietUntil - performance.now();
        setTimeout(() => this.tellRest(), left).unref?.();
        untold.add(this);
      }
      this.#more += count;
      this.#message = message;
      return;
    }
    this.tellRest();
    this.#quietUntil = performance.now() + pause;
    tell(message);
  }

  tellRest(): void {
    if (this.#more === 0) return;
    const message = this.rest(this.#message, this.#more);
    this.#more = 0;
    untold.delete(this);
    this.#quietUntil = performance.now() + pause;
    logProcessAlert(this.topic, message);
  }
}
