/** Command lines of `dist/` in a process that stays: tests run hundreds, and reading the compiler takes longer than most of them. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./sources.js";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const module = join(repository, "test/tools/warm-flowc.mjs");
const longest = 240_000;

interface Warm {
  child: ChildProcess | undefined;
  /** When the program was made that the process has read. */
  made: number;
  last: Promise<unknown>;
}

/** The modules in `test/` are evaluated anew for each file; the process stays. */
const key = Symbol.for("flowc test: warm process");
const holder = globalThis as { [key]?: Warm };
holder[key] ??= { child: undefined, made: 0, last: Promise.resolve() };
const warm = holder[key];

/** Runs a program with the environment of now. One runs after the other. */
export function runWarm(program: string, args: readonly string[], cwd: string): Promise<Finished> {
  const job = { program, args, cwd, env: { ...process.env } };
  const finished = warm.last.then(() => ask(job, statSync(program).mtimeMs));
  warm.last = finished.catch(() => {});
  return finished;
}

async function ask(job: object, made: number): Promise<Finished> {
  if (made !== warm.made) end();
  warm.made = made;
  warm.child ??= start();
  const { child } = warm;
  const { signal, abort } = withDeadline();
  const ended = once(child, "exit", { signal }).then(() => Promise.reject(new Error("flowc has crashed.")));
  try {
    const answered = once(child, "message", { signal });
    child.send(job);
    const [answer] = await Promise.race([answered, ended]);
    return answer as Finished;
  } catch (error) {
    end();
    throw error;
  } finally {
    ended.catch(() => {});
    abort();
  }
}

function end(): void {
  warm.child?.kill("SIGKILL");
  warm.child = undefined;
}

function start(): ChildProcess {
  const started = fork(module, { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] });
  started.unref();
  started.channel?.unref();
  return started;
}

function withDeadline() {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), longest);
  const abort = () => {
    clearTimeout(timer);
    controller.abort();
  };
  return { signal: controller.signal, abort };
}
