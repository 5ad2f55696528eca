import type { Trace } from "../../../runtime/observe/trace/index.js";

/** The facts that a test has beside the trace that it is made of. */
export interface TestFacts {
  /** The environment of the app. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The files that the app is written in: their paths relative to the flow directory. */
  readonly files: readonly string[];
  /** The text of one of these files. */
  readonly read: (path: string) => string | undefined;
  /** Returns true if the name of an environment variable or of a field is one of a secret. */
  readonly isSecret: (name: string) => boolean;
  /** The path of the test, relative to the flow directory. */
  readonly path: string;
  /** Expressions that are known to have another value with every request. */
  readonly leftOut: ReadonlySet<string>;
}

/** A test and the files that it brings along: their contents by path, relative to the flow directory. */
export interface WrittenTest {
  readonly path: string;
  readonly text: string;
  readonly files: ReadonlyMap<string, string | Uint8Array>;
}

/** Why a trace cannot become a test. */
export class NoTest extends Error {}

/** A test while it is made. */
export class Draft {
  readonly files = new Map<string, string | Uint8Array>();
  /** All text of the app, to see what it may read. */
  readonly #text: string;

  constructor(
    readonly trace: Trace,
    readonly facts: TestFacts,
  ) {
    this.#text = facts.files
      .map((path) => facts.read(path) ?? "")
      .join("\n")
      .toLowerCase();
  }

  /** Returns true if a word occurs in the app, in whatever case. */
  mentions(word: string): boolean {
    return this.#text.includes(word.toLowerCase());
  }

  /**
   * Puts a file beside the test.
   * @param part what it is, such as the ID of an upstream request
   * @returns its name, as the test says it
   */
  file(part: string, extension: string, content: string | Uint8Array): string {
    const { path } = this.facts;
    const [folder, name] = [path.slice(0, path.lastIndexOf("/") + 1), path.slice(path.lastIndexOf("/") + 1)];
    const start = [name.replace(/\.xml$/, ""), ...plainName(part)].join(".");
    for (let number = 1; ; number++) {
      const found = `${start}${number === 1 ? "" : `-${number}`}.${extension}`;
      if (this.files.has(folder + found)) continue;
      this.files.set(folder + found, content);
      return found;
    }
  }
}

function plainName(part: string): readonly string[] {
  const plain = part
    .replace(/[^A-Za-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  return plain === "" ? [] : [plain];
}
