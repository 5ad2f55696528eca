import type { Alias, Node, parseDocument } from "yaml";
import { exactNumber } from "../../../runtime/data/json/long-integers.js";
import type { JsonValue } from "../../../runtime/data/model/values.js";
import { Reporter } from "../../diagnostics/reporter.js";
import { type SourceText, type Span, textOf } from "../../source/source-text.js";
import { aliasTargets } from "./aliases.js";
import { yaml } from "./package.js";

/** A member of a mapping; also an item of a list that a member has, with the place of the list for its key. */
export class YamlEntry {
  constructor(
    readonly file: YamlFile,
    readonly key: string,
    readonly keySpan: Span,
    /** The offset of the key's text, without quotes; `undefined` if escapes make offsets differ. */
    readonly keyTextStart: number | undefined,
    readonly value: YamlValue,
  ) {}

  /** The same key with another value, which may stand in another file. */
  with(file: YamlFile, value: YamlValue): YamlEntry {
    return new YamlEntry(file, this.key, this.keySpan, this.keyTextStart, value);
  }

  get string(): string | undefined {
    return this.file.string(this.value);
  }

  get boolean(): boolean | undefined {
    return this.file.boolean(this.value);
  }

  get scalar(): string | number | boolean | null {
    return this.file.scalar(this.value);
  }

  get isNull(): boolean {
    return this.file.isNull(this.value);
  }

  get entries(): readonly YamlEntry[] | undefined {
    return this.file.entries(this.value);
  }

  find(name: string): YamlEntry | undefined {
    return this.entries?.find(({ key }) => key === name);
  }

  get items(): readonly YamlEntry[] | undefined {
    const { valueSpan: span } = this;
    return this.file
      .items(this.value)
      ?.map((item) => new YamlEntry(this.file, this.key, span, undefined, item));
  }

  /** The place of the value, or of the key if there is no value. */
  get valueSpan(): Span {
    return this.file.valueSpan(this);
  }

  /** The place where the value is used: that of an alias is its own. */
  get span(): Span {
    return this.value === null ? this.keySpan : this.file.span(this.value);
  }
}

export type YamlValue = Node | null;

/**
 * A YAML 1.2 or JSON file. Its readers go from the top as far as they need. It follows aliases and merge keys
 * (`<<`). Spans are at the place where a value is defined, even if it is used through an alias.
 */
export class YamlFile {
  private constructor(
    readonly source: SourceText,
    private readonly reporter: Reporter,
    readonly root: YamlValue,
    private readonly targets: ReadonlyMap<Alias, Node> = new Map(),
    /** The files of the nodes that stand in another one. */
    private readonly sources: ReadonlyMap<Node, SourceText> = new Map(),
  ) {}

  /**
   * Parses a file. Returns `undefined` after reporting that it is not well-formed, or that its aliases have
   * no bound.
   */
  static parse(source: SourceText, reporter: Reporter): YamlFile | undefined {
    reportComments(source, reporter);
    if (source.lostCharacter !== undefined) reporter.report(source.lostCharacter, "lostCharacter");
    const document = parseUnlessTooDeep(source.text);
    const tooDeep = document?.errors.find(({ code }) => code === "RESOURCE_EXHAUSTION");
    if (document === undefined || tooDeep !== undefined) {
      reporter.report(source.span(...(tooDeep?.pos ?? [0, 0])), "yamlTooDeep");
      return undefined;
    }
    for (const { pos, code, message } of document.errors) {
      const span = source.span(pos[0], pos[1]);
      if (code === "MULTIPLE_DOCS") reporter.report(span, "yamlDocuments");
      else reporter.report(span, "yamlSyntax", { message: inPlainWords(message) });
    }
    for (const { pos, message } of document.warnings) {
      reporter.report(source.span(pos[0], pos[1]), "yamlWarning", { message });
    }
    if (document.errors.length > 0) return undefined;
    const root = document.contents;
    if (!source.text.includes("*")) return new YamlFile(source, reporter, root);
    const { targets, findings, isBounded } = aliasTargets(root);
    for (const { alias, name } of findings) {
      const span = source.span(alias.range?.[0] ?? 0, alias.range?.[1] ?? 0);
      if (name === "yamlAliases") reporter.report(span, name);
      else reporter.report(span, name, { name: alias.source });
    }
    return isBounded ? new YamlFile(source, reporter, root, targets) : undefined;
  }

  /** The same file for a reader that only takes what it understands. It reports nothing. */
  silent(): YamlFile {
    return new YamlFile(this.source, new Reporter(), this.root, this.targets, this.sources);
  }

