import type { ServerResponse } from "node:http";
import type { ReadTraces } from "../../../recording/reader.js";
import type { WorkbenchState } from "../api.js";
import type { CompilerData } from "../build/app-build.js";
import { RequestStore } from "../requests/store.js";
import { problem, send } from "../server/answers.js";
import { ApiError, type Ask } from "../workbench.js";
import { DevRun } from "./dev-run.js";
import type { Terminal } from "./terminal.js";

/** A run of `flowc dev --trace`: requests that were answered elsewhere, and the source of the app. No app runs. */
export class RunOfTraces extends DevRun {
  readonly #passedOver: string;
  #first: Promise<unknown> | undefined;

  constructor(data: CompilerData, { traces, passedOver, problems }: ReadTraces, terminal: Terminal) {
    const requests = new RequestStore({ maxRequests: maxTraces, maxBytes, maxKept: 0, maxKeptBytes: 0 });
    const secrets = { names: [], mayShow: false, shows: false };
    super(data, secrets, { variables: { ...process.env } }, terminal, requests);
    this.#passedOver = passedOver === 0 ? "" : `${passedOver} passed over: ${problems[0]}`;
    for (const trace of traces) requests.import(trace);
    requests.take();
  }

  override get app(): string {
    return "";
  }

  /** Compiles the app for its source, and for what was generated from it. */
  override rebuild(): Promise<void> {
    const build = super.rebuild();
    this.#first ??= build;
    return build;
  }

  // No app runs.
  protected override load(): void {}
  protected override tellOf(): void {}

  override state(): WorkbenchState {
    return { ...super.state(), isReplay: true, passedOver: this.#passedOver };
  }

  override send(): Promise<number> {
    return Promise.reject(new ApiError(409, "No app runs: these requests come from a file."));
  }

  override readonly passOn = (_: unknown, outgoing: ServerResponse): void =>
    send(problem(404, "No app is served: the requests come from a file."), outgoing);

  // A page may be open before there is a source to show.
  override readonly ask: Ask = (question, argument) =>
    Promise.resolve(this.#first).then(() => this.compiler.ask(question, argument));

  override showSecrets(): void {
    throw new ApiError(409, "What the file has masked is not known.");
  }
}

/** The latest requests of a file, as many as the page's list is made for. */
const maxTraces = 10_000;
const maxBytes = 512 * 1024 * 1024;
