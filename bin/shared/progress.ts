import type { Output } from "./surroundings.js";

/** Tells in one line what goes on, while a person waits for it; elsewhere, nothing. */
export class Progress {
  #isShown = false;

  constructor(private readonly output: Output) {}

  /** Replaces what was shown before. */
  show(text: string): void {
    if (this.output.isWatched !== true) return;
    this.output.stderr(`${emptyLine}${text}`);
    this.#isShown = true;
  }

  /** Removes the line, so that others can stand there. */
  clear(): void {
    if (this.#isShown) this.output.stderr(emptyLine);
    this.#isShown = false;
  }
}

/** To the first column, and nothing to the right of it (ECMA-48 §8.3.41). */
const emptyLine = "\r\u001b[K";