  /** The file with another content, without aliases, some of whose nodes stand in other files. */
  withRoot(root: YamlValue, sources: ReadonlyMap<Node, SourceText>): YamlFile {
    return new YamlFile(this.source, this.reporter, root, new Map(), sources);
  }

  /** The file in another form: its content is made of some of its nodes, and of new ones with places. */
  remade(root: YamlValue, sources: ReadonlyMap<Node, SourceText>): YamlFile {
    const all = new Map([...this.sources, ...sources]);
    return new YamlFile(this.source, this.reporter, root, this.targets, all);
  }

  span(node: Node): Span {
    const [start, end] = node.range ?? [0, 0];
    return (this.sources.get(node) ?? this.source).span(start, end);
  }

  /** The string of a scalar; `undefined` for any other value. */
  string(value: YamlValue): string | undefined {
    const node = this.resolved(value);
    return yaml().isScalar(node) && typeof node.value === "string" ? node.value : undefined;
  }

  /** The boolean of a scalar; `undefined` for any other value. */
  boolean(value: YamlValue): boolean | undefined {
    const node = this.resolved(value);
    return yaml().isScalar(node) && typeof node.value === "boolean" ? node.value : undefined;
  }

  /** A string, number or boolean as text; undefined for any other value. */
  text(value: YamlValue): string | undefined {
    const node = this.resolved(value);
    const isText = yaml().isScalar(node) && ["string", "number", "boolean"].includes(typeof node.value);
    return isText ? String(node.value) : undefined;
  }

  /** A scalar as a JSON value: what JSON does not have becomes its text. `null` for any other value. */
  scalar(value: YamlValue): string | number | boolean | null {
    const node = this.resolved(value);
    if (!yaml().isScalar(node)) return null;
    const { value: scalar } = node;
    if (scalar === null || typeof scalar === "string" || typeof scalar === "boolean") return scalar;
    return typeof scalar === "number" && Number.isFinite(scalar) ? scalar : String(node.source ?? scalar);
  }

  /** The same, with all digits of an integer. */
  exactScalar(value: YamlValue): JsonValue {
    const scalar = this.scalar(value);
    const node = this.resolved(value);
    const exact =
      typeof scalar === "number" && yaml().isScalar(node) ? exactNumber(node.source ?? "") : scalar;
    return typeof exact === "bigint" ? exact : scalar;
  }

  /** The place of a value, or of its key if there is no value. */
  valueSpan({ keySpan, value }: Pick<YamlEntry, "keySpan" | "value">): Span {
    const node = this.resolved(value);
    return node === null || this.span(node).start === this.span(node).end ? keySpan : this.span(node);
  }

  /** Compares two values: equal strings, or texts that are written alike. */
  isSame(a: YamlValue, b: YamlValue): boolean {
    const text = (value: YamlValue) => {
      const node = this.resolved(value);
      return this.string(node) ?? (node === null ? "" : textOf(this.span(node)));
    };
    return text(a) === text(b);
  }

  isNull(value: YamlValue): boolean {
    const node = this.resolved(value);
    return node === null || (yaml().isScalar(node) && node.value === null);
  }

  /**
   * The entries of a mapping, each key once; undefined for any other value.
   * @param reporter is told of keys that are none, or are there twice
   */
  entries(value: YamlValue, reporter = this.reporter): readonly YamlEntry[] | undefined {
    const node = this.resolved(value);
    if (!yaml().isMap(node)) return undefined;
    const entries = new Map<string, YamlEntry>();
    const merged: YamlEntry[] = [];
    for (const pair of node.items) {
      const keyNode = this.resolved(pair.key as YamlValue);
      if (keyNode === null) continue;
      if (!yaml().isScalar(keyNode)) {
        reporter.report(this.span(keyNode), "yamlKey");
        continue;
      }
      const entry = this.#entry(keyNode, pair.value as YamlValue);
      if (keyNode.type === "PLAIN" && entry.key === "<<")
        for (const one of this.#mergedEntries(entry, reporter)) merged.push(one);
      else if (entries.has(entry.key)) reporter.report(entry.keySpan, "yamlDuplicateKey", { key: entry.key });
      else entries.set(entry.key, entry);
    }
    for (const entry of merged) if (!entries.has(entry.key)) entries.set(entry.key, entry);
    return [...entries.values()];
  }

  /** The values of a sequence; undefined for any other value. */
  items(value: YamlValue): readonly YamlValue[] | undefined {
    const node = this.resolved(value);
    return yaml().isSeq(node) ? (node.items as YamlValue[]) : undefined;
  }

  #entry(keyNode: Node & { value: unknown; source?: string }, value: YamlValue): YamlEntry {
    const key = typeof keyNode.value === "string" ? keyNode.value : (keyNode.source ?? String(keyNode.value));
    const keySpan = this.span(keyNode);
    const quotes = keySpan.end - keySpan.start - key.length;
    const textStart = keySpan.start + quotes / 2;
    const isVerbatim = (quotes === 0 || quotes === 2) && keySpan.source.text.startsWith(key, textStart);
    const keyTextStart = isVerbatim && key !== "" ? textStart : undefined;
    return new YamlEntry(this, key, keySpan, keyTextStart, value);
  }

