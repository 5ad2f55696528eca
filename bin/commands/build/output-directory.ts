import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import {
  type ExistingOutput,
  type Found,
  manifestPath,
  type WritePlan,
} from "../../../compiler/output/manifest.js";
import { hash } from "../../../compiler/source/hash.js";

/** Looks at the output directory. Does not follow links in it. */
export function readOutput(directory: string): ExistingOutput {
  const look = (path: string): Found => {
    const parents = posix.dirname(path).split("/");
    for (let depth = 1; depth <= parents.length; depth++) {
      const stats = statsOf(join(directory, ...parents.slice(0, depth)));
      if (stats === undefined) return { kind: "none" };
      if (!stats.isDirectory()) return { kind: "other" };
    }
    const stats = statsOf(join(directory, path));
    if (stats === undefined) return { kind: "none" };
    return stats.isFile()
      ? { kind: "file", hash: hash(readFileSync(join(directory, path))) }
      : { kind: "other" };
  };
  const isFile = look(manifestPath).kind === "file";
  return { manifest: isFile ? readFileSync(join(directory, manifestPath), "utf8") : undefined, look };
}

/**
 * Carries out a plan. First, all files are written beside their places, so that a full disk changes nothing. A directory
 * that is new then comes into being as a whole. In another one, which may have files of others, the files are put in place
 * one by one, between two manifests: after an interruption, the next build knows the old files and the new ones by the
 * first, and finishes.
 */
export function writeOutput(directory: string, { writes, deletes, interim }: WritePlan): void {
  const isNew = statsOf(directory) === undefined;
  const parent = isNew ? dirname(directory) : directory;
  const prefix = isNew ? `.${basename(directory)}.flowc-` : ".flowc-";
  mkdirSync(parent, { recursive: true });
  removeLeftovers(directory, ".flowc-");
  removeLeftovers(dirname(directory), `.${basename(directory)}.flowc-`);
  if (writes.length === 0 && deletes.length === 0) return;
  const temporary = join(parent, `${prefix}${process.pid}`);
  mkdirSync(temporary);
  const stagedAt = (index: number) => join(temporary, isNew ? (writes[index]?.path ?? "") : String(index));
  try {
    for (const [index, { text }] of writes.entries()) {
      mkdirSync(dirname(stagedAt(index)), { recursive: true });
      writeFileSync(stagedAt(index), text);
    }
    if (isNew) {
      renameSync(temporary, directory);
      return;
    }
    writeFileSync(stagedAt(writes.length), interim);
    renameSync(stagedAt(writes.length), join(directory, manifestPath));
    for (const path of deletes) {
      rmSync(join(directory, path), { force: true });
      removeEmptyParents(directory, path);
    }
    for (const [index, { path }] of writes.entries()) {
      const target = join(directory, path);
      mkdirSync(dirname(target), { recursive: true });
      renameSync(stagedAt(index), target);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Removes what builds have left that were interrupted: directories that are named after processes that are no more. */
function removeLeftovers(directory: string, prefix: string): void {
  for (const entry of existsSync(directory) ? readdirSync(directory, { withFileTypes: true }) : []) {
    if (!entry.isDirectory() || !entry.name.startsWith(prefix)) continue;
    const id = entry.name.slice(prefix.length);
    if (/^(?:\d+|\w{6})$/.test(id) && !isRunning(Number(id)))
      rmSync(join(directory, entry.name), { recursive: true, force: true });
  }
}

/** Returns true if a process runs that is not this one. */
function isRunning(id: number): boolean {
  if (id === process.pid) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function removeEmptyParents(directory: string, path: string): void {
  for (let parent = posix.dirname(path); parent !== "."; parent = posix.dirname(parent)) {
    try {
      rmdirSync(join(directory, parent));
    } catch {
      return; // The directory is not empty.
    }
  }
}

function statsOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}
