import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { WorkbenchState } from "../../../bin/commands/dev/api.js";
import { scratchDirectory } from "../../support/compile.js";
import { fixture, repository } from "../../support/project.js";

export interface DevOptions {
  /** An app of `fixtures/` to copy. */
  readonly fixture?: string;
  /** Files that are written over it, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Further arguments of the command. */
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** `flowc dev` on a directory of its own, until the test that started it has finished. */
export class DevServer {
  #text = "";
  #seen = 0;
  #app = "";
  #page = "";
  readonly #process: ChildProcess;

  /** @param directory the flow directory */
  private constructor(
    readonly directory: string,
    { args = [], env = {} }: DevOptions,
  ) {
    this.#process = spawn(
      process.execPath,
      [join(repository, "dist/bin/flowc.js"), "dev", directory, "--port", "0", ...args],
      {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, HOST: "", PORT: "", ...env },
        cwd: dirname(directory),
      },
    );
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding("utf8").on("data", (chunk: string) => {
        this.#text += chunk;
      });
  }

  /** Starts it for one test, and waits until the first build is there, good or not. */
  static start(options: DevOptions): Promise<DevServer> {
    return DevServer.open(options, (server) => onTestFinished(async () => void (await server.stop())));
  }

  /** Starts it for all tests of a file: between hooks that start and stop it. */
  static async open(options: DevOptions, started: (server: DevServer) => void): Promise<DevServer> {
    const directory = join(scratchDirectory("dev"), "flows");
    if (options.fixture !== undefined) cpSync(fixture(options.fixture), directory, { recursive: true });
    for (const [path, text] of Object.entries(options.files ?? {})) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    const server = new DevServer(directory, options);
    started(server);
    const shown = await server.until(/^app +(\S+)\n(?:.*\n)*?workbench +(\S+)\n/m);
    server.#app = shown[1] ?? "";
    server.#page = shown[2] ?? "";
    await server.until(/^(built|the flows have errors)/m);
    return server;
  }

  /** Where the app answers: `http://127.0.0.1:12345`. */
  get app(): string {
    return this.#app;
  }

  /** Where the page is, without a slash at the end. */
  get page(): string {
    return this.#page;
  }

  /** Everything that it has printed. */
  get text(): string {
    return this.#text;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** In one step, as careful editors do: no build reads a half of it. */
  write(path: string, text: string): void {
    const [place, next] = [join(this.directory, path), join(dirname(this.directory), "written.tmp")];
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(next, text);
    renameSync(next, place);
  }

  /** Writes a file, and waits until there is a build with it. */
  async change(path: string, text: string): Promise<WorkbenchState> {
    const { number } = (await this.state()).build;
    this.write(path, text);
    return this.#after(number);
  }

  /** Waits for a text behind what was waited for before. */
  async until(text: RegExp, milliseconds = 20_000): Promise<RegExpExecArray> {
    for (let waited = 0; waited < milliseconds; waited += 20) {
      const found = text.exec(this.#text.slice(this.#seen));
      if (found !== null) {
        this.#seen += found.index + found[0].length;
        return found;
      }
      if (this.#process.exitCode !== null) break;
      await pause(20);
    }
    throw new Error(`This never came: ${text}\nbut this did:\n${this.#text.slice(this.#seen)}`);
  }

  /** Returns the answer of the API, as the page asks it. Fails the test for any other status. */
  async api<T>(path: string, method = "GET", body?: unknown): Promise<T> {
    const response = await this.ask(path, method, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  ask(path: string, method = "GET", body?: unknown): Promise<Response> {
    return fetch(`${this.#page}/api${path}`, {
      method,
      headers: { "x-flowc": "1", ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  state(): Promise<WorkbenchState> {
    return this.api("/state");
  }

  /** Ends it. Resolves to its exit code; `null` if a signal ended it. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = once(this.#process, "exit");
      this.#process.kill(signal);
      await ended;
    }
    return this.#process.exitCode;
  }

  async #after(number: number): Promise<WorkbenchState> {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const state = await this.state();
      if (state.build.number > number) return state;
      await pause(20);
    }
    throw new Error(`There was no build after ${number}:\n${this.#text}`);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
