import { Reporter } from "../../diagnostics/reporter.js";
import { type Files, resolvePath } from "../../source/files.js";
import { YamlFile, type YamlValue } from "./yaml.js";

/** A value in an API description, or in a file that it refers to. */
export interface Located {
  readonly file: YamlFile;
  readonly value: YamlValue;
}

/** The longest chain of references that is followed. Real chains are shorter, but references can form circles. */
const maxHops = 20;

/**
 * Follows `$ref` (JSON Reference) within an API description and to other files of the flow directory. It
 * ignores errors in them, because only validation depends on these parts.
 */
export class References {
  readonly #identifiers = new Map<string, ReadonlyMap<string, Located>>();
  readonly #files = new Map<string, YamlFile | undefined>();
  /** Caches the members of mappings, since many references lead through the same ones. */
  readonly #members = new Map<YamlValue, ReadonlyMap<string, Located>>();

  /** @param file the API description, where values are unless a reference leads elsewhere */
  constructor(
    private readonly file: YamlFile,
    private readonly files: Files,
  ) {
    this.#files.set(file.source.path, file);
  }

  located(value: YamlValue): Located {
    return { file: this.file, value };
  }

  /**
   * The target of a value's `$ref`, or the value itself without one; `undefined` if the reference leads
   * nowhere.
   */
  resolve(located: Located): Located | undefined {
    let found: Located | undefined = located;
    for (let hops = 0; found !== undefined && hops < maxHops; hops++) {
      const { file }: Located = found;
      const reference = this.ownMembers(found).get("$ref");
      const text = reference && file.string(reference.value);
      if (text === undefined) return found;
      found = this.follow(file, text);
    }
    return undefined;
  }

  /** The members of a mapping, or of the one that its `$ref` leads to; empty for any other value. */
  members(located: Located | undefined): ReadonlyMap<string, Located> {
    const resolved = located && this.resolve(located);
    return resolved === undefined ? new Map() : this.ownMembers(resolved);
  }

  /** The values of a sequence; undefined for any other value. */
  items({ file, value }: Located): readonly Located[] | undefined {
    return file.items(value)?.map((item) => ({ file, value: item }));
  }

  /** The members of a mapping, without following its `$ref`; empty for any other value. */
  ownMembers({ file, value }: Located): ReadonlyMap<string, Located> {
    const known = this.#members.get(value);
    if (known !== undefined) return known;
    const entries = file.entries(value) ?? [];
    const members = new Map(entries.map((entry) => [entry.key, { file, value: entry.value }]));
    this.#members.set(value, members);
    return members;
  }

  /** The target of a reference in a file (RFC 6901, section 6: a JSON Pointer in a URI fragment). */
  follow(from: YamlFile, reference: string): Located | undefined {
    const [path = "", fragment = ""] = reference.split("#", 2);
    const file = path === "" ? from : this.#open(from, path);
    if (file === undefined) return this.#identified(from).get(reference);
    if (fragment !== "" && !fragment.startsWith("/")) return this.#identified(file).get(`#${fragment}`);
    const names = fragment.split("/").slice(1);
    return names.reduce<Located | undefined>(
      (found, name) =>
        found && (this.ownMembers(found).get(memberName(name)) ?? this.items(found)?.[Number(name)]),
      { file, value: file.root },
    );
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
    const pending = [{ value: file.root, isInside: false }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value } = next;
      if (value === null || seen.has(value)) continue;
      seen.add(value);
      const members = this.ownMembers({ file, value });
      const text = (name: string) => {
        const member = members.get(name);
        return member && file.string(member.value);
      };
      const id = text("$id") ?? text("id");
      const isInside = next.isInside || (value !== file.root && id !== undefined && !id.startsWith("#"));
      const anchors = isInside ? [] : ["$anchor", "$dynamicAnchor"].map(text);
      const names = [id, ...anchors.map((anchor) => anchor && `#${anchor}`)];
      for (const name of names) {
        if (name === undefined) continue;
        if (found.has(name)) twice.add(name);
        found.set(name, { file, value });
      }
      for (const item of file.items(value) ?? []) pending.push({ value: item, isInside });
      for (const [name, member] of members)
        if (!data.has(name)) pending.push({ value: member.value, isInside });
    }
    for (const name of twice) found.delete(name);
    this.#identifiers.set(file.source.path, found);
    return found;
  }

  #open(from: YamlFile, name: string): YamlFile | undefined {
    const path = resolvePath(from.source.path, name);
    if (path === undefined) return undefined;
    if (this.#files.has(path)) return this.#files.get(path);
    const source = this.files.get(path);
    const file = source && YamlFile.parse(source, new Reporter());
    this.#files.set(path, file);
    return file;
  }
}

/** Keywords whose values are no schemas. */
const data: ReadonlySet<string> = new Set(["enum", "const", "default", "example", "examples"]);

function memberName(token: string): string {
  const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
