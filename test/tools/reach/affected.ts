/** Which test files a change can break: those that have not passed since what they reach has changed. */
import { type Change, changeOf } from "./changes.js";
import { usersOf } from "./imports.js";
import { keepSources, keptText, print, type Reach, readReach, type Sources } from "./record.js";

export interface Affected {
  readonly testFile: string;
  /** The first change that it reaches, or that there is no record of it. */
  readonly because: string;
}

export const noRecord = "there is no record of it";

/** @param counts whether a change of that file counts */
export function affected(
  testFiles: readonly string[],
  counts: (path: string) => boolean,
): readonly Affected[] {
  const comparison = new Comparison(counts);
  return testFiles.flatMap((testFile) => {
    const reach = readReach(testFile);
    const because = reach === undefined ? noRecord : comparison.reason(reach);
    return because === undefined ? [] : [{ testFile, because }];
  });
}

class Comparison {
  readonly #counts: (path: string) => boolean;
  readonly #now = keepSources();
  readonly #sources = new Map<string, Sources>();
  readonly #changes = new Map<string, Change>();
  readonly #prints = new Map<string, string>();

  constructor(counts: (path: string) => boolean) {
    this.#counts = counts;
  }

  reason({ lines, sources, files }: Reach): string | undefined {
    for (const [path, known] of Object.entries(files))
      if (this.#counts(path) && this.#print(path) !== known) return path;
    const before = this.#sourcesOf(sources);
    for (const [path, name] of Object.entries(before)) {
      const current = this.#now[path];
      // What is gone is missed by those that imported it: they have changed, too.
      if (current === undefined || current === name || !this.#counts(path)) continue;
      const { functions, ofModule } = this.#change(name, current);
      const run = lines[path] ?? [];
      const hit = functions.find(([first, last]) => run.some((line) => first <= line && line <= last));
      if (hit !== undefined) return `${path}:${hit[0] + 1}`;
      if (ofModule && [path, ...usersOf(path)].some((user) => lines[user] !== undefined)) return path;
    }
    return undefined;
  }

  #sourcesOf(name: string): Sources {
    const known = this.#sources.get(name) ?? (JSON.parse(keptText(name)) as Sources);
    this.#sources.set(name, known);
    return known;
  }

  #change(from: string, to: string): Change {
    const key = `${from} ${to}`;
    const known = this.#changes.get(key) ?? changeOf(from, to);
    this.#changes.set(key, known);
    return known;
  }

  #print(path: string): string {
    const known = this.#prints.get(path) ?? print(path);
    this.#prints.set(path, known);
    return known;
  }
}
