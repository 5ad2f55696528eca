import { basename } from "node:path";
import { Masks } from "../../../../runtime/observe/trace/masks.js";
import { messageOf } from "../../../shared/values.js";
import type { WorkbenchFinding, WorkbenchState } from "../api.js";
import { Builds } from "../app/builds.js";
import type { AppBuild, CompilerData } from "../build/app-build.js";
import { CompilerThread } from "../build/compiler-thread.js";
import { RequestStore } from "../requests/store.js";
import { EventStream } from "../server/event-stream.js";
import { ApiError, type Workbench } from "../workbench.js";
import type { ReadTraces } from "./read-traces.js";

/** A run of `flowc dev --trace`: requests that were answered elsewhere, and the source of the app. No app runs. */
export class Replay implements Workbench {
  readonly directory: string;
  readonly app = "";
  readonly requests: RequestStore;
  readonly variables = { ...process.env };
  readonly events = new EventStream();
  readonly #name: string;
  readonly #compiler: CompilerThread;
  readonly #builds = new Builds();
  readonly #passedOver: string;
  #first: Promise<unknown> | undefined;

  constructor(data: CompilerData, { traces, passedOver, problems }: ReadTraces) {
    this.directory = data.directory;
    this.#passedOver = passedOver === 0 ? "" : `${passedOver} passed over: ${problems[0]}`;
    this.#name = basename(data.directory);
    this.#compiler = new CompilerThread(data);
    this.requests = new RequestStore({ maxRequests: maxTraces, maxBytes, maxKept: 0, maxKeptBytes: 0 });
    for (const trace of traces) this.requests.import(trace);
    this.requests.take();
  }

  /** Compiles the app, for its source and what was generated from it; `undefined` if there is nothing new. */
  rebuild(failed: (problem: string) => void): Promise<AppBuild | undefined> {
    const build = this.#build(failed);
    this.#first ??= build;
    return build;
  }

  async #build(failed: (problem: string) => void): Promise<AppBuild | undefined> {
    try {
      const build = await this.#compiler.build();
      if (build === undefined) return undefined;
      this.#builds.take(build);
      this.emit("state", this.state());
      this.emit("findings", { findings: this.findings() });
      return build;
    } catch (error) {
      failed(messageOf(error));
      return undefined;
    }
  }

  state(): WorkbenchState {
    return {
      directory: this.#name,
      app: "",
      build: this.#builds.state,
      showsSecrets: false,
      maySecrets: false,
      isReplay: true,
      passedOver: this.#passedOver,
    };
  }

  findings(): readonly WorkbenchFinding[] {
    return this.#builds.findings;
  }

  written(): ReadonlySet<string> {
    return new Set(this.#builds.serving?.written);
  }

  send(): Promise<number> {
    return Promise.reject(new ApiError(409, "No app runs: these requests come from a file."));
  }

  async ask(question: string, argument: unknown): Promise<unknown> {
    await this.#first; // a page may be open before there is a source to show
    return this.#compiler.ask(question, argument);
  }

  emit(event: string, data: unknown): void {
    this.events.emit(event, data);
  }

  showSecrets(): void {
    throw new ApiError(409, "What the file has masked is not known.");
  }

  masks(): Masks {
    return new Masks();
  }

  firstEvents(): readonly (readonly [string, unknown])[] {
    return [
      ["state", this.state()],
      ["findings", { findings: this.findings() }],
      ["requests", { requests: this.requests.list() }],
    ];
  }

  async stop(): Promise<void> {
    this.events.close();
    await this.#compiler.stop();
  }
}

/** The latest requests of a file, as many as the page's list is made for. */
const maxTraces = 10_000;
const maxBytes = 512 * 1024 * 1024;
