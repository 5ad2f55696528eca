import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Input, type Inputs, readDirectory } from "../../../compiler/source/index.js";
import { maxLength } from "./limits.js";

interface ReadText {
  readonly stamp: string;
  readonly text: string | undefined;
}

const nothing: Inputs = {
  list: [],
  read: () => undefined,
  readBytes: () => undefined,
  inspect: () => undefined,
};

/** The list with files that are only open. */
interface Joined {
  readonly key: string;
  readonly base: readonly string[];
  readonly list: readonly string[];
}

/**
 * A flow directory that is read again and again. Texts are kept until their files change; those that an editor has
 * open count as they are there.
 */
export class Directory {
  #inputs: Inputs;
  #list: readonly string[];
  #names: ReadonlySet<string>;
  #joined: Joined | undefined;
  readonly #texts = new Map<string, ReadText>();
  /** Files whose texts on disk have been compared since the last look. */
  readonly #seen = new Set<string>();

  /**
   * @param unsaved the texts of the files that are open, by their paths in the directory
   * @param skipped is told of files that are too long to look at
   */
  constructor(
    readonly root: string,
    private readonly unsaved: ReadonlyMap<string, string>,
    private readonly skipped: (path: string) => void,
  ) {
    // A file may be open in a directory that is only there when it is saved.
    this.#inputs = existsSync(root) ? readDirectory(root, undefined) : nothing;
    this.#list = this.#inputs.list;
    this.#names = new Set(this.#list);
  }

  /** Looks at the disk again. Throws if the directory is gone. */
  refresh(): void {
    this.#inputs = readDirectory(this.root, undefined);
    this.#seen.clear();
    // The same list stays the same object: whoever knows it knows that no file has come or gone.
    if (!isSame(this.#inputs.list, this.#list)) this.#list = this.#inputs.list;
    this.#names = new Set(this.#list);
    for (const path of this.#texts.keys()) if (!this.#names.has(path)) this.#texts.delete(path);
  }

  input(): Input {
    const { unsaved } = this;
    const list = this.#listWith(unsaved);
    return {
      list,
      read: (path) => unsaved.get(path) ?? this.#text(path),
      readBytes: (path) => {
        const text = unsaved.get(path);
        return text === undefined ? this.#inputs.readBytes(path) : Buffer.from(text);
      },
      inspect: (path) => {
        const text = unsaved.get(path);
        if (text === undefined) return this.#inputs.inspect(path);
        return { size: Buffer.byteLength(text), isReadable: true };
      },
    };
  }

  /** The files on disk, and those that are only open. */
  #listWith(unsaved: ReadonlyMap<string, string>): readonly string[] {
    const added = [...unsaved.keys()].filter((path) => !this.#names.has(path));
    if (added.length === 0) return this.#list;
    const key = added.join("\n");
    if (this.#joined?.key === key && this.#joined.base === this.#list) return this.#joined.list;
    this.#joined = { key, base: this.#list, list: [...this.#list, ...added].sort() };
    return this.#joined.list;
  }

  #text(path: string): string | undefined {
    const known = this.#texts.get(path);
    if (known !== undefined && this.#seen.has(path)) return known.text;
    this.#seen.add(path);
    const stamp = stampOf(join(this.root, path));
    if (known !== undefined && known.stamp === stamp) return known.text;
    const text = this.#inputs.read(path);
    const isTooLong = text !== undefined && text.length > maxLength;
    if (isTooLong) this.skipped(path);
    const read = { stamp, text: isTooLong ? undefined : text };
    this.#texts.set(path, read);
    return read.text;
  }
}

function stampOf(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined ? "" : `${status.mtimeMs} ${status.size} ${status.ino}`;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, index) => path === other[index]);
}
