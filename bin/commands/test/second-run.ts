import { traceText } from "../../shared/trace-text.js";
import { concerned, type Outcome } from "./outcome.js";
import { runJob } from "./pool.js";
import type { TestJob } from "./worker.js";

/** How many failing tests run again, and how many requests of each are shown. */
const maxTests = 10;
const maxRequests = 20;

/** Runs tests that have failed once more, with an app that tells what happens in it. */
export class SecondRun {
  #count = 0;

  constructor(private readonly timeout: number) {}

  /** The outcome with what the app ran for the requests that failures are about. What the second run finds otherwise does not count. */
  async shown(outcome: Outcome, job: TestJob): Promise<Outcome> {
    // A test without a result took too long, or could not run.
    if (outcome.isOk || !outcome.hasResult) return outcome;
    if (this.#count++ >= maxTests) return outcome;
    const { outcome: second, result } = await runJob({ ...job, counts: false, traces: true }, this.timeout);
    if (second.isOk) return { ...outcome, trace: ["it passed when it ran again: it does not always fail"] };
    if (typeof result === "string") return { ...outcome, trace: [`when it ran again, ${result}`] };
    const asked = concerned(result);
    const traces = result.traces.filter(({ id }) => asked.has(id));
    const { backends } = result;
    const shown = traces.slice(0, maxRequests).flatMap((trace) => traceText(trace, backends));
    const more = traces.length - maxRequests;
    return { ...outcome, trace: more > 0 ? [...shown, `and ${more} more requests`] : shown };
  }
}
