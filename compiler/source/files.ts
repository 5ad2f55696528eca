import { oncePer } from "./remembered.js";
import { SourceText } from "./source-text.js";

export { isElsewhere, resolvePath } from "../../runtime/request/locations/resolve-path.js";

/**
 * The flow directory as the compiler sees it. Paths are relative to it, with `/`. Texts are only read on
 * demand.
 */
export interface Input {
  readonly list: readonly string[];
  /** Overlays of the API description that were named, in their order. */
  readonly overlays?: readonly string[] | undefined;
  /** The text of a listed file; `undefined` for any other path. */
  read(path: string): string | undefined;
  /** The bytes of a listed file, which need not be a text. */
  readBytes(path: string): Uint8Array | undefined;
  /** The directory on disk where packages that handlers import are looked for, and in those above it. */
  readonly root?: string | undefined;
  /** Facts about a file that need no reading. */
  inspect(path: string): FileStatus | undefined;
}

export interface FileStatus {
  /** In bytes. */
  readonly size: number;
  readonly isReadable: boolean;
}

/** The files of the flow directory whose paths have this beginning and this end. */
export interface FileSet {
  readonly start: string;
  readonly end: string;
}

const namesIn = oncePer((list: readonly string[]): ReadonlySet<string> => new Set(list));

/** The ways in which a file was looked at. */
export interface Look {
  readonly status?: true;
  readonly bytes?: true;
  readonly text?: true;
}

/** The paths of files in packages begin with it. An input reads them although it does not list them. */
export const packagesFolder = "node_modules/";

/** The files of one build. Reads each text once. */
export class Files {
  readonly #read = new Map<string, SourceText>();
  readonly #names: ReadonlySet<string>;

  /** @param before texts as they were read earlier: those that have not changed stay the same objects */
  constructor(
    readonly input: Input,
    private readonly before?: Map<string, SourceText>,
  ) {
    this.#names = namesIn(input.list);
  }

  /** How files were looked at for others, by the paths of these. */
  readonly readFor = new Map<string, Map<string, Look>>();
  #owner: string | undefined;

  /** Notes all that is read in work for one of the files. */
  during<T>(owner: string, work: () => T): T {
    const before = this.#owner;
    this.#owner = owner;
    try {
      return work();
    } finally {
      this.#owner = before;
    }
  }

  #note(path: string, way: keyof Look): void {
    if (this.#owner === undefined || this.#owner === path) return;
    const paths = this.readFor.get(this.#owner) ?? new Map<string, Look>();
    this.readFor.set(this.#owner, paths.set(path, { ...paths.get(path), [way]: true }));
  }

  /** Looks at a file as it was done before. Returns all that is seen. */
  look(path: string, look: Look): readonly unknown[] {
    return [look.status && this.inspect(path), look.bytes && this.bytes(path), look.text && this.get(path)];
  }

  get names(): Iterable<string> {
    return this.#names;
  }

  /**
   * The paths of all files and of the directories that contain any. Directories end with a slash; the flow
   * directory itself is just a slash.
   */
  get paths(): ReadonlySet<string> {
    const paths = new Set(["/", ...this.#names]);
    for (const name of this.#names) {
      for (let end = name.indexOf("/"); end >= 0; end = name.indexOf("/", end + 1))
        paths.add(name.slice(0, end + 1));
    }
    return paths;
  }

  has(path: string): boolean {
    return this.#names.has(path);
  }

  /** The files in a directory and below it, in order. An empty path is the flow directory. */
  below(directory: string): readonly string[] {
    return this.matching({ start: directory === "" ? "" : `${directory}/`, end: "" });
  }

  /** The files of a set, in order. */
  matching({ start, end }: FileSet): readonly string[] {
    return [...this.#names].filter((name) => name.startsWith(start) && name.endsWith(end)).sort();
  }

  inspect(path: string): FileStatus | undefined {
    this.#note(path, "status");
    return this.#names.has(path) ? this.input.inspect(path) : undefined;
  }

  bytes(path: string): Uint8Array | undefined {
    this.#note(path, "bytes");
    return this.#names.has(path) ? this.input.readBytes(path) : undefined;
  }

  /** The package.json of a package that handlers may import; `undefined` if it is not installed. */
  package(name: string): string | undefined {
    return this.input.read(`${packagesFolder}${name}/package.json`);
  }

  get(path: string): SourceText | undefined {
    this.#note(path, "text");
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const text = this.#names.has(path) ? this.input.read(path) : undefined;
    if (text === undefined) return undefined;
    const last = this.before?.get(path);
    const source = last?.text === text ? last : new SourceText(path, text);
    this.#read.set(path, source);
    this.before?.set(path, source);
    return source;
  }
}
