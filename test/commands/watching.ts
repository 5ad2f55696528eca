import { spawn } from "node:child_process";
import { join } from "node:path";
import { repository } from "../support/project.js";

/** `flowc … --watch`, and what it has written so far. */
export class Watching {
  #text = "";
  #seen = 0;
  readonly #process;

  constructor(...args: readonly string[]) {
    this.#process = spawn(process.execPath, [join(repository, "dist/bin/flowc.js"), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream.on("data", (chunk: Buffer) => {
        this.#text += chunk.toString();
      });
  }

  /** Waits until the text comes, behind what was waited for before. */
  async until(text: string): Promise<string> {
    for (let waited = 0; waited < 20_000; waited += 20) {
      const at = this.#text.indexOf(text, this.#seen);
      if (at >= 0) {
        const part = this.#text.slice(this.#seen, at + text.length);
        this.#seen = at + text.length;
        return part;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`This never came: ${text}\nbut this did:\n${this.#text.slice(this.#seen)}`);
  }

  stop(): Promise<number | null> {
    this.#process.kill("SIGINT");
    return new Promise((resolve) => this.#process.once("exit", resolve));
  }
}
