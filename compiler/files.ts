import { SourceText } from "./source.js";

/** The flow directory as the compiler sees it: names relative to it, with `/`; texts are read when asked for. */
export interface Input {
  readonly list: readonly string[];
  read(path: string): string | undefined;
}

/** The files of one build, each read once. */
export class Files {
  readonly #read = new Map<string, SourceText>();
  readonly #names: ReadonlySet<string>;

  constructor(private readonly input: Input) {
    this.#names = new Set(input.list);
  }

  get names(): Iterable<string> {
    return this.#names;
  }

  get(path: string): SourceText | undefined {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const text = this.#names.has(path) ? this.input.read(path) : undefined;
    if (text === undefined) return undefined;
    const source = new SourceText(path, text);
    this.#read.set(path, source);
    return source;
  }
}

const TOP = /^fit:\/\/(?:site|project)(?=\/)/;

/** Whether what a file names is a URL (RFC 3986 §4.2), and none of the flow directory. */
export const isElsewhere = (path: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path) && !TOP.test(path);

/**
 * A path that a file names, relative to that file; `undefined` where it leaves the flow directory.
 * `fit://site/…`, `fit://project/…` and `/…` start at the top of the flow directory.
 */
export function resolvePath(from: string, path: string): string | undefined {
  const absolute = path.replace(TOP, "");
  const segments = absolute.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const segment of absolute.split("/")) {
    if (segment === "..") {
      if (segments.pop() === undefined) return undefined;
    } else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}
