/** Pages whose files are written, and whose commands are run, one after the other, as a reader does. */
import { execFile } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import type { Need } from "../../support/needs.js";
import { repository } from "../../support/project.js";
import { onFreePort, type RunningServer, run } from "../../support/servers.js";

/** Their paths in `docs/`. */
export const walkthroughs = ["start.md", "guides/first-app.md", "guides/tests.md", "guides/moving.md"];

export const curl: Need = {
  name: "curl (Debian: apt-get install curl)",
  isThere: existsSync("/usr/bin/curl"),
};

/** A step that a page has the reader do. */
export type Step =
  | { readonly kind: "file"; readonly path: string; readonly content: string }
  | { readonly kind: "command"; readonly line: number; readonly command: string; printed?: string };

const block = /^```(\w+)\n([\s\S]*?)^```$/gm;

/**
 * A block below `` `path`: `` is a file, one of `sh` has commands, and one of `text` has what the last command before it
 * prints. Other blocks are only shown.
 */
export function stepsOf(page: string): readonly Step[] {
  const steps: Step[] = [];
  for (const { 1: language, 2: content = "", index } of page.matchAll(block)) {
    const path = /`([\w./-]+)`:\n\n$/.exec(page.slice(0, index))?.[1];
    const last = steps.at(-1);
    if (path !== undefined) steps.push({ kind: "file", path, content });
    else if (language === "text" && last?.kind === "command") last.printed = content;
    else if (language === "sh") {
      const line = page.slice(0, index).split("\n").length + 1;
      const commands = content.trimEnd().split("\n");
      steps.push(...commands.map((command, at): Step => ({ kind: "command", line: line + at, command })));
    }
  }
  return steps;
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

  constructor(directory: string) {
    this.#directory = directory;
    cpSync(join(repository, "fixtures"), join(directory, "fixtures"), { recursive: true });
    const bin = join(directory, ".bin");
    const flowc = `exec '${process.execPath}' '${join(repository, "dist/bin/flowc.js")}' "$@"\n`;
    mkdirSync(bin);
    writeFileSync(join(bin, "flowc"), `#!/bin/sh\n${flowc}`);
    writeFileSync(join(bin, "npx"), `#!/bin/sh\nshift\n${flowc}`);
    for (const name of ["flowc", "npx"]) chmodSync(join(bin, name), 0o755);
    this.#env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
  }

  write(path: string, content: string): void {
    const file = join(this.#directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  /** A command that serves goes on until another one serves, on a port of its own in place of 8080. */
  async run(command: string): Promise<Outcome> {
    const serving = /^(?:\w+=\w+ )*(?:node|flowc dev) /.test(command);
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

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
  }

  async #serve(command: string): Promise<Outcome> {
    await this.stop();
    this.#server = await onFreePort((port) => {
      const env = { PATH: `${this.#env.PATH}`, HOST: "127.0.0.1", PORT: String(port) };
      return run(this.#directory, env, port, ["/bin/sh", "-c", `exec env ${command}`]);
    });
    return { code: 0, printed: "" };
  }
}
