import { Worker } from "node:worker_threads";
import { workerModule } from "../../../shared/worker-module.js";
import type { AppBuild, CompilerData, CompilerResult, CompilerTask } from "./app-build.js";

/** The thread that compiles, as the main thread sees it. */
export class CompilerThread {
  readonly #worker: Worker;
  readonly #asked = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #builds: PromiseWithResolvers<AppBuild | undefined>[] = [];
  #questions = 0;
  #gone: Error | undefined;

  constructor(data: CompilerData) {
    this.#worker = new Worker(workerModule("dev/worker"), { workerData: data });
    this.#worker.on("message", (result: CompilerResult) => this.#take(result));
    this.#worker.on("error", (error) => this.#end(error instanceof Error ? error : new Error(String(error))));
    this.#worker.on("exit", () => this.#end(new Error("The compiler has ended.")));
  }

  /**
   * Resolves to `undefined` if nothing has changed since the last build.
   * @throws Error if the directory cannot be read, or if flowc itself fails
   */
  build(): Promise<AppBuild | undefined> {
    const waiting = withResolvers<AppBuild | undefined>();
    this.#builds.push(waiting);
    this.#send({ kind: "build" });
    return waiting.promise;
  }

  ask(question: string, argument: unknown): Promise<unknown> {
    const id = ++this.#questions;
    const waiting = withResolvers<unknown>();
    this.#asked.set(id, waiting);
    this.#send({ kind: "ask", id, question, argument });
    return waiting.promise;
  }

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

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

/** Node 20 has no `Promise.withResolvers`. */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
