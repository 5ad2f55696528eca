import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { join } from "node:path";

/**
 * Compiles stylesheets with Saxon's command line, the only public way to compile for SaxonJS. Starting it costs ten
 * times as much as a stylesheet, so a process compiles many, one after the other, and there are as many processes as
 * processors. Each directory has its main module in `main.txt`; `compiled.json` is the result, and `errors.txt` what
 * was written to standard error.
 */
export async function compileInDirectories(directories: readonly string[]): Promise<void> {
  const pending = [...directories];
  const workers = Math.min(availableParallelism(), Math.ceil(directories.length / leastPerProcess));
  await Promise.all(Array.from({ length: workers }, () => drain(pending)));
}

/** A process for fewer stylesheets is slower than waiting for another one. */
const leastPerProcess = 3;

/**
 * The limit in milliseconds. Even a stylesheet of a few lines can include others so often that compiling
 * never ends.
 */
const timeout = 60_000;

/** Compiles until nothing is left. A process that hangs is ended; the stylesheet that it was at has no result then. */
async function drain(pending: string[]): Promise<void> {
  while (pending.length > 0) await runProcess(pending);
}

/** Resolves when the process has ended. */
function runProcess(pending: string[]): Promise<void> {
  return new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: "" };
    const child = spawn(
      process.execPath,
      ["--import", moduleUrl(frozenClock), "--input-type=module", "--eval", compileEach, "--", xslt3()],
      { env, stdio: ["pipe", "pipe", "ignore"] },
    );
    let timer: NodeJS.Timeout | undefined;
    const next = () => {
      clearTimeout(timer);
      const directory = pending.shift();
      if (directory === undefined) {
        child.stdin.end();
        return;
      }
      timer = setTimeout(() => child.kill("SIGKILL"), timeout);
      child.stdin.write(`${directory}\n`);
    };
    child.stdin.on("error", () => {});
    child.stdout.on("data", next);
    child.on("close", () => {
      clearTimeout(timer);
      resolve();
    });
    child.once("error", () => resolve());
    next();
  });
}

function xslt3(): string {
  return createRequire(import.meta.url).resolve("xslt3/xslt3.js");
}

const moduleUrl = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

/**
 * Stops the compiler's clock. It writes the time into its output, but the same input must give the same
 * bytes.
 */
const frozenClock = `
  const now = Date.UTC(2026, 0, 1);
  globalThis.Date = class extends Date {
    constructor(...parts) { if (parts.length === 0) super(now); else super(...parts); }
    static now() { return now; }
  };
`;

/**
 * Reads a directory per line, runs the command line there, and writes a line when it has nothing left to do. It is a
 * text, since a process of its own cannot run a module of the compiler that is not built.
 */
const compileEach = `
  import { readFileSync, writeFileSync } from "node:fs";
  import { createRequire } from "node:module";
  import { createInterface } from "node:readline";
  const [, path] = process.argv;
  const require = createRequire(path);
  const directories = [];
  let isRunning = false;
  let errors = "";
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  process.stderr.write = (text) => { errors += text; return true; };
  const run = () => {
    const directory = directories.shift();
    if (directory === undefined) return;
    isRunning = true;
    errors = "";
    process.chdir(directory);
    const main = readFileSync("main.txt", "utf8");
    process.argv = [process.argv[0], path, "-xsl:" + main, "-export:compiled.json", "-nogo", "-relocate:on"];
    process.exitCode = undefined;
    delete require.cache[path];
    require(path);
  };
  // The command line has ended when nothing keeps the process alive, which reading would.
  const input = createInterface({ input: process.stdin });
  input.on("line", (line) => { directories.push(line); process.stdin.unref(); if (!isRunning) run(); });
  process.on("beforeExit", () => {
    if (!isRunning) return;
    isRunning = false;
    writeFileSync("errors.txt", process.exitCode === undefined || process.exitCode === 0 ? "" : errors || " ");
    process.exitCode = undefined;
    process.stdin.ref();
    print("done\\n");
  });
`;

/** The names of the files in a directory. */
export const mainName = (directory: string): string => join(directory, "main.txt");
export const resultName = (directory: string): string => join(directory, "compiled.json");
export const errorsName = (directory: string): string => join(directory, "errors.txt");
