import { Session } from "node:inspector";
import { pathToFileURL } from "node:url";
import { type CountedRange, type Counts, countsAt } from "./counts.js";

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly CountedRange[] }[];
}

/** Counts how often code of a script runs in this thread, with V8's own counters. */
export class Counter {
  readonly #session = new Session();
  readonly #url: string;
  readonly counts: Counts[] = [];

  /**
   * Starts to count; the script must not have been loaded yet.
   * @param file the path of the script
   * @param offsets of the code to count, in order
   */
  constructor(
    private readonly file: string,
    private readonly offsets: Int32Array,
  ) {
    this.#url = pathToFileURL(file).href;
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Notes what has run since the last time. */
  readonly take = (): void => {
    // Within a thread, the answer is there when `post` returns.
    this.#session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error !== null) throw error;
      const scripts = (taken as { readonly result: readonly ScriptCoverage[] }).result;
      const script = scripts.find(({ url }) => url === this.file || url === this.#url);
      const ranges = script?.functions.flatMap((each) => each.ranges) ?? [];
      this.counts.push(countsAt(ranges, this.offsets));
    });
  };
}
