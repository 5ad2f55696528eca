/** The finds that are kept: each is a test from then on. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hash } from "./random.js";
import type { Recipe } from "./recipe.js";
import { root } from "./subject.js";

/** An input whose cost grows too fast, or one that breaks a promise. */
export interface Kept {
  readonly target: string;
  /** The fault that was found. */
  readonly note: string;
  readonly recipe?: Recipe;
  readonly input?: string;
}

const directory = join(root, "test/fuzz/findings");
const corpora = join(root, "test/fuzz/corpus");

/** A name for files: short, and different for different targets. */
const nameOf = (target: string): string =>
  `${target
    .replace(/[^a-z0-9]+/gi, "-")
    .slice(0, 40)
    .replace(/-$/, "")}-${hash(target).toString(36)}`;

export function keptFindings(): readonly Kept[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".json"))
    .sort()
    .map((path) => JSON.parse(readFileSync(join(directory, path), "utf8")) as Kept);
}

/** The file that it is now in, below `test/fuzz/findings/`. */
export function keep(finding: Kept): string {
  const text = `${JSON.stringify(finding, null, 2)}\n`;
  const folder = join(directory, nameOf(finding.target));
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${hash(JSON.stringify(finding.recipe ?? finding.input)).toString(36)}.json`);
  writeFileSync(file, text);
  return file;
}

/** Inputs to begin with: those that earlier runs found to be worth it. */
export function corpusOf(target: string): readonly string[] {
  const file = join(corpora, `${nameOf(target)}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : [];
}

/** The shortest first; only so much as a repository should have. */
export function saveCorpus(target: string, inputs: readonly string[]): void {
  const small = [...new Set(inputs)]
    .filter((input) => input.length <= 200)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, 60);
  mkdirSync(corpora, { recursive: true });
  writeFileSync(join(corpora, `${nameOf(target)}.json`), `${JSON.stringify(small, null, 1)}\n`);
}
