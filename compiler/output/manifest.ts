import { hash } from "../source/hash.js";

export interface OutputFile {
  /** The path relative to the output directory, with `/`. */
  readonly path: string;
  readonly text: string;
}

export const manifestPath = "flowc.json";

/**
 * The file at a path of the output directory. `other` must not be overwritten: it is a directory, a link, or
 * behind a link.
 */
export type Found =
  | { readonly kind: "none" }
  | { readonly kind: "file"; readonly hash: string }
  | { readonly kind: "other" };

/** The output directory before a build. */
export interface ExistingOutput {
  readonly manifest: string | undefined;
  look(path: string): Found;
}

export type ConflictKind = "outputForeign" | "outputEdited" | "outputObstacle";

export interface Conflict {
  readonly kind: ConflictKind;
  readonly path: string;
}

/** The changes that a build makes in the output directory. With conflicts, there are none. */
export interface WritePlan {
  /** The files to write, with the manifest last. */
  readonly writes: readonly OutputFile[];
  readonly deletes: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** The manifest while files are written: each may still be the old one, or be the new one already. */
  readonly interim: string;
}

/**
 * Decides what to write and delete so that the output directory holds `files` and their manifest. Files that
 * flowc did not write, or that were changed since, are conflicts unless `force` is set. Files that would not
 * change, and all other files, are left alone.
 * @param needs the surroundings of the app, which the manifest keeps for `flowc doctor`
 */
export function planWrite(
  files: readonly OutputFile[],
  inputs: ReadonlyMap<string, string>,
  existing: ExistingOutput,
  force: boolean,
  needs?: object,
): WritePlan {
  const written = parseManifest(existing.manifest);
  const writes: OutputFile[] = [];
  const deletes: string[] = [];
  const conflicts: Conflict[] = [];
  const decide = (path: string, found: Found): boolean => {
    const kind = conflictOf(found, written?.get(path) ?? []);
    if (kind === undefined || (force && kind !== "outputObstacle")) return true;
    conflicts.push({ kind, path });
    return false;
  };

  const hashes = new Map(files.map(({ path, text }) => [path, hash(text)]));
  for (const file of files) {
    const found = existing.look(file.path);
    const isSame = found.kind === "file" && found.hash === hashes.get(file.path);
    if (!isSame && decide(file.path, found)) writes.push(file);
  }
  for (const path of written?.keys() ?? []) {
    if (hashes.has(path)) continue;
    const found = existing.look(path);
    if (found.kind === "file" && decide(path, found)) deletes.push(path);
  }
  const manifest = { path: manifestPath, text: manifestText(inputs, hashes, needs) };
  // A file of this name that is not a manifest is not ours. A manifest does not contain its own hash.
  if (written !== undefined || decide(manifestPath, existing.look(manifestPath))) {
    if (manifest.text !== existing.manifest) writes.push(manifest);
  }
  if (conflicts.length > 0) return { writes: [], deletes: [], conflicts, interim: "" };
  const both = new Map<string, readonly string[]>(written);
  for (const [path, own] of hashes) both.set(path, [...new Set([...(both.get(path) ?? []), own])]);
  return { writes, deletes, conflicts, interim: manifestText(new Map(), both) };
}

function conflictOf(found: Found, writtenHashes: readonly string[]): ConflictKind | undefined {
  if (found.kind === "none") return undefined;
  if (found.kind === "other") return "outputObstacle";
  if (writtenHashes.length === 0) return "outputForeign";
  return writtenHashes.includes(found.hash) ? undefined : "outputEdited";
}

type Hashes = ReadonlyMap<string, string | readonly string[]>;

function manifestText(inputs: Hashes, outputs: Hashes, needs?: object): string {
  const sorted = (hashes: Hashes) => Object.fromEntries([...hashes].sort(([a], [b]) => (a < b ? -1 : 1)));
  const members = { version: 1, needs, inputs: sorted(inputs), outputs: sorted(outputs) };
  return `${JSON.stringify(members, undefined, 2)}\n`;
}

/**
 * The hashes of the files that flowc wrote, by path, several for each if it was interrupted; `undefined` if the text is
 * not a manifest that flowc can have written.
 */
function parseManifest(text: string | undefined): ReadonlyMap<string, readonly string[]> | undefined {
  const manifest = parseJson(text);
  if (!isObject(manifest) || manifest.version !== 1 || !isObject(manifest.outputs)) return undefined;
  const outputs = new Map<string, readonly string[]>();
  for (const [path, value] of Object.entries(manifest.outputs)) {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    const known = all.filter((one) => typeof one === "string");
    if (known.length < all.length || !isOutputPath(path)) return undefined;
    outputs.set(path, known);
  }
  return outputs;
}

/** True of a path that stays inside the directory. This matters because the manifest decides what is deleted. */
function isOutputPath(path: string) {
  return (
    !/[\\:\0]/.test(path) && path.split("/").every((part) => part !== "" && part !== "." && part !== "..")
  );
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
