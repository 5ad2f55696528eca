import type { Cluster, Worker } from "node:cluster";
import type { Host, Metrics } from "../node/telemetry-module.js";
import { faultsDescription } from "./instruments.js";
import { mergeTexts } from "./prometheus.js";

/** Milliseconds that a worker has to tell its metrics. Then those that it told last count. */
const patience = 1_000;

interface Question {
  readonly metrics: number;
}

interface Answer extends Question {
  readonly text: string;
}

/** In the primary: gets the metrics of all workers, and joins them. */
export class WorkerMetrics {
  /** The metrics that each worker has told last. */
  readonly #latest = new Map<number, string>();
  /** The metrics of those that have ended. */
  #gone = "";
  #count = 0;
  #answered: (worker: Worker, count: number) => void = () => {};

  constructor(
    private readonly cluster: Cluster,
    private readonly faults: Host["faults"],
  ) {
    cluster.on("message", (worker: Worker, message: Partial<Answer>) => {
      if (message.text === undefined || message.metrics === undefined) return;
      this.#latest.set(worker.id, message.text);
      this.#answered(worker, message.metrics);
    });
    cluster.on("exit", ({ id }) => {
      const last = this.#latest.get(id);
      if (last !== undefined) this.#gone = mergeTexts([], `${this.#gone}${last}`);
      this.#latest.delete(id);
    });
  }

  async text(): Promise<string> {
    await this.#ask();
    return mergeTexts([...this.#latest.values(), faultsText(this.faults())], this.#gone);
  }

  #ask(): Promise<void> {
    const count = ++this.#count;
    const workers = Object.values(this.cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const waiting = new Set(workers.map((worker) => worker?.id));
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, patience);
      const answered = (id: number | undefined) => {
        waiting.delete(id);
        if (waiting.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      this.#answered = ({ id }, answer) => {
        if (answer === count) answered(id);
      };
      if (workers.length === 0) answered(undefined);
      for (const worker of workers)
        worker?.send({ metrics: count } satisfies Question, (error) => {
          if (error !== null) answered(worker.id); // it has just ended
        });
    });
  }
}

/** The faults that the primary has seen, as the text of a worker has those of its own. */
function faultsText(faults: ReadonlyMap<string, number>): string {
  const lines = [...faults].map(([kind, count]) => `flow_faults_total{flow_fault="${kind}"} ${count}\n`);
  const head = `# HELP flow_faults_total ${faultsDescription}\n# TYPE flow_faults_total counter\n`;
  return head + lines.join("");
}

/** In a worker: tells its metrics when the primary asks. */
export function tellMetrics(worker: Worker, metrics: Metrics): void {
  worker.on("message", ({ metrics: count }: Partial<Question>) => {
    if (count === undefined) return;
    const tell = (text: string) => worker.isConnected() && worker.send({ metrics: count, text });
    metrics().then(tell, () => tell(""));
  });
}
