/** A real Redis on loopback, if Debian's package redis-server is installed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import type { Need } from "./needs.js";
import { accepts, onFreePort } from "./servers.js";

const program = "/usr/bin/redis-server";

export const redis: Need = { name: "Redis: apt-get install redis-server", isThere: existsSync(program) };

export class RunningRedis {
  #server: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** Starts Redis with arguments. It writes nothing to disk. */
  static async start(...settings: readonly string[]): Promise<RunningRedis> {
    return onFreePort(async (port) => {
      const redis = new RunningRedis(port, settings);
      await redis.start();
      return redis;
    });
  }

  /** `redis://127.0.0.1:<port>` */
  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it again after `stop()`, on the same port, without its data. */
  async start(): Promise<void> {
    const address = ["--bind", "127.0.0.1", "--port", String(this.port)];
    const server = spawn(program, [...address, "--save", "", ...this.settings], { stdio: "ignore" });
    this.#server = server;
    for (const deadline = Date.now() + 15_000; !(await accepts(this.port)); ) {
      if (server.exitCode !== null || Date.now() > deadline)
        throw new Error(`redis-server does not answer (exit code ${server.exitCode}).`);
    }
  }

  async stop(): Promise<void> {
    if (this.#server?.exitCode === null && this.#server.kill("SIGTERM")) await once(this.#server, "exit");
  }

  /** With SIGSTOP, it keeps its connections and answers nothing until SIGCONT. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#server?.kill(signal);
  }
}
