import {
  appendFileSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { packageDirectory } from "../../compiler/output/package-directory.js";
import { hash } from "../../compiler/source/hash.js";
import { everywhere, type Store } from "../../compiler/source/store.js";

/** The most bytes of all entries. Beyond that, those that have not been used for the longest time go. */
const maxBytes = 512 * 1024 * 1024;
const maxEntries = 1000;

/** To look at all entries takes longer than to write one. */
const writesBetween = 20;

/**
 * The cache of this user on disk, for builds of one directory; `undefined` where there can be none, or where others
 * could write into it. What it returns becomes code, so it only trusts what this user alone can have written.
 */
export function openCache(directory: string): Store | undefined {
  try {
    const place = cacheDirectory();
    const version = place === undefined ? undefined : ownVersion();
    if (place === undefined || version === undefined) return undefined;
    mkdirSync(place, { recursive: true, mode: 0o700 });
    if (!isPrivate(lstatSync(place))) return undefined;
    const nameOf = (key: string) =>
      hash(JSON.stringify(key.startsWith(everywhere) ? [version, key] : [version, directory, key]));
    let writes = 0;
    return {
      get: (key) => read(join(place, nameOf(key))),
      set: (key, text) => {
        write(place, nameOf(key), text);
        if (writes++ % writesBetween === 0) removeOld(place);
      },
    };
  } catch {
    return undefined;
  }
}

/** A directory for compiled code of flowc itself; `undefined` where there is no cache, or where others could write into it. */
export function codeDirectory(): string | undefined {
  try {
    const place = cacheDirectory();
    return place !== undefined && isPrivate(lstatSync(place)) ? join(place, "code") : undefined;
  } catch {
    return undefined;
  }
}

/** `FLOWC_CACHE_DIR`, or the place that the platform has for caches. */
export function cacheDirectory(): string | undefined {
  const { FLOWC_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (FLOWC_CACHE_DIR) return FLOWC_CACHE_DIR;
  if (process.platform === "win32") return LOCALAPPDATA && join(LOCALAPPDATA, "flowc", "cache");
  const home = homedir();
  if (!home) return undefined;
  if (process.platform === "darwin") return join(home, "Library/Caches/flowc");
  return join(XDG_CACHE_HOME || join(home, ".cache"), "flowc");
}

/** Put in by the last step of `npm run build`. There is none, and no cache, where modules run as the type checker wrote them. */
declare const flowcFingerprint: string | undefined;

let version: string | undefined;

/**
 * The things that results depend on beside the input: flowc itself, where it is, the versions of its
 * packages, and Node. `undefined` if flowc is not built. A process keeps the packages that it has loaded.
 */
function ownVersion(): string | undefined {
  if (typeof flowcFingerprint === "undefined") return undefined;
  version ??= hash(
    JSON.stringify([
      flowcFingerprint,
      packageDirectory,
      process.version,
      JSON.stringify([...packageVersions()].sort()),
    ]),
  );
  return version;
}

/**
 * The packages that flowc needs, and those that they need, with their versions: each may be updated by itself. Throws if
 * one is not in a `node_modules` directory.
 */
function packageVersions(): ReadonlySet<string> {
  const directories = new Set([packageDirectory]);
  const versions = new Set<string>();
  for (const directory of directories) {
    const text = readFileSync(join(directory, "package.json"), "utf8");
    const { name, version, dependencies = {} } = JSON.parse(text) as Manifest;
    versions.add(`${name}@${version}`);
    for (const needed of Object.keys(dependencies)) directories.add(directoryOf(needed, directory));
  }
  return versions;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** The directory of a dependency, which npm may have put further up. */
function directoryOf(name: string, from: string): string {
  const directory = join(from, "node_modules", name);
  if (existsSync(directory)) return realpathSync(directory);
  const parent = dirname(from);
  if (parent === from) throw new Error(`There is no package ${name}.`);
  return directoryOf(name, parent);
}

type Stats = ReturnType<typeof fstatSync>;

/** Returns true if it belongs to this user, and nobody else may write to it. Windows has no such bits. */
function isPrivate({ uid, mode }: Pick<Stats, "uid" | "mode">): boolean {
  if (process.getuid === undefined) return true;
  return uid === process.getuid() && (Number(mode) & 0o022) === 0;
}

/** The text of an entry, which begins with its hash; `undefined` if there is none, or if it is damaged. */
function read(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const stats = fstatSync(file);
    if (!stats.isFile() || !isPrivate(stats) || stats.size > maxBytes) return undefined;
    const content = readFileSync(file);
    if (content.toString("latin1", 0, hashLength) !== hash(content.subarray(hashLength))) return undefined;
    // Entries that are used stay.
    utimesSync(path, new Date(), new Date());
    return content.toString("utf8", hashLength);
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const hashLength = 64;

/** Writes beside the place and renames, so that other processes see the old entry or the new one. */
function write(directory: string, name: string, text: string): void {
  const temporary = join(directory, `${name}.${process.pid}.tmp`);
  try {
    rmSync(temporary, { force: true });
    const content = Buffer.from(text);
    writeFileSync(temporary, hash(content), { mode: 0o600, flag: "wx" });
    appendFileSync(temporary, content);
    renameSync(temporary, join(directory, name));
  } catch {
    // A full or read-only disk must not stop a build.
    rmSync(temporary, { force: true });
  }
}

function removeOld(directory: string): void {
  const entries = readdirSync(directory)
    .filter((name) => /^[0-9a-f]{64}(\.\d+\.tmp)?$/.test(name))
    .flatMap((name) => {
      const path = join(directory, name);
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats === undefined ? [] : [{ path, size: stats.size, time: stats.mtimeMs }];
    })
    .sort((a, b) => b.time - a.time);
  let bytes = 0;
  for (const [index, { path, size }] of entries.entries()) {
    bytes += size;
    if (bytes > maxBytes || index >= maxEntries) rmSync(path, { force: true });
  }
}
