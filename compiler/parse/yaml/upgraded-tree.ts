import type { Node, Pair, Scalar, YAMLMap } from "yaml";
import type { SourceText, Span } from "../../source/source-text.js";
import { yaml } from "./package.js";
import { Located, type References, type Tree } from "./references.js";
import type { YamlEntry, YamlFile, YamlValue } from "./yaml.js";

export type MadeNode = Node;

export type Member = Pair<Scalar, Node | null>;

/**
 * A description in the form of a later version. References are followed where they are written, and lead to the new form of
 * what stands there, so that their texts stay what the author wrote.
 */
export class UpgradedTree implements Tree {
  readonly #members = new Map<YamlValue, ReadonlyMap<string, Located>>();
  /** By what stands there, the new form of it. */
  readonly #nodes = new Map<YamlValue, Node>();
  /** What references lead to that mean another form of their target than others do. */
  readonly #referred = new Map<YamlValue, Located>();
  /** The media types of messages of which nothing says that they have these. */
  readonly unsaid = new Set<YamlValue>();
  /** By parameter or header field: the schema that is made of it. */
  readonly schemaOf = new Map<YamlValue, Node>();
  readonly #sources = new Map<Node, SourceText>();
  #file: YamlFile;

  constructor(
    private readonly written: References,
    private readonly original: YamlFile,
  ) {
    this.#file = original;
  }

  /** The description itself. Its readers get to know of everything that is made before they begin. */
  finish(root: YamlValue): YamlFile {
    const file = this.#file.remade(root, this.#sources);
    this.#file = file.silent();
    return file;
  }

  located(value: YamlValue, file = this.#file): Located {
    return new Located(this, file, value);
  }

  membersOf(located: Located): ReadonlyMap<string, Located> {
    const known = this.#members.get(located.value);
    if (known !== undefined) return known;
    const members = new Map(located.entries.map(({ key, value }) => [key, located.at(value)]));
    this.#members.set(located.value, members);
    return members;
  }

  follow(from: YamlFile, reference: string): Located | undefined {
    const found = this.written.follow(this.#asWritten(from), reference);
    return found && this.located(this.newForm(found) ?? found.value, this.#own(found.file));
  }

  referred(located: Located, reference: string): Located | undefined {
    return this.#referred.get(located.value) ?? this.follow(located.file, reference);
  }

  leadsToBroken(from: YamlFile, reference: string): boolean {
    return this.written.leadsToBroken(from, reference);
  }

  newForm({ file, value }: Located): Node | undefined {
    return this.#nodes.get(file.resolved(value));
  }

  /** Says what the new form of a value is. The first one counts. */
  stands(located: Located, made: Node): void {
    const node = located.file.resolved(located.value);
    if (!this.#nodes.has(node)) this.#nodes.set(node, made);
  }

  /** A reference like another one, to something that is made. */
  reference(from: Located, to: Located, made: Node): Node {
    const text = from.reference ?? "#";
    const node = this.map(from.span, [this.member("$ref", from.span, this.text(text, from.span))]);
    this.#referred.set(node, this.located(made, this.#own(to.file)));
    return node;
  }

  /** @param at the place of what it is made of */
  map(at: Span, pairs: readonly Member[]): Node {
    const map: YAMLMap<Scalar, Node | null> = new (yaml().YAMLMap)();
    map.items = [...pairs];
    return this.#placed(map, at);
  }

  list(at: Span, items: readonly YamlValue[]): Node {
    const list = new (yaml().YAMLSeq)<YamlValue>();
    list.items = [...items];
    return this.#placed(list, at);
  }

  text(value: string | boolean, at: Span): Scalar {
    return this.#placed(new (yaml().Scalar)(value), at);
  }

  /** A member that stands there. */
  copied({ key, keySpan, value }: YamlEntry, made: YamlValue = value): Member {
    return this.member(key, keySpan, made);
  }

  member(key: string, at: Span, value: YamlValue): Member {
    return new (yaml().Pair)<Scalar, Node | null>(this.text(key, at), value);
  }

  #placed<N extends Node>(node: N, { source, start, end }: Span): N {
    node.range = [start, end, end];
    if (source !== this.#file.source) this.#sources.set(node, source);
    return node;
  }

  #asWritten(file: YamlFile): YamlFile {
    return file.source === this.original.source ? this.original : file;
  }

  #own(file: YamlFile): YamlFile {
    return file.source === this.#file.source ? this.#file : file;
  }
}
