import { mapAll } from "../../source/lists.js";
import type { Span } from "../../source/source-text.js";
import type {
  Definition,
  JsonBlock,
  JsonItem,
  JsonKey,
  JsonMember,
  JsonNode,
  JsonScope,
} from "../../syntax/json-template.js";
import type { TokenPart } from "../../syntax/json-tokens.js";
import type { Block, SignPart, ValuePart } from "../../syntax/template.js";
import { isDefinition, isItem } from "../../syntax/visit-template.js";

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

/** The value, or the name, that a command writes. */
function written(part: ValuePart | SignPart): JsonKey {
  const { span } = part;
  if (part.kind === "sign") return isItem(part) ? { kind: "dot", span } : noTree();
  return part.command.use === "value" ? { kind: "expression", span, value: part.value } : noTree();
}

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
        return part;
      case "sign":
      case "value":
        return written(part);
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
      case "block":
        if (part.command.repeats) return noTree();
        return this.#block(part, (reader) => reader.#only(() => reader.value()), undefined);
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
    switch (part.kind) {
      case "block":
        return this.#block(part, (reader) => reader.#only(() => reader.members()), []);
      case "constant":
        if (typeof part.value !== "string") return noTree();
        return this.#named(part.span, part.value);
      case "sign":
        return this.#named(part.span, written(part));
      case "value":
        if (part.command.use === "members") return { kind: "producer", span: part.span, value: part.value };
        return this.#named(part.span, written(part));
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
      if (part.kind === "block") {
        this.#at++;
        items.push(this.#block(part, read, []));
      } else {
        const value = this.value();
        items.push({ kind: "item", span: value.span, value });
      }
    }
  }

  expectEnd(): void {
    if (this.#peekAfterCommas() !== undefined) noTree();
  }

  #block<T>(
    { span, command, ways, otherwise }: Block<TokenPart>,
    read: (reader: PartReader) => T,
    empty: T | undefined,
  ): JsonBlock<T> {
    const here = (parts: readonly TokenPart[]) => read(new PartReader(parts, this.definitions));
    return {
      kind: "block",
      span,
      command,
      ways: mapAll(ways, ({ span, value, parts }) => {
        const scope = command.hasContext ? scoped(parts, read) : { definitions: [], content: here(parts) };
        return { span, value, scope };
      }),
      otherwise: otherwise === undefined ? (empty ?? noTree()) : here(otherwise),
    };
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
      if (part?.kind !== "," && (part?.kind !== "sign" || part.command.writes !== "separator")) return part;
      this.#at++;
    }
  }

  #define(): void {
    for (let part = this.parts[this.#at]; part && isDefinition(part); part = this.parts[++this.#at])
      this.definitions.push({ span: part.span, name: part.defines, value: part.value });
  }
}

function joined(start: Span, end: Span): Span {
  return { source: start.source, start: start.start, end: end.end };
}
