import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonSchemaType } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { packageDirectory } from "../../../compiler/output/index.js";
import type { Trace } from "../../../compiler/session/index.js";
import { isInside } from "../../../compiler/source/index.js";
import type { Overlaid } from "../../shared/directory.js";
import { type ExitCode, exitCodes, type Run, type Surroundings } from "../../shared/surroundings.js";

/** The app that agents work on. */
export interface App extends Overlaid {
  readonly directory: string;
  readonly allowNetwork: boolean;
}

/** A tool that an agent can call. The result has the form of `output`. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly isReadOnly: boolean;
  readonly input: z.ZodObject;
  readonly output: () => JsonSchemaType;
  run(args: never, agent: Agent): Promise<object>;
}

/** A call that cannot be answered; the agent reads why. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The output of a command. */
export interface Written {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
}

/** A trace of a request that an agent sent; the members are those of docs/trace.schema.json. */
export type KeptTrace = Readonly<Record<string, unknown>> & Pick<Trace, "id" | "request" | "response">;

const maxTraces = 50;

/** One agent's connection. */
export class Agent {
  #last: Promise<unknown> = Promise.resolve();
  /** Those of the last requests, the oldest first. */
  readonly traces: KeptTrace[] = [];

  constructor(
    readonly app: App,
    private readonly surroundings: Surroundings,
    private readonly run: Run,
  ) {}

  /** Runs one call after the other: each may take both memory and processors for itself. */
  inTurn<T>(call: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(call);
    this.#last = turn.catch(() => {});
    return turn;
  }

  /** The arguments of a command that name the flow directory. */
  get directory(): readonly string[] {
    const { directory, overlay } = this.app;
    return [directory, ...overlay.map((file) => `--overlay=${file}`)];
  }

  /** Runs a command line as a person would. */
  async flowc(args: readonly string[], unsaved?: ReadonlyMap<string, string>): Promise<Written> {
    let [stdout, stderr] = ["", ""];
    const code = await this.run(args, {
      build: this.surroundings.build,
      stdout: (text) => {
        stdout += text;
      },
      stderr: (text) => {
        stderr += text;
      },
      colour: false,
      ...(unsaved && { unsaved }),
    });
    return { code, stdout, stderr };
  }

  /** Runs a command line whose result is a JSON document. */
  async json(args: readonly string[], unsaved?: ReadonlyMap<string, string>): Promise<object> {
    const { code, stdout, stderr } = await this.flowc([...args, "--format", "json"], unsaved);
    if (stdout === "" || code === exitCodes.misused)
      throw new ToolError(stderr.trim() || `flowc ended with ${code}.`);
    return JSON.parse(stdout) as object;
  }

  /**
   * The absolute path of a file that an agent names, relative to the working directory or the flow directory.
   * @throws ToolError if it leads out of both, also by a link
   */
  file(name: string): string {
    const roots = [realpathSync("."), realpathSync(this.app.directory)];
    const candidates = roots.map((root) => resolve(root, name));
    const path = candidates.find((one) => existsSync(one)) ?? candidates[0] ?? "";
    const real = existsSync(path) ? realpathSync(path) : path;
    if (name.includes("\0") || !roots.some((root) => isInside(real, root)))
      throw new ToolError(
        `${JSON.stringify(name)} is neither in the working directory nor in the flow directory.`,
      );
    return path;
  }

  keep(trace: KeptTrace): void {
    this.traces.push(trace);
    if (this.traces.length > maxTraces) this.traces.shift();
  }
}

/** A published schema. */
export const published = (path: string) => (): JsonSchemaType =>
  JSON.parse(readFileSync(join(packageDirectory, "docs", path), "utf8"));
