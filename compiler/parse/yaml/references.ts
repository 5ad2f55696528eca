import type { Reporter } from "../../diagnostics/reporter.js";
import { type Files, resolvePath } from "../../source/files.js";
import type { Span } from "../../source/source-text.js";
import { type YamlEntry, YamlFile, type YamlValue } from "./yaml.js";

/** A value in an API description, or in a file that it refers to. One that is not there has no members. */
export class Located {
  constructor(
    private readonly references: Tree,
    readonly file: YamlFile,
    readonly value: YamlValue,
    readonly isThere = true,
  ) {}

  /** Another value of the same file. */
  at(value: YamlValue): Located {
    return new Located(this.references, this.file, value);
  }

  /** A member of the mapping, or of the one that its `$ref` leads to. */
  find(name: string): Located | undefined {
    return this.members.get(name);
  }

  /** The same, or a value that is not there. */
  get(name: string): Located {
    return this.find(name) ?? new Located(this.references, this.file, null, false);
  }

  has(name: string): boolean {
    return this.members.has(name);
  }

  /** The members of a mapping, or of the one that its `$ref` leads to; empty for any other value. */
  get members(): ReadonlyMap<string, Located> {
    return this.target?.ownMembers ?? new Map();
  }

  /** The members of a mapping, without following its `$ref`; empty for any other value. */
  get ownMembers(): ReadonlyMap<string, Located> {
    return this.references.membersOf(this);
  }

  get entries(): readonly YamlEntry[] {
    return this.file.entries(this.value) ?? [];
  }

  /** The values of a sequence; `undefined` for any other value. */
  get list(): readonly Located[] | undefined {
    return this.file.items(this.value)?.map((item) => this.at(item));
  }

  /** The values of a sequence; none of any other value. */
  get items(): readonly Located[] {
    return this.list ?? [];
  }

  get string(): string | undefined {
    return this.file.string(this.value);
  }

  get boolean(): boolean | undefined {
    return this.file.boolean(this.value);
  }

  get number(): number | undefined {
    const scalar = this.file.scalar(this.value);
    return typeof scalar === "number" ? scalar : undefined;
  }

  get span(): Span {
    return this.value === null ? this.file.source.span(0, 0) : this.file.span(this.value);
  }

  /** The text of its own `$ref`. */
  get reference(): string | undefined {
    return this.ownMembers.get("$ref")?.string;
  }

  /** The target of its `$ref`, or the value itself without one; `undefined` if the reference leads nowhere. */
  get target(): Located | undefined {
    let found: Located | undefined = this;
    for (let hops = 0; found !== undefined && hops < maxHops; hops++) {
      if (found.reference === undefined) return found;
      found = found.referred;
    }
    return undefined;
  }

  /** What its own `$ref` leads to, which may be a reference, too; `undefined` without one, or if it leads nowhere. */
  get referred(): Located | undefined {
    const text = this.reference;
    return text === undefined ? undefined : this.references.referred(this, text);
  }

  /** True if a reference in the same file names a file with a syntax error, which has been reported. */
  leadsToBroken(reference: string): boolean {
    return this.references.leadsToBroken(this.file, reference);
  }

  /** The target of a reference that stands in the same file. */
  follow(reference: string): Located | undefined {
    return this.references.follow(this.file, reference);
  }
}

/** The longest chain of references that is followed. Real chains are shorter, but references can form circles. */
const maxHops = 20;

/** Values of an API description, and of the files that it refers to. */
export interface Tree {
  membersOf(located: Located): ReadonlyMap<string, Located>;
  follow(from: YamlFile, reference: string): Located | undefined;
  /** @param reference the `$ref` of the value */
  referred(located: Located, reference: string): Located | undefined;
  leadsToBroken(from: YamlFile, reference: string): boolean;
}

/** Follows `$ref` (JSON Reference) within an API description and to other files of the flow directory. */
export class References implements Tree {
  readonly #identifiers = new Map<string, ReadonlyMap<string, Located>>();
  readonly #files = new Map<string, YamlFile | undefined>();
  /** The paths of files with syntax errors. */
  readonly #broken = new Set<string>();
  /** Caches the members of mappings, since many references lead through the same ones. */
  readonly #members = new Map<YamlValue, ReadonlyMap<string, Located>>();

