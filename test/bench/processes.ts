import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { program } from "./project.js";

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
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

export interface Server {
  readonly port: number;
  /** Milliseconds from the start of the process to the end of its first response. */
  readonly firstResponse: number;
  /** Seconds of processor time so far; `undefined` where the system does not say. */
  cpu(): number | undefined;
  /** Megabytes that it took up at most; `undefined` where the system does not say. */
  peakMemory(): number | undefined;
  stop(): Promise<void>;
}

/** Starts `node <script>` on a free port and waits for a response to `path`. */
export async function startServer(
  script: string,
  path: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH ?? "", HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "ignore", "ignore"],
  });
  children.add(child);
  while (!(await responds(port, path))) {
    if (child.exitCode !== null || performance.now() - start > 15_000) {
      throw new Error(`${script} does not answer (exit code ${child.exitCode}).`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return {
    port,
    firstResponse: performance.now() - start,
    cpu: () => processorTime(child.pid),
    peakMemory: () => peakMemory(child.pid),
    stop: () => kill(child),
  };
}

function responds(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
    socket.on("data", () => {
      resolve(true);
      socket.destroy();
    });
    socket.on("error", () => resolve(false));
    socket.on("close", () => resolve(false));
  });
}

/** Linux counts in hundredths of a second: fields 14 and 15 of proc(5) stat. */
function processorTime(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return undefined;
  }
}

/** Linux: proc(5) status. */
function peakMemory(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1000;
  } catch {
    return undefined;
  }
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}

export interface Helper {
  /** One message there, one back. */
  ask<T>(message: object): Promise<T>;
  stop(): Promise<void>;
}

/** Starts a program of ours that answers messages. */
export function startHelper(
  name: string,
  env: Readonly<Record<string, string>> = {},
  execArgv: readonly string[] = [],
): Helper {
  const child = fork(program(name), {
    env: { ...process.env, ...env },
    execArgv: [...execArgv],
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
