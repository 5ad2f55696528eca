import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
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
 * Carries out a plan. First, all files are written beside their places, so that a full disk changes nothing.
 * The manifest comes last: if the build is interrupted, the next one recognizes by their content the files
 * that are already in place.
 */
export function writeOutput(directory: string, { writes, deletes }: WritePlan): void {
  if (writes.length === 0 && deletes.length === 0) return;
  mkdirSync(directory, { recursive: true });
  const temporary = mkdtempSync(join(directory, ".flowc-"));
  try {
    for (const [index, { text }] of writes.entries()) writeFileSync(join(temporary, String(index)), text);
    for (const path of deletes) {
      rmSync(join(directory, path), { force: true });
      removeEmptyParents(directory, path);
    }
    for (const [index, { path }] of writes.entries()) {
      const target = join(directory, path);
      mkdirSync(dirname(target), { recursive: true });
      renameSync(join(temporary, String(index)), target);
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
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