  /** The entries that a merge key adds. Merge keys in these mappings are ignored, since nobody nests them. */
  #mergedEntries(entry: YamlEntry, reporter: Reporter): readonly YamlEntry[] {
    const sources = this.items(entry.value) ?? [entry.value];
    return sources.flatMap((source) => {
      const node = this.resolved(source);
      if (!yaml().isMap(node)) {
        reporter.report(this.valueSpan(entry), "yamlMerge");
        return [];
      }
      return node.items.flatMap((pair) => {
        const keyNode = this.resolved(pair.key as YamlValue);
        return yaml().isScalar(keyNode) ? [this.#entry(keyNode, pair.value as YamlValue)] : [];
      });
    });
  }

  /** The target of an alias; any other value itself. */
  resolved(value: YamlValue | undefined): YamlValue {
    return yaml().isAlias(value) ? (this.targets.get(value) ?? null) : (value ?? null);
  }
}

/** Tells the reporter about all comments of a file, which the library does not keep in its tree. */
export function reportComments(source: SourceText, reporter: Reporter): void {
  if (!source.text.includes("#")) return;
  let at = 0;
  let isScalar = false;
  for (const token of new (yaml().Lexer)().lex(source.text)) {
    if (!isScalar && marks.has(token)) {
      isScalar = token === scalarMark;
      continue;
    }
    if (!isScalar && token.startsWith("#")) reporter.comment(source.span(at, at + token.length));
    isScalar = false;
    at += token.length;
  }
}

/**
 * Marks that the library's lexer puts between the pieces of the text: before a scalar, before a document, and
 * at the end of flow style.
 */
const scalarMark = "\u001f";
const marks: ReadonlySet<string> = new Set([scalarMark, "\u0002", "\u0018"]);

/** A line that opens thousands of blocks at once, or is indented thousands of columns. */
const deepLine = /^[ \t?:-]{4000}/m;

/** The deepest nesting of `[` and `{`. At about a thousand levels, the library overflows the stack. */
const maxFlowDepth = 500;

/**
 * Finds brackets that nest too deep. The lexer, which knows brackets from those in strings, only runs if the
 * characters alone exceed the limit.
 */
function hasDeepFlow(text: string): boolean {
  return deepest(text) > maxFlowDepth && deepest(new (yaml().Lexer)().lex(text)) > maxFlowDepth;
}

function deepest(tokens: Iterable<string>): number {
  let [depth, most] = [0, 0];
  for (const token of tokens) {
    if (token === "[" || token === "{") most = Math.max(most, ++depth);
    else if (token === "]" || token === "}") depth = Math.max(0, depth - 1);
  }
  return most;
}

/**
 * Parses a file, or returns `undefined` if it nests too deep. The library recurses, and does not catch every
 * stack overflow; some of them would end the whole process.
 */
function parseUnlessTooDeep(text: string): ReturnType<typeof parseDocument> | undefined {
  if (deepLine.test(text) || hasDeepFlow(text)) return undefined;
  try {
    // With `uniqueKeys`, the library compares each key with every other one. `entries()` finds duplicates in
    // linear time.
    return yaml().parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The parser speaks of flow collections, as the standard does; to those who write flows, that is something else. */
function inPlainWords(message: string): string {
  return message
    .replace(/\bflow sequence\b/gi, "list in [ ]")
    .replace(/\bflow map(?:ping)?\b/gi, "map in { }")
    .replace(/\bflow collection(s?)\b/gi, (_, more) =>
      more ? "lists or maps in brackets" : "list or map in brackets",
    )
    .replace(
      /^(.+) in block collection must be sufficiently indented and end with an? (.)$/,
      "This $1 needs a $2 at its end, and has to be indented.",
    )
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
}
