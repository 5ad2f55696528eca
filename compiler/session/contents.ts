import { isDeepStrictEqual } from "node:util";
import type { FileStatus, Input } from "../source/files.js";
import { hash } from "../source/hash.js";

/** Facts about the input of a build, in a form that a later build can compare with its own. */
export interface Reads {
  /** All paths. */
  readonly list: readonly string[];
  /** The hashes of texts that were read, with their paths. */
  readonly texts: readonly Pair<string>[];
  readonly bytes: readonly Pair<string>[];
  readonly statuses: readonly Pair<FileStatus | null>[];
}

type Pair<T> = readonly [path: string, value: T];

/** The files of one build. Reads and hashes each once, however often it is asked for. */
export class Contents {
  readonly #texts = new Map<string, string | undefined>();
  readonly #bytes = new Map<string, Uint8Array | undefined>();
  readonly #statuses = new Map<string, FileStatus | undefined>();
  readonly #textHashes = new Map<string, string>();
  readonly #byteHashes = new Map<string, string>();

  readonly list: readonly string[];
  readonly overlays: readonly string[] | undefined;
  readonly root: string | undefined;

  /** @param before the paths of an earlier build: where they are the same, so is the list */
  constructor(
    private readonly input: Input,
    before: readonly string[] = [],
  ) {
    this.list = areEqual(input.list, before) ? before : input.list;
    this.overlays = input.overlays;
    this.root = input.root;
  }

  read(path: string): string | undefined {
    return kept(this.#texts, path, () => this.input.read(path));
  }

  readBytes(path: string): Uint8Array | undefined {
    return kept(this.#bytes, path, () => this.input.readBytes(path));
  }

  inspect(path: string): FileStatus | undefined {
    return kept(this.#statuses, path, () => this.input.inspect(path));
  }

  #textHash(path: string): string {
    return kept(this.#textHashes, path, () => hashOf(this.read(path)));
  }

  #byteHash(path: string): string {
    return kept(this.#byteHashes, path, () => hashOf(this.readBytes(path)));
  }

  /** An input with the same content that tells afterwards what was read of it. */
  recorder(): { readonly input: Input; reads(): Reads } {
    const [texts, bytes, statuses] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const input: Input = {
      list: this.list,
      overlays: this.overlays,
      root: this.root,
      read: (path) => this.read(noted(path, texts)),
      readBytes: (path) => this.readBytes(noted(path, bytes)),
      inspect: (path) => this.inspect(noted(path, statuses)),
    };
    return {
      input,
      reads: () => ({
        list: this.list,
        texts: pairs(texts, (path) => this.#textHash(path)),
        bytes: pairs(bytes, (path) => this.#byteHash(path)),
        statuses: pairs(statuses, (path) => this.inspect(path) ?? null),
      }),
    };
  }

  /** The files that have changed; `undefined` if there are others. */
  changedSince(reads: Reads): ReadonlySet<string> | undefined {
    return areEqual(this.list, reads.list) ? new Set(this.#changed(reads)) : undefined;
  }

  /** Tells whether everything that was read is still the same. */
  isAsBefore(reads: Reads): boolean {
    return areEqual(this.list, reads.list) && this.#changed(reads).next().done === true;
  }

  *#changed({ texts, bytes, statuses }: Reads): Generator<string, void> {
    for (const [path, known] of statuses)
      if (!isDeepStrictEqual(this.inspect(path) ?? null, known)) yield path;
    for (const [path, known] of bytes) if (this.#byteHash(path) !== known) yield path;
    for (const [path, known] of texts) if (this.#textHash(path) !== known) yield path;
  }
}

const areEqual = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((path, index) => path === others[index]);

function kept<T>(known: Map<string, T>, path: string, read: () => T): T {
  if (known.has(path)) return known.get(path) as T;
  const value = read();
  known.set(path, value);
  return value;
}

function noted(path: string, paths: Set<string>): string {
  paths.add(path);
  return path;
}

function pairs<T>(paths: Iterable<string>, value: (path: string) => T): readonly Pair<T>[] {
  return [...paths].map((path) => [path, value(path)]);
}

/** The hash of what there is, or an empty text if there is nothing. */
function hashOf(content: string | Uint8Array | undefined): string {
  return content === undefined ? "" : hash(content);
}
