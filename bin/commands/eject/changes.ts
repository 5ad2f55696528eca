import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Refusal } from "../../../compiler/eject/refusal.js";
import { SourceText } from "../../../compiler/source/source-text.js";
import { showEdits } from "../../shared/fix.js";
import { placeInside } from "../../shared/place-inside.js";

/** The texts of files afterwards, by their paths; `undefined` for those that go. */
export type Changes = ReadonlyMap<string, string | undefined>;

const byteOrderMark = "\ufeff";

/** All of a file; `undefined` if there is none. @throws Refusal if it is no text in UTF-8, and could not be brought back */
export function textOfFile(directory: string, path: string): string | undefined {
  const file = join(directory, path);
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text).equals(bytes)) throw new Refusal(`${path} is no text in UTF-8.`);
  return text;
}

/** Without the mark that editors of some systems put before a text. */
export const withoutMark = (text: string): string => (text.startsWith(byteOrderMark) ? text.slice(1) : text);

export const showChanges = (
  directory: string,
  changes: Changes,
  before: (path: string) => string | undefined,
) =>
  showEdits(
    directory,
    [...changes].map(([path, text = ""]) => ({ source: new SourceText(path, before(path) ?? ""), text })),
  );

/**
 * Writes all changes, or none.
 * @param before the texts that they are made for
 * @throws Error if a file has changed meanwhile, or cannot be written
 */
export function writeChanges(
  directory: string,
  changes: Changes,
  before: (path: string) => string | undefined,
): void {
  for (const path of changes.keys()) checkFile(directory, path, before(path));
  const undo: (() => void)[] = [];
  try {
    for (const [path, text] of changes) undo.unshift(writeChange(directory, path, text));
  } catch (error) {
    for (const one of undo) one();
    throw error;
  }
}

function checkFile(directory: string, path: string, before: string | undefined): void {
  const now = textOfFile(directory, path);
  const name = join(directory, path);
  if (now === undefined ? before !== undefined : before !== withoutMark(now))
    throw new Refusal(`${name} has changed meanwhile; nothing is written.`);
  if (now === undefined) return;
  placeInside(directory, path);
  if ((statSync(name).mode & 0o222) === 0) throw new Refusal(`${name} is read-only; nothing is written.`);
}

/** Returns a function that takes it back. */
function writeChange(directory: string, path: string, text: string | undefined): () => void {
  const place = placeInside(directory, path);
  const now = textOfFile(directory, path);
  if (text === undefined) removeFile(directory, path);
  else {
    const mark = now?.startsWith(byteOrderMark) ? byteOrderMark : "";
    writeFileSync(place, mark + text, { flag: now === undefined ? "wx" : "w" });
  }
  return () => {
    if (now === undefined) removeFile(directory, path);
    else writeFileSync(placeInside(directory, path), now);
  };
}

/** Removes a file, and the folders that are empty then. */
function removeFile(directory: string, path: string): void {
  rmSync(join(directory, path));
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    if (readdirSync(join(directory, folder)).length > 0) return;
    rmdirSync(join(directory, folder));
  }
}
