import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { isAbsolute } from "node:path";
import { pinned, procFile, type Role } from "./machine.js";
import { program as ownProgram } from "./project.js";

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** None of them outlives this process, whatever it ends with. */
const children = new Set<ChildProcess>();
process.on("exit", () => children.forEach(killWithWorkers));

/** Workers of nginx go on without their master. */
function killWithWorkers(child: ChildProcess): void {
  const workers = workersOf(child.pid);
  child.kill("SIGKILL");
  for (const pid of workers) process.kill(pid, "SIGKILL");
}

/** A script for Node, or a command that serves on a port. */
export type Program = string | ((port: number) => readonly string[]);

export interface Server {
  readonly port: number;
  /** Milliseconds from the start of the process to the end of its first response. */
  readonly firstResponse: number;
  /** Microseconds of processor time so far, its workers included; NaN where the system does not say. */
  cpu(): number;
  /** The part of it that threads beside the main one took: V8 compiles there, and collects garbage. */
  besides(): number;
  /** Megabytes that it takes up now; NaN where the system does not say. */
  memory(): number;
  /** Megabytes that it took up at most; NaN where the system does not say. */
  peakMemory(): number;
  stop(): Promise<void>;
}

/**
 * Starts a program on a free port and waits until `path` is answered with 200.
 * @param log a file for what it writes; without one, it is lost
 * @param isPinned whether it stays on one core
 */
export async function startServer(
  program: Program,
  path: string,
  env: Readonly<Record<string, string>> = {},
  log?: string,
  isPinned = true,
): Promise<Server> {
  const port = await freePort();
  const words = typeof program === "string" ? [process.execPath, program] : program(port);
  const [command = "", ...args] = [...(isPinned ? pinned("server") : []), ...words];
  const output = log === undefined ? "ignore" : openSync(log, "w");
  const start = performance.now();
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? "", HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "ignore", output],
  });
  if (output !== "ignore") closeSync(output);
  children.add(child);
  while (!(await responds(port, path))) {
    if (child.exitCode !== null || performance.now() - start > 15_000) {
      throw new Error(`${words.join(" ")} does not answer (exit code ${child.exitCode}).`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return {
    port,
    firstResponse: performance.now() - start,
    cpu: () => [child.pid, ...workersOf(child.pid)].reduce<number>((sum, pid) => sum + processorTime(pid), 0),
    besides: () => processorTime(child.pid, (thread) => thread !== String(child.pid)),
    memory: () => megabytes(child.pid, "VmRSS"),
    peakMemory: () => megabytes(child.pid, "VmHWM"),
    stop: () => kill(child),
  };
}

function responds(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
    socket.on("data", (piece) => {
      resolve(piece.toString("latin1").startsWith("HTTP/1.1 200 ")); // some listen before they have their routes
      socket.destroy();
    });
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
  });
}

/** Microseconds. Linux counts nanoseconds for each thread: proc(5) `schedstat`. */
function processorTime(pid: number | undefined, counts: (thread: string) => boolean = () => true): number {
  let nanoseconds = Number.NaN;
  for (const thread of threads(pid).filter(counts)) {
    const [running] = procFile(`${pid}/task/${thread}/schedstat`).split(" ");
    if (running) nanoseconds = (nanoseconds || 0) + Number(running);
  }
  return nanoseconds / 1000;
}

function workersOf(pid: number | undefined): readonly number[] {
  return procFile(`${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function threads(pid: number | undefined): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Linux: proc(5) `status`. */
function megabytes(pid: number | undefined, field: string): number {
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(procFile(`${pid}/status`)) ?? [];
  return Number(kilobytes) / 1000;
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  killWithWorkers(child);
  await exited;
}

export interface Helper {
  /** One message there, one back. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Starts a program of ours that answers messages.
 * @param name of a program beside this one, or the path of another
 */
export function startHelper(
  name: string,
  env: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = [],
  role?: Role,
): Helper {
  const [execPath = "", ...args] = [
    ...(role === undefined ? [] : pinned(role)),
    process.execPath,
    ...execArgv,
  ];
  const child = fork(isAbsolute(name) ? name : ownProgram(name), {
    env: { ...process.env, ...env },
    execPath,
    execArgv: args,
    stdio: ["ignore", "inherit", "ignore", "ipc"],
  });
  children.add(child);
  return {
    ask<T>(message: object): Promise<T> {
      return new Promise((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`${name} ended with exit code ${code}.`));
        child.once("exit", onExit);
        child.once("message", (answer: { result?: T; error?: string }) => {
          child.off("exit", onExit);
          if (answer.error === undefined) resolve(answer.result as T);
          else reject(new Error(answer.error));
        });
        child.send(message);
      });
    },
    stop: () => kill(child),
  };
}

/** In the other process: answers every message with what `handle` makes of it. */
export function answer<M>(handle: (message: M) => Promise<unknown>): void {
  process.on("message", async (message: M) => {
    try {
      process.send?.({ result: await handle(message) });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
