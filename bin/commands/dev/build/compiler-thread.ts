import { Worker } from "node:worker_threads";
import { workerModule } from "../../../shared/worker-module.js";
import type { Ask } from "../workbench.js";
import type { AppBuild, CompilerData, CompilerResult, CompilerTask } from "./app-build.js";

/** The thread that compiles, as the main thread sees it. */
export class CompilerThread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Waiting>();
  readonly #builds: Waiting[] = [];
  #questions = 0;
  #gone: Error | undefined;

  constructor(data: CompilerData) {
    this.#worker = new Worker(workerModule("commands/dev/worker"), { workerData: data });
    this.#worker.on("message", (result: CompilerResult) => this.#take(result));
    this.#worker.on("error", (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#end(new Error("The compiler has ended.")));
  }

  /**
   * Resolves to `undefined` if nothing has changed since the last build.
   * @throws Error if the directory cannot be read, or if flowc itself fails
   */
  build(): Promise<AppBuild | undefined> {
    return new Promise((resolve, reject) => {
      this.#builds.push({ resolve: resolve as Waiting["resolve"], reject });
      this.#send({ kind: "build" });
    });
  }

  readonly ask: Ask = (question, argument) => {
    const id = ++this.#questions;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve: resolve as Waiting["resolve"], reject });
      this.#send({ kind: "ask", id, question, argument });
    });
  };

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(task: CompilerTask): void {
    if (this.#gone === undefined) this.#worker.postMessage(task);
    else this.#end(this.#gone);
  }

  #take(result: CompilerResult): void {
    switch (result.kind) {
      case "built":
        return void this.#builds.shift()?.resolve(result.build);
      case "same":
        return void this.#builds.shift()?.resolve(undefined);
      case "failed":
        return void this.#builds.shift()?.reject(new Error(result.problem));
      case "answer":
        this.#asked.get(result.id)?.resolve(result.value);
        return void this.#asked.delete(result.id);
      case "problem":
        this.#asked.get(result.id)?.reject(new Error(result.problem));
        return void this.#asked.delete(result.id);
      default:
        result satisfies never;
    }
  }

  #end(error: Error): void {
    this.#gone ??= error;
    for (const waiting of [...this.#builds.splice(0), ...this.#asked.values()]) waiting.reject(this.#gone);
    this.#asked.clear();
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}
