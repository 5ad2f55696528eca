import type { Span } from "../../source/source-text.js";
import type {
  Definition,
  JsonItem,
  JsonKey,
  JsonMember,
  JsonNode,
  JsonScope,
} from "../../syntax/json-template.js";
import type { TokenPart } from "../../syntax/json-tokens.js";

/**
 * The JSON tree of a template that is valid on every path. `undefined` if its blocks cut across the tree
 * (`{{if}} { {{else}} [ {{end}}`): the generated code writes such a template as text.
 */
export function templateShape(parts: readonly TokenPart[]): JsonScope<JsonNode> | undefined {
  try {
    return scoped(parts, (reader) => {
      const value = reader.value();
      reader.expectEnd();
      return value;
    });
  } catch (error) {
    if (error === noTreeError) return undefined;
    throw error;
  }
}

const noTreeError = Symbol("no tree");

function noTree(): never {
  throw noTreeError;
}

/** Reads the parts of a block that has its own context. */
function scoped<T>(parts: readonly TokenPart[], read: (reader: PartReader) => T): JsonScope<T> {
  const definitions: Definition[] = [];
  const content = read(new PartReader(parts, definitions));
  return { definitions, content };
}

type Block<K extends TokenPart["kind"]> = Extract<TokenPart, { kind: K }>;

class PartReader {
  #at = 0;

  constructor(
    private readonly parts: readonly TokenPart[],
    /** Takes the definitions of the surrounding scope. */
    private readonly definitions: Definition[],
  ) {}

  value(): JsonNode {
    const part = this.#take() ?? noTree();
    switch (part.kind) {
      case "constant":
      case "dot":
        return part;
      case "placeholder":
        return { kind: "expression", span: part.span, value: part.value };
      case "{": {
        const members = this.members();
        const end = this.#take("}");
        return { kind: "object", span: joined(part.span, end.span), members };
      }
      case "[": {
        const items = this.items();
        const end = this.#take("]");
        return { kind: "array", span: joined(part.span, end.span), items };
      }
      case "if":
        return this.#if(part, (reader) => reader.#only(() => reader.value()), undefined);
      case "with":
        return this.#with(part, (reader) => reader.#only(() => reader.value()), undefined);
      default:
        return noTree();
    }
  }

  /** Reads members up to the closing brace or the end of the block. */
  members(): readonly JsonMember[] {
    const members: JsonMember[] = [];
    for (;;) {
      const part = this.#peekAfterCommas();
      if (part === undefined || part.kind === "}") return members;
      members.push(this.#member(part));
    }
  }

  #member(part: TokenPart): JsonMember {
    this.#at++;
    const read = (reader: PartReader) => reader.#only(() => reader.members());
    switch (part.kind) {
      case "pairs":
        return part;
      case "if":
        return this.#if(part, read, []);
      case "with":
        return this.#with(part, read, []);
      case "loop":
        return { kind: "loop", span: part.span, over: part.over, content: scoped(part.parts, read) };
      case "constant":
        if (typeof part.value !== "string") return noTree();
        return this.#named(part.span, part.value);
      case "placeholder":
        return this.#named(part.span, { kind: "expression", span: part.span, value: part.value });
      case "dot":
        return this.#named(part.span, part);
      default:
        return noTree();
    }
  }

  #named(span: Span, name: string | JsonKey): JsonMember {
    this.#take(":");
    const value = this.value();
    return { kind: "member", span, name, value };
  }

  /** Reads items up to the closing bracket or the end of the block. */
  items(): readonly JsonItem[] {
    const items: JsonItem[] = [];
    const read = (reader: PartReader) => reader.#only(() => reader.items());
    for (;;) {
      const part = this.#peekAfterCommas();
      if (part === undefined || part.kind === "]") return items;
      if (part.kind === "if" || part.kind === "with" || part.kind === "loop") {
        this.#at++;
        if (part.kind === "if") items.push(this.#if(part, read, []));
        else if (part.kind === "with") items.push(this.#with(part, read, []));
        else
          items.push({ kind: "loop", span: part.span, over: part.over, content: scoped(part.parts, read) });
      } else {
        const value = this.value();
        items.push({ kind: "item", span: value.span, value });
      }
    }
  }

  expectEnd(): void {
    if (this.#peekAfterCommas() !== undefined) noTree();
  }

  #if<T>(part: Block<"if">, read: (reader: PartReader) => T, empty: T | undefined) {
    const inner = (parts: readonly TokenPart[]) => read(new PartReader(parts, this.definitions));
    const branches = part.branches.map(({ span, test, parts }) => ({ span, test, content: inner(parts) }));
    const otherwise = part.otherwise === undefined ? (empty ?? noTree()) : inner(part.otherwise);
    return { kind: "if" as const, span: part.span, branches, otherwise };
  }

  #with<T>(part: Block<"with">, read: (reader: PartReader) => T, empty: T | undefined) {
    const content = scoped(part.parts, read);
    const otherwise =
      part.otherwise === undefined
        ? (empty ?? noTree())
        : read(new PartReader(part.otherwise, this.definitions));
    return { kind: "with" as const, span: part.span, context: part.context, content, otherwise };
  }

  #only<T>(read: () => T): T {
    const content = read();
    this.expectEnd();
    return content;
  }

  /** Takes the next part that is not a definition. With `kind`, the part must be of that kind. */
  #take(): TokenPart | undefined;
  #take(kind: TokenPart["kind"]): TokenPart;
  #take(kind?: TokenPart["kind"]): TokenPart | undefined {
    this.#define();
    const part = this.parts[this.#at++];
    if (kind !== undefined && part?.kind !== kind) return noTree();
    return part;
  }

  /** Skips commas: they carry no meaning any more, because all paths are known to be valid. */
  #peekAfterCommas(): TokenPart | undefined {
    for (;;) {
      this.#define();
      const part = this.parts[this.#at];
      if (part?.kind !== "," && part?.kind !== "comma") return part;
      this.#at++;
    }
  }

  #define(): void {
    for (let part = this.parts[this.#at]; part?.kind === "define"; part = this.parts[++this.#at]) {
      this.definitions.push({ span: part.span, name: part.name, value: part.value });
    }
  }
}

function joined(start: Span, end: Span): Span {
  return { source: start.source, start: start.start, end: end.end };
}
