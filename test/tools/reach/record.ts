/**
 * What each test file reaches: the lines of the compiler and the runtime that it runs, also in processes that it starts,
 * and the other files that it reads. Kept in `test/.tmp/reach`, a file for each, with the texts that the lines are of.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository, sourcePaths } from "../sources.js";

export interface Reach {
  /** Lines that were run, from 0, by the source's path. */
  readonly lines: Readonly<Record<string, readonly number[]>>;
  /** The name of a text: `Sources` in JSON. */
  readonly sources: string;
  /** Prints of what else it depends on, by path. A path that ends in `/` or in a second one is a directory's list of names. */
  readonly files: Readonly<Record<string, string>>;
}

/** All sources at that time: the names of their texts. */
export type Sources = Readonly<Record<string, string>>;

const place = join(repository, "test/.tmp/reach");
const texts = join(place, "texts");

const recordPath = (testFile: string): string => join(place, `${testFile.replaceAll("/", "--")}.json`);

export function writeReach(testFile: string, reach: Reach): void {
  mkdirSync(place, { recursive: true });
  writeFileSync(recordPath(testFile), JSON.stringify(reach));
}

export function readReach(testFile: string): Reach | undefined {
  const path = recordPath(testFile);
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Reach) : undefined;
}

const textName = (text: string | Uint8Array): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Keeps the text under its name. */
export function keepText(text: string): string {
  const name = textName(text);
  mkdirSync(texts, { recursive: true });
  if (!existsSync(join(texts, name))) writeFileSync(join(texts, name), text);
  return name;
}

export const keptText = (name: string): string => readFileSync(join(texts, name), "utf8");

export const keptPath = (name: string): string => join(texts, name);

/** The sources as they are now, and their texts kept. */
export function keepSources(): Sources {
  return Object.fromEntries(
    sourcePaths().map((path) => [path, keepText(readFileSync(join(repository, path), "utf8"))]),
  );
}

/** What tells whether a file has changed, or for `…/` the names in a directory, for `…//` also those below it. */
export function print(path: string): string {
  const file = join(repository, path);
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return "none";
  if (found.isFile()) return textName(readFileSync(file));
  if (!path.endsWith("/")) return "directory";
  const names = readdirSync(file, { recursive: path.endsWith("//"), encoding: "utf8" });
  return textName(
    names
      .filter((name) => !/(?:^|[/\\])(?:\.tmp|node_modules|\.git|dist)(?:$|[/\\])/.test(name))
      .sort()
      .join("\n"),
  );
}
