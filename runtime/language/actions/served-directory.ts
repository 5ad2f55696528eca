import type { Bytes } from "../../http/body-bytes.js";
import { essence } from "../../http/media-type.js";
import type { Content } from "../../request/content.js";

/** A file that is sent as it is. */
export class ServedFile {
  readonly mediaType: string;
  /** A strong entity tag (RFC 9110 §8.8.3). */
  readonly etag: string;
  readonly #content: Content;
  #bytes: Bytes | undefined;

  /** @param hash of the bytes, in hexadecimal */
  constructor(content: Content, hash: string) {
    this.#content = content;
    this.mediaType = essence(content.mediaType);
    this.etag = `"${hash}"`;
  }

  /** The bytes. If the file is a text, they are made when they are first asked for. */
  get bytes(): Bytes {
    this.#bytes ??= this.#content.bytes;
    return this.#bytes;
  }
}

/** A file that the build could not read. */
export const unreadable = "unreadable";

type Entry = ServedFile | typeof unreadable;

/** The entry or the redirect at a path. */
export type Found = Entry | { readonly kind: "redirect"; readonly path: string } | undefined;

/** The files that one `serve` action can send; no path reaches others. */
export class Directory {
  readonly #files: ReadonlyMap<string, Entry>;
  readonly #directories = new Set<string>();
  #modified: number | undefined;

  /** @param files by their path in the directory */
  constructor(files: readonly (readonly [path: string, file: Entry])[]) {
    this.#files = new Map(files);
    for (const name of this.#files.keys()) {
      for (let slash = name.indexOf("/"); slash >= 0; slash = name.indexOf("/", slash + 1))
        this.#directories.add(name.slice(0, slash));
    }
  }

  /**
   * `Last-Modified` of all files, in milliseconds since 1970: the time when this app first served one. They have not
   * changed since. The file system's times would only tell of a check-out or a copy.
   */
  get modified(): number {
    this.#modified ??= Math.floor(Date.now() / 1000) * 1000;
    return this.#modified;
  }

  /** @param path of a URL, as it was sent */
  find(path: string): Found {
    const name = fileName(path);
    if (name === undefined) return undefined;
    if (name === "" || name.endsWith("/")) return this.#files.get(`${name}index.html`);
    return (
      this.#files.get(name) ??
      // No directory has an empty name. So the path does not begin with two slashes, which would lead to another host.
      (this.#directories.has(name) ? { kind: "redirect", path: `${path}/` } : undefined)
    );
  }
}

export function directory(...args: ConstructorParameters<typeof Directory>): Directory {
  return new Directory(...args);
}

export function served(...args: ConstructorParameters<typeof ServedFile>): ServedFile {
  return new ServedFile(...args);
}

/** Percent-decoded; `undefined` if no file can have the name: it has malformed sequences or encoded slashes. */
function fileName(path: string): string | undefined {
  const encoded = path.slice(1);
  if (!encoded.includes("%")) return encoded;
  if (/%2f/i.test(encoded)) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
