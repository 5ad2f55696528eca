import { relative, resolve, sep } from "node:path";
import type { Inputs } from "../../../compiler/source/read-directory.js";

/** Knows what tests depend on, to run those that a change touches. */
export class Touched {
  /** The flows and files that each test has reached when it ran last. */
  readonly #reached = new Map<string, ReadonlySet<string>>();
  /** Tests that have to run, but could not, since there were errors. */
  readonly #waiting = new Set<string>();
  /** The files that the last build has read. */
  #read = new Set<string>();
  #isBuilt = true;

  /** The same files, which from here on are known to matter. */
  watched(inputs: Inputs): Inputs {
    const read = new Set<string>();
    this.#read = read;
    const noted =
      <T>(ask: (path: string) => T) =>
      (path: string): T => {
        read.add(path);
        return ask(path);
      };
    return {
      list: inputs.list,
      overlays: inputs.overlays,
      root: inputs.root,
      read: noted(inputs.read),
      readBytes: noted(inputs.readBytes),
      inspect: noted(inputs.inspect),
    };
  }

  /** Returns true if the last build has read a file. */
  hasRead(path: string): boolean {
    return this.#read.has(path);
  }

  /** Notes a run of tests. */
  ran(paths: readonly string[], isBuilt: boolean, reached: ReadonlyMap<string, ReadonlySet<string>>): void {
    this.#isBuilt = isBuilt;
    for (const path of paths) {
      if (isBuilt) this.#waiting.delete(path);
      else this.#waiting.add(path);
      const files = reached.get(path);
      if (files !== undefined) this.#reached.set(path, files);
      else if (isBuilt) this.#reached.delete(path);
    }
  }

  /**
   * The tests that changed files touch; `undefined` if these files have nothing to do with the app.
   * @param changed all tests are touched without it
   */
  by(
    changed: ReadonlySet<string> | undefined,
    directory: string,
    all: readonly string[],
  ): readonly string[] | undefined {
    if (changed === undefined) return all;
    const paths = [...changed].map((path) =>
      relative(resolve(directory), resolve(path)).split(sep).join("/"),
    );
    if (paths.includes("")) return all; // the directory itself has come back
    // While there are errors, any file may be the one that mends them.
    if (this.#isBuilt && !paths.some((path) => this.#matters(path, all))) return undefined;
    return all.filter(
      (test) => this.#waiting.has(test) || paths.some((path) => this.#touches(path, test, all)),
    );
  }

  #matters(path: string, all: readonly string[]): boolean {
    return (
      path.endsWith(".xml") || this.#read.has(path) || all.some((test) => this.#touches(path, test, all))
    );
  }

  #touches(path: string, test: string, all: readonly string[]): boolean {
    if (path === test) return true;
    const reached = this.#reached.get(test);
    if (reached === undefined || reached.has(path)) return true;
    // A flow touches those that ran it. Any other file of the app, such as its description, touches all.
    return !path.endsWith(".xml") && this.#read.has(path) && !all.includes(path);
  }
}
