/** Apps as their users serve them, in processes of their own: `built` makes `server.js`, `served` starts it. */
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import { problemsOf } from "../../bin/shared/app-log.js";
import { type Files, scratchDirectory, writeFiles } from "./compile.js";
import { flowc } from "./project.js";
import { type Env, NotServing, type RunningProcess, serve } from "./servers.js";

/** The files of a flow directory, or where `flowc build` has put what it made of them. */
export type App = Files | string | Promise<string>;

const outputs = new Map<string, Promise<string>>();

/** Builds a flow directory, once for equal files and options. The flows lie in `../flows` of the output. */
export function built(flows: Files, ...options: readonly string[]): Promise<string> {
  const key = JSON.stringify([Object.entries(flows).map(([path, text]) => [path, String(text)]), options]);
  const known = outputs.get(key) ?? build(flows, options);
  outputs.set(key, known);
  return known;
}

async function build(files: Files, options: readonly string[]): Promise<string> {
  const directory = scratchDirectory("served");
  const [flows, out] = [join(directory, "flows"), join(directory, "gen")];
  writeFiles(
    flows,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  const { code, stderr } = await flowc("build", flows, "-o", out, ...options);
  if (code !== 0) throw new Error(stderr);
  return out;
}

/** A build for a test that changes it, or its flows. */
export async function builtAlone(flows: Files, ...options: readonly string[]): Promise<string> {
  const directory = scratchDirectory("alone");
  cpSync(dirname(await built(flows, ...options)), directory, { recursive: true });
  return join(directory, "gen");
}

/**
 * Serves an app, and waits until it listens. What a test starts ends with it at the latest; what a hook or a concurrent
 * test starts, with the file.
 */
export async function served(
  app: App,
  env: Env = {},
  command?: (out: string) => readonly [string, ...string[]],
): Promise<RunningProcess> {
  const out = await outputOf(app);
  const server = await serve(out, env, command?.(out));
  whenDone(() => {
    server.signal("SIGKILL", "group");
    return server.exited;
  });
  return server;
}

/** Starts an app that must not serve. Resolves to how it ends. */
export async function refused(app: App, env: Env): Promise<Refusal> {
  try {
    await served(app, env);
  } catch (error) {
    if (!(error instanceof NotServing)) throw error;
    const { code, log } = error;
    return { code, problems: problemsOf(log), log };
  }
  throw new Error("It serves.");
}

export interface Refusal {
  readonly code: number | null;
  readonly problems: readonly string[];
  readonly log: string;
}

/** Where the output of `flowc build` lies. */
export const outputOf = (app: App): Promise<string> | string =>
  typeof app === "string" || app instanceof Promise ? app : built(app);

const ends: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(ends.splice(0).map((end) => end())));

/** Ends something with the test that has started it; what a hook or a concurrent test has started, with the file. */
export function whenDone(end: () => Promise<unknown>): void {
  const test = TestRunner.getCurrentTest();
  if (test === undefined || test.concurrent) ends.push(end);
  else onTestFinished(async () => void (await end()));
}
