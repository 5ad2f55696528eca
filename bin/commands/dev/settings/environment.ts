import { readFileSync, statSync, unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** Bytes. Nobody writes more settings. */
const maxBytes = 1024 * 1024;

/** Milliseconds between two looks at the files. */
const interval = 300;

/** In the order in which they are read: a later one wins. */
const names = [".env", ".env.local"];

/** Variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The environment of the app: that of the process, and below it what files of the flow directory and of the working
 * directory say. Only the app gets it. A flow directory may come from anybody, so its files must not say which programs
 * flowc runs, where it listens, or where it keeps things.
 */
export class AppEnvironment {
  readonly #paths: readonly string[];
  #variables: Variables = {};
  #text = "";

  /**
   * @param directories those of the files, the more important ones last
   * @param upstreams what the command line sets, whatever the process has
   */
  constructor(
    directories: readonly string[],
    private readonly upstreams: ReadonlyMap<string, string>,
  ) {
    this.#paths = [
      ...new Set(directories.flatMap((directory) => names.map((name) => join(directory, name)))),
    ];
    this.load();
  }

  get variables(): Variables {
    return this.#variables;
  }

  /** Reads the files. Returns whether anything has changed. */
  load(): boolean {
    const before = this.#text;
    const fromFiles = this.#paths.flatMap((path) => Object.entries(variablesOf(path)));
    const all = [...fromFiles, ...Object.entries(process.env), ...this.upstreams];
    this.#variables = Object.fromEntries(new Map(all));
    this.#text = JSON.stringify(this.#variables);
    return this.#text !== before;
  }

  /** Calls back when a file has changed, has come or is gone. */
  watch(changed: () => void): void {
    for (const path of this.#paths) watchFile(path, { interval, persistent: false }, changed);
  }

  stop(): void {
    for (const path of this.#paths) unwatchFile(path);
  }
}

/** Returns the variables that a file sets; none if it is not there. */
function variablesOf(path: string): NodeJS.Dict<string> {
  try {
    const { size } = statSync(path);
    return size > maxBytes ? {} : parseEnv(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
