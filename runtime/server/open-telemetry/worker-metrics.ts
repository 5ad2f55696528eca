import type { Cluster, Worker } from "node:cluster";
import type { Metrics, OwnCounts } from "../node/telemetry-module.js";
import { descriptions } from "./instruments.js";
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
    private readonly own: OwnCounts,
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
    return mergeTexts([...this.#latest.values(), ownText(this.own)], this.#gone);
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

/** The faults and events that the primary has counted, as the text of a worker has its own. */
function ownText({ faults, leftOut }: OwnCounts): string {
  return (
    counterText("flow_faults_total", descriptions.faults, "flow_fault", faults()) +
    counterText("flow_events_left_out_total", descriptions.leftOut, "flow_event", leftOut())
  );
}

function counterText(
  name: string,
  description: string,
  label: string,
  counts: ReadonlyMap<string, number>,
): string {
  const lines = [...counts].map(([kind, count]) => `${name}{${label}="${kind}"} ${count}\n`);
  return `# HELP ${name} ${description}\n# TYPE ${name} counter\n${lines.join("")}`;
}

/** In a worker: tells its metrics when the primary asks. */
export function tellMetrics(worker: Worker, metrics: Metrics): void {
  worker.on("message", ({ metrics: count }: Partial<Question>) => {
    if (count === undefined) return;
    const tell = (text: string) => worker.isConnected() && worker.send({ metrics: count, text });
    metrics().then(tell, () => tell(""));
  });
}
