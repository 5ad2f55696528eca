import { Reporter } from "../../diagnostics/reporter.js";
import { type Files, resolvePath } from "../../source/files.js";
import { YamlFile, type YamlValue } from "./yaml.js";

/** A value of an API description, or of a file that it refers to. */
export interface Located {
  readonly file: YamlFile;
  readonly value: YamlValue;
}

/** No description that a person writes comes near; references can form circles. */
const maxHops = 20;

/**
 * Follows `$ref` (JSON Reference) within an API description and to other files of the flow directory. What is wrong
 * in these parts is passed over in silence: nothing but checks depends on them.
 */
export class References {
  readonly #identifiers = new Map<string, ReadonlyMap<string, Located>>();
  readonly #files = new Map<string, YamlFile | undefined>();
  /** Each mapping is read once, since many references go through the same one. */
  readonly #members = new Map<YamlValue, ReadonlyMap<string, Located>>();

  /** `file` is where values are that no reference leads to. */
  constructor(
    private readonly file: YamlFile,
    private readonly files: Files,
  ) {
    this.#files.set(file.source.path, file);
  }

  located(value: YamlValue): Located {
    return { file: this.file, value };
  }

  /** The value, or what its `$ref` leads to; undefined where that leads nowhere. */
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

  /** The members of a mapping, or of the one that its `$ref` leads to; none of any other value. */
  members(located: Located | undefined): ReadonlyMap<string, Located> {
    const resolved = located && this.resolve(located);
    return resolved === undefined ? new Map() : this.ownMembers(resolved);
  }

  /** The values of a sequence; undefined for any other value. */
  items({ file, value }: Located): readonly Located[] | undefined {
    return file.items(value)?.map((item) => ({ file, value: item }));
  }

  /** The members of a mapping as it stands; none of any other value. */
  ownMembers({ file, value }: Located): ReadonlyMap<string, Located> {
    const known = this.#members.get(value);
    if (known !== undefined) return known;
    const entries = file.entries(value) ?? [];
    const members = new Map(entries.map((entry) => [entry.key, { file, value: entry.value }]));
    this.#members.set(value, members);
    return members;
  }

  /** What a reference in a file leads to (RFC 6901, section 6: a JSON Pointer in a URI fragment). */
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

  /** The schemas of a file that have an identifier, by it (JSON Schema draft 6, section 9.2). */
  #identified(file: YamlFile): ReadonlyMap<string, Located> {
    const known = this.#identifiers.get(file.source.path);
    if (known !== undefined) return known;
    const found = new Map<string, Located>();
    const seen = new Set<YamlValue>();
    const pending: YamlValue[] = [file.root];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      if (value === null || seen.has(value)) continue;
      seen.add(value);
      const members = this.ownMembers({ file, value });
      const id = members.get("$id") ?? members.get("id");
      const text = id && file.string(id.value);
      if (text !== undefined && !found.has(text)) found.set(text, { file, value });
      pending.push(...(file.items(value) ?? []));
      for (const member of members.values()) pending.push(member.value);
    }
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

function memberName(token: string): string {
  const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
