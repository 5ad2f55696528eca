import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { repository } from "../support/project.js";

export interface Recorder {
  readonly listen: string;
  readonly egress: string;
  readonly proxy: string;
  /** Resolves to its exit code when it ends by itself. */
  readonly ended: Promise<number>;
  /** Ends it. Resolves to its exit code, and what it wrote to standard error. */
  end(): Promise<readonly [code: number, stderr: string]>;
}

/** Starts `flowc record` until the test has finished. */
export const recorder = (...args: readonly string[]): Promise<Recorder> => recorderBy([], args);

/** The same, where files have room for so many units of `ulimit -f`. */
export const recorderWithRoom = (units: number, ...args: readonly string[]): Promise<Recorder> =>
  recorderBy(["sh", "-c", `ulimit -f ${units} && exec "$@"`, "sh"], args);

async function recorderBy(before: readonly string[], args: readonly string[]): Promise<Recorder> {
  const flowc = [process.execPath, join(repository, "dist/bin/flowc.js")];
  const [command = "", ...more] = [...before, ...flowc, "record", ...args];
  const child = spawn(command, more);
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  child.stdout.on("data", (text) => {
    out += text;
  });
  child.stderr.on("data", (text) => {
    err += text;
  });
  const exited = once(child, "exit");
  await expect.poll(() => out + err, { timeout: 20_000 }).toMatch(/recording to|flowc:/);
  const found = (what: string) => new RegExp(`^${what} +(http:\\S+)`, "m").exec(out)?.[1] ?? "";
  const ended = exited.then(([code]) => code as number);
  const end = async () => {
    child.kill("SIGTERM");
    return [await ended, err] as const;
  };
  return { listen: found("listen"), egress: found("egress"), proxy: found("proxy"), ended, end };
}
