/** Pages whose files are written, and whose commands are run, one after the other, as a reader does. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Need } from "../../support/needs.js";
import { repository } from "../../support/project.js";
import { accepts, onFreePort, type RunningServer, run } from "../../support/servers.js";

/** Their paths in `docs/`. */
export const walkthroughs = [
  "start.md",
  ...["first-app.md", "tests.md", "tokens.md", "moving.md", "leaving-xml.md"].map((page) => `guides/${page}`),
];

export const curl: Need = {
  name: "curl (Debian: apt-get install curl)",
  isThere: existsSync("/usr/bin/curl"),
};

/** A step that a page has the reader do. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly content: string }
  | { readonly kind: "command"; readonly line: number; readonly command: string; printed?: Shown };

/** What a page shows, and where it begins there. */
interface Shown {
  readonly text: string;
  readonly start: number;
}

const block = /^```(\w+)\n([\s\S]*?)^```$/gm;

/**
 * A block below `` `path`: `` is a file, and one of `sh` has commands. One of `text` or `diff` has what the last command before
 * it prints, as any block after `cat` has. Other blocks are only shown.
 */
export function stepsOf(page: string): readonly Step[] {
  const steps: Step[] = [];
  for (const { 1: language, 2: content = "", index } of page.matchAll(block)) {
    const path = /`([\w./-]+)`:\n\n$/.exec(page.slice(0, index))?.[1];
    const last = steps.at(-1);
    if (path !== undefined) steps.push({ kind: "file", path, content });
    else if (last?.kind === "command" && isOutput(language, last.command))
      last.printed = { text: content, start: index + `\`\`\`${language}\n`.length };
    else if (language === "sh") {
      const line = page.slice(0, index).split("\n").length + 1;
      const commands = content.trimEnd().split("\n");
      steps.push(...commands.map((command, at): Step => ({ kind: "command", line: line + at, command })));
    }
  }
  return steps;
}

function isOutput(language: string | undefined, command: string): boolean {
  if (language === "sh") return false;
  return language === "text" || language === "diff" || command.startsWith("cat ");
}

export interface Outcome {
  readonly code: number;
  /** Standard output and standard error, as a terminal shows them. */
  readonly printed: string;
}

/** A directory in which the pages can be followed: with the apps of `fixtures/`, and `flowc` and `npx` as commands. */
export class Desk {
  readonly #directory: string;
  readonly #env: NodeJS.ProcessEnv;
  #server: RunningServer | undefined;
  /** What runs in the background, in the order of its start. */
  readonly #jobs: ChildProcess[] = [];
  /** Free ports, by those that the page has. */
  readonly #ports = new Map<string, string>();

  constructor(directory: string) {
    this.#directory = directory;
    cpSync(join(repository, "fixtures"), join(directory, "fixtures"), { recursive: true });
    const bin = join(directory, ".bin");
    const flowc = `exec '${process.execPath}' '${join(repository, "dist/bin/flowc.js")}' "$@"\n`;
    mkdirSync(bin);
    writeFileSync(join(bin, "flowc"), `#!/bin/sh\n${flowc}`);
    const types = join(repository, "test/typed-client/node_modules/openapi-typescript/bin/cli.js");
    const fetched = `if [ "$1" = -p ]; then shift 5; exec '${process.execPath}' '${types}' "$@"; fi`;
    writeFileSync(join(bin, "npx"), `#!/bin/sh\n${fetched}\nshift 3\n${flowc}`);
    for (const name of ["flowc", "npx"]) chmodSync(join(bin, name), 0o755);
    this.#env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  }

  write(path: string, content: string): void {
    const file = join(this.#directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /**
   * A command that serves goes on until another one serves, on a port of its own in place of 8080. One with `&` at its end goes
   * on until `kill %1`, where 1 is its number.
   */
  async run(text: string): Promise<Outcome> {
    const command = await this.#withPorts(text);
    if (command.endsWith(" &")) return this.#start(command.slice(0, -2));
    const [, job] = /^kill %(\d+)$/.exec(command) ?? [];
    if (job !== undefined) return this.#kill(Number(job) - 1);
    const serving = /^(?:\w+=\S+ )*(?:node|flowc dev) /.test(command);
    if (serving) return this.#serve(command);
    const line = command.replace("http://localhost:8080", this.#server?.url ?? "$&");
    return new Promise((resolve) => {
      execFile(
        "/bin/sh",
        ["-c", `{ ${line.replace(/ {2,}#.*$/, "")}; } 2>&1`],
        { cwd: this.#directory, env: this.#env },
        (error, stdout) => resolve({ code: error === null ? 0 : Number(error.code), printed: stdout }),
      );
    });
  }

  async #withPorts(command: string): Promise<string> {
    const form = /(?<=localhost:|--listen |--egress |\bPORT=)(?!8080)\d{4}\b/g;
    for (const [port] of command.matchAll(form))
      if (!this.#ports.has(port)) this.#ports.set(port, await onFreePort(async (free) => String(free)));
    return command.replaceAll(form, (port) => this.#ports.get(port) ?? port);
  }

  async #start(command: string): Promise<Outcome> {
    const env = { ...this.#env, HOST: "127.0.0.1" };
    const child = spawn("/bin/sh", ["-c", `exec env ${command}`], { cwd: this.#directory, env });
    this.#jobs.push(child);
    const port = Number(/(?:--listen |\bPORT=)(\d+)/.exec(command)?.[1]);
    for (let tries = 0; tries < 1_000 && child.exitCode === null; tries++)
      if (await accepts(port)) return { code: 0, printed: "" };
    return { code: child.exitCode ?? 1, printed: "It does not serve." };
  }

  async #kill(index: number): Promise<Outcome> {
    const child = this.#jobs[index];
    if (child === undefined || child.exitCode !== null || child.signalCode !== null)
      return { code: 1, printed: "no such job" };
    const ended = once(child, "exit");
    child.kill();
    await ended;
    return { code: 0, printed: "" };
  }

  async stop(): Promise<void> {
    for (const index of this.#jobs.keys()) await this.#kill(index);
    this.#jobs.length = 0;
    await this.#server?.stop();
    this.#server = undefined;
  }

  async #serve(command: string): Promise<Outcome> {
    await this.#server?.stop();
    this.#server = await onFreePort((port) => {
      const env = { PATH: `${this.#env.PATH}`, HOST: "127.0.0.1", PORT: String(port) };
      return run(this.#directory, env, port, ["/bin/sh", "-c", `exec env ${command}`]);
    });
    return { code: 0, printed: "" };
  }
}
