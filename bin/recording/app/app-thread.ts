import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { TracedBuild } from "../../../compiler/session/index.js";
import { WorkerLog } from "../../shared/worker-log.js";
import { workerModule } from "../../shared/worker-module.js";
import type { WideExchange } from "./recorded-answers.js";
import type { AppData, Ran, RunJob, Turn } from "./worker.js";

/** Milliseconds for one request. */
const timeout = 30_000;

/** An app in a thread of its own, which answers recorded requests one after the other, without network. */
export class AppThread {
  readonly #folder = mkdtempSync(join(tmpdir(), "flowc-compare-"));
  readonly #data: AppData;
  #worker: Worker | undefined;
  #settle: (ran: Ran | string) => void = () => {};
  readonly #timer = setTimeout(() => this.#settle(`no answer within ${timeout / 1000} s`), timeout).unref();
  /** One request at a time: the clock is that of the request. */
  #last: Promise<unknown> = Promise.resolve();

  constructor({ code, map, beside }: Pick<TracedBuild, "code" | "map" | "beside">) {
    this.#data = { bundle: join(this.#folder, "app.cjs"), map: join(this.#folder, "server.js.map") };
    writeFileSync(this.#data.bundle, code);
    writeFileSync(this.#data.map, map);
    for (const { path, text } of beside) writeFileSync(join(this.#folder, path), text);
  }

  run(exchange: WideExchange, turn: Turn = { clock: 0, chance: 0 }): Promise<Ran> {
    const ran = this.#last.then(() => this.#run({ exchange, turn }));
    this.#last = ran;
    return ran;
  }

  async #run(job: RunJob): Promise<Ran> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const ran = await new Promise<Ran | string>((resolve) => {
      this.#settle = resolve;
      this.#timer.refresh();
      worker.postMessage(job);
    });
    if (typeof ran !== "string") return ran;
    this.#worker = undefined;
    await worker.terminate();
    return {
      status: 0,
      fields: [],
      body: new Uint8Array(),
      sent: [],
      trace: undefined,
      honoPath: "",
      failure: ran,
    };
  }

  #start(): Worker {
    const worker = new Worker(workerModule("recording/app"), {
      workerData: this.#data,
      stdout: true,
      stderr: true,
    });
    new WorkerLog(worker);
    return worker
      .on("message", (ran: Ran) => this.#settle(ran))
      .on("error", (error) => this.#settle(error.message))
      .on("exit", () => this.#settle("the app ended"));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#worker?.terminate();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
