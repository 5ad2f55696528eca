import { readFileSync, statSync, unwatchFile, watchFile } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** Bytes. Nobody writes more settings. */
const maxBytes = 1024 * 1024;

/** Milliseconds between two looks at the files. */
const interval = 300;

/** In the order in which they are read: a later one wins. */
const names = [".env", ".env.local"];

/**
 * The environment of the app: that of the process, and below it what files of the flow directory and of the working
 * directory say.
 */
export class AppEnvironment {
  readonly #paths: readonly string[];
  /** What the process had before. */
  readonly #own = { ...process.env };
  #fromFiles = new Map<string, string>();

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
    for (const [name, value] of upstreams) process.env[name] = value;
  }

  /** Reads the files, and sets what has changed. Returns whether anything has. */
  load(): boolean {
    const found = new Map<string, string>();
    for (const path of this.#paths)
      for (const [name, value] of Object.entries(variablesOf(path)))
        if (value !== undefined && !Object.hasOwn(this.#own, name) && !this.upstreams.has(name))
          found.set(name, value);
    const before = this.#fromFiles;
    this.#fromFiles = found;
    const gone = [...before.keys()].filter((name) => !found.has(name));
    const changed = [...found].filter(([name, value]) => before.get(name) !== value);
    for (const name of gone) delete process.env[name];
    for (const [name, value] of changed) process.env[name] = value;
    return gone.length > 0 || changed.length > 0;
  }

  /** Calls back when a file has changed, has come or is gone. */
  watch(changed: () => void): void {
    for (const path of this.#paths) watchFile(path, { interval, persistent: false }, changed);
  }

  stop(): void {
    for (const path of this.#paths) unwatchFile(path);
  }
}

/** What a file sets; nothing if it is not there. */
function variablesOf(path: string): NodeJS.Dict<string> {
  try {
    const { size } = statSync(path);
    return size > maxBytes ? {} : parseEnv(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