  /**
   * @param file the API description, where values are unless a reference leads elsewhere
   * @param reporter is told of syntax errors in the other files
   */
  constructor(
    private readonly file: YamlFile,
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {
    this.#files.set(file.source.path, file);
  }

  /** @param file where the value stands */
  located(value: YamlValue, file = this.file): Located {
    return new Located(this, file, value);
  }

  membersOf(located: Located): ReadonlyMap<string, Located> {
    const known = this.#members.get(located.value);
    if (known !== undefined) return known;
    const members = new Map(located.entries.map(({ key, value }) => [key, located.at(value)]));
    this.#members.set(located.value, members);
    return members;
  }

  /** The target of a reference in a file (RFC 6901, section 6: a JSON Pointer in a URI fragment). */
  follow(from: YamlFile, reference: string): Located | undefined {
    const [path = "", fragment = ""] = reference.split("#", 2);
    const file = path === "" ? from : this.#open(from, path);
    if (file === undefined) return this.#identified(from).get(reference);
    if (fragment !== "" && !fragment.startsWith("/")) return this.#identified(file).get(`#${fragment}`);
    let found: Located | undefined = this.located(file.root, file);
    for (const token of fragment.split("/").slice(1))
      found = found?.ownMembers.get(memberName(token)) ?? found?.list?.[Number(token)];
    return found;
  }

  referred({ file }: Located, reference: string): Located | undefined {
    return this.follow(file, reference);
  }

  /**
   * The schemas of a file that have an identifier or an anchor, by that (JSON Schema draft 6, section 9.2, and
   * 2020-12, section 8.2). What is there twice is not found, and neither is an anchor inside a schema with an
   * identifier of its own, to which it belongs.
   */
  #identified(file: YamlFile): ReadonlyMap<string, Located> {
    const known = this.#identifiers.get(file.source.path);
    if (known !== undefined) return known;
    const found = new Map<string, Located>();
    const twice = new Set<string>();
    const seen = new Set<YamlValue>();
    const pending = [{ located: this.located(file.root, file), isInside: false }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { located } = next;
      const { value, ownMembers: members } = located;
      if (value === null || seen.has(value)) continue;
      seen.add(value);
      const text = (name: string) => members.get(name)?.string;
      const id = text("$id") ?? text("id");
      const isInside = next.isInside || (value !== file.root && id !== undefined && !id.startsWith("#"));
      const anchors = isInside ? [] : ["$anchor", "$dynamicAnchor"].map(text);
      for (const name of [id, ...anchors.map((anchor) => anchor && `#${anchor}`)]) {
        if (name === undefined) continue;
        if (found.has(name)) twice.add(name);
        found.set(name, located);
      }
      for (const item of located.items) pending.push({ located: item, isInside });
      for (const [name, member] of members) if (!data.has(name)) pending.push({ located: member, isInside });
    }
    for (const name of twice) found.delete(name);
    this.#identifiers.set(file.source.path, found);
    return found;
  }

  leadsToBroken(from: YamlFile, reference: string): boolean {
    const path = this.#path(from, reference.split("#", 1)[0] ?? "");
    return path !== undefined && this.#broken.has(path);
  }

  #open(from: YamlFile, name: string): YamlFile | undefined {
    const path = this.#path(from, name);
    if (path === undefined) return undefined;
    if (this.#files.has(path)) return this.#files.get(path);
    const source = this.files.get(path);
    const file = source && YamlFile.parse(source, this.reporter)?.silent();
    if (source !== undefined && file === undefined) this.#broken.add(path);
    this.#files.set(path, file);
    return file;
  }

  /**
   * The path of the file that a reference names. It is a URI, in which `%20` is a space; but people write names of files
   * as they are, too.
   */
  #path(from: YamlFile, name: string): string | undefined {
    const written = resolvePath(from.source.path, name);
    if (!name.includes("%") || (written !== undefined && this.files.get(written) !== undefined))
      return written;
    return resolvePath(from.source.path, percentDecoded(name));
  }
}

/** Keywords whose values are no schemas. */
const data: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples"]);

/** The name that a part of a JSON Pointer in a fragment stands for. */
export const memberName = (token: string): string =>
  percentDecoded(token).replaceAll("~1", "/").replaceAll("~0", "~");

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
