import type {
  RecordedExchange,
  RecordedUpstream,
  UnmatchedUpstream,
} from "../../runtime/observe/trace/index.js";

/** Upstream exchanges that are kept, and the bytes of their bodies. The oldest go first. */
const maxKept = 100_000;
const maxBytes = 256 * 1024 * 1024;

/** Of one request, more are not told apart. */
const maxLoose = 10_000;

/** Requests that are remembered for upstream exchanges that end after them. */
const maxRequests = 1_000;

/** Milliseconds by which moments may be apart that were rounded. */
const rounding = 2;

/** When a request was under way: milliseconds since 1970, and how many. */
type Time = Pick<RecordedExchange, "startedAt" | "duration">;

/** The upstream exchanges of a recording of which nobody knows the request. */
export class UnmatchedUpstreams {
  /** In the order of time. */
  readonly #kept: UnmatchedUpstream[] = [];
  /** The moments of all, also of those that were taken. */
  readonly #moments: number[] = [];
  readonly #requests: Time[] = [];
  /** How many requests were read that each may belong to. */
  readonly #counts = new WeakMap<UnmatchedUpstream, number>();
  #bytes = 0;
  /** Up to this moment, some were dropped. */
  #lostUntil = Number.NEGATIVE_INFINITY;

  add(line: UnmatchedUpstream): void {
    insert(this.#moments, line.startedAt, line.startedAt, (each) => each);
    insert(this.#kept, line, line.startedAt, momentOf);
    this.#counts.set(line, this.#requests.filter((each) => isWithin(line.startedAt, each)).length);
    this.#bytes += bytesOf(line);
    if (this.#moments.length > maxKept) this.#moments.shift();
    while (this.#kept.length > maxKept || this.#bytes > maxBytes) this.#lose();
  }

  #lose(): void {
    const oldest = this.#kept.shift();
    if (oldest === undefined) return;
    this.#bytes -= bytesOf(oldest);
    this.#lostUntil = oldest.startedAt;
  }

  /** Notes a request that some may belong to. */
  expect({ startedAt, duration }: Time): void {
    this.#requests.push({ startedAt, duration });
    if (this.#requests.length > maxRequests) this.#requests.shift();
    for (const line of this.of({ startedAt, duration }))
      this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
  }

  /** Returns true if all that may belong to the request were read. */
  hasAll({ startedAt, duration, uncertain = 0 }: RecordedExchange): boolean {
    const { from, to } = within(this.#moments, { startedAt, duration }, (each) => each);
    return startedAt > this.#lostUntil && to - from >= uncertain;
  }

  /** Those that began while the request was under way. */
  of(time: Time): readonly UnmatchedUpstream[] {
    const { from, to } = within(this.#kept, time, momentOf);
    return this.#kept.slice(from, Math.min(to, from + maxLoose));
  }

  take(taken: readonly UnmatchedUpstream[]): void {
    for (const line of taken) {
      const { from } = within(this.#kept, { startedAt: line.startedAt, duration: 0 }, momentOf);
      const index = this.#kept.indexOf(line, from);
      if (index < 0) continue;
      this.#kept.splice(index, 1);
      this.#bytes -= bytesOf(line);
    }
  }

  /** Takes those that began while the request was under way, and that belong to no request beside the recorded ones. */
  takeRest(time: Time): readonly UnmatchedUpstream[] {
    const rest = this.of(time).filter(
      (line) => line.candidates !== undefined && (this.#counts.get(line) ?? 0) >= line.candidates,
    );
    this.take(rest);
    return rest;
  }
}

/** An upstream exchange that may belong to another request. */
export interface LooseUpstream extends RecordedUpstream {
  readonly isLoose?: true;
}

export const looseUpstream = (line: UnmatchedUpstream, { startedAt }: Time): LooseUpstream => ({
  ...line.upstream,
  at: Math.max(0, line.startedAt - startedAt),
  isLoose: true,
});

const momentOf = ({ startedAt }: UnmatchedUpstream): number => startedAt;

const bytesOf = ({ upstream: { request, response } }: UnmatchedUpstream): number =>
  (request.body?.bytes ?? 0) + (response?.body?.bytes ?? 0);

const isWithin = (moment: number, { startedAt, duration }: Time): boolean =>
  moment >= startedAt - rounding && moment <= startedAt + duration + rounding;

/** Lines come nearly in the order of time. */
function insert<T>(into: T[], item: T, moment: number, of: (item: T) => number): void {
  let at = into.length;
  while (at > 0 && of(into[at - 1] as T) > moment) at--;
  into.splice(at, 0, item);
}

/** The indexes of the items of a time, from the first to the one behind the last. */
function within<T>(items: readonly T[], { startedAt, duration }: Time, of: (item: T) => number) {
  const first = (isBehind: (moment: number) => boolean): number => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBehind(of(items[middle] as T))) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    from: first((moment) => moment >= startedAt - rounding),
    to: first((moment) => moment > startedAt + duration + rounding),
  };
}
