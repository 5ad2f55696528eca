import { countWhile } from "../../source/index.js";

/**
 * A tolerant reader of XML that someone is writing. It takes any text, in one pass, and finds elements and attributes
 * where they can be made out: a tag that has no end yet ends where the next one begins, and an element without an end
 * tag ends with the one around it. Offsets are those of the text.
 */

export interface LooseAttribute {
  readonly name: string;
  /** The range of the name. */
  readonly start: number;
  readonly end: number;
  /** The range between the quotes; `undefined` where there is no value yet. */
  readonly value: Range | undefined;
}

export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface LooseElement {
  /** Empty behind a bare `<`. */
  readonly name: string;
  /** The offset of `<`. */
  readonly start: number;
  /** Behind the `>` of the start tag, or where the tag breaks off. */
  readonly tagEnd: number;
  readonly hasTagEnd: boolean;
  readonly isEmpty: boolean;
  readonly attributes: readonly LooseAttribute[];
  readonly children: readonly LooseElement[];
  readonly parent: LooseElement | undefined;
  /** The offset of the end tag, or where the element ends without one. */
  readonly contentEnd: number;
  readonly end: number;
  /** The name in the end tag. */
  readonly endName: Range | undefined;
}

/** A comment, a CDATA section or a processing instruction, with its marks. */
export interface Markup extends Range {
  readonly kind: "comment" | "cdata" | "instruction";
}

export interface LooseDocument {
  readonly text: string;
  readonly roots: readonly LooseElement[];
  readonly markup: readonly Markup[];
}

type Open = { -readonly [K in keyof LooseElement]: LooseElement[K] } & { readonly children: LooseElement[] };

/** Deeper elements count as children of the deepest one. */
const maxDepth = 1000;

const marks = [
  ["<!--", "-->", "comment"],
  ["<![CDATA[", "]]>", "cdata"],
  ["<?", "?>", "instruction"],
] as const;

const space = /[ \t\r\n]*/y;
const nameChars = /[^\s<>/="'&;!?]*/y;

export function readLoosely(text: string): LooseDocument {
  return new LooseReader(text).read();
}

class LooseReader {
  readonly #roots: LooseElement[] = [];
  readonly #markup: Markup[] = [];
  readonly #open: Open[] = [];

  constructor(private readonly text: string) {}

  read(): LooseDocument {
    const { text } = this;
    for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) at = this.#tag(at);
    for (let open = this.#open.pop(); open !== undefined; open = this.#open.pop())
      open.contentEnd = open.end = text.length;
    return { text, roots: this.#roots, markup: this.#markup };
  }

  /** Reads what begins with `<`. Returns where to go on. */
  #tag(start: number): number {
    const { text } = this;
    for (const [mark, close, kind] of marks) {
      if (!text.startsWith(mark, start)) continue;
      const found = text.indexOf(close, start + mark.length);
      const end = found < 0 ? text.length : found + close.length;
      this.#markup.push({ kind, start, end });
      return end;
    }
    if (text[start + 1] === "/") return this.#endTag(start);
    const name = this.#match(nameChars, start + 1);
    const isText = name === "" && /[=0-9]/.test(text[start + 1] ?? "");
    return isText ? start + 1 : this.#startTag(start, name);
  }

  #startTag(start: number, name: string): number {
    const { text } = this;
    const attributes: LooseAttribute[] = [];
    let at = start + 1 + name.length;
    for (;;) {
      at += this.#match(space, at).length;
      const next = text[at];
      if (next === undefined || next === "<" || next === ">" || (next === "/" && text[at + 1] === ">")) break;
      const read = this.#attribute(at);
      if (read === undefined) at++;
      else {
        attributes.push(read.attribute);
        at = read.end;
      }
    }
    const isEmpty = text[at] === "/";
    const hasTagEnd = isEmpty || text[at] === ">";
    const tagEnd = at + (isEmpty ? 2 : hasTagEnd ? 1 : 0);
    const parent = this.#open.at(-1);
    const element: Open = {
      name,
      start,
      tagEnd,
      hasTagEnd,
      isEmpty,
      attributes,
      children: [],
      parent,
      contentEnd: tagEnd,
      end: tagEnd,
      endName: undefined,
    };
    if (parent === undefined) this.#roots.push(element);
    else parent.children.push(element);
    // A tag that breaks off has no content: what follows belongs to the element around it.
    if (hasTagEnd && !isEmpty && this.#open.length < maxDepth) this.#open.push(element);
    return tagEnd;
  }

  #attribute(start: number): { readonly attribute: LooseAttribute; readonly end: number } | undefined {
    const { text } = this;
    const name = this.#match(nameChars, start);
    if (name === "") return undefined;
    const nameEnd = start + name.length;
    const equals = nameEnd + this.#match(space, nameEnd).length;
    const bare = { attribute: { name, start, end: nameEnd, value: undefined }, end: nameEnd };
    if (text[equals] !== "=") return bare;
    const at = equals + 1 + this.#match(space, equals + 1).length;
    const quote = text[at];
    if (quote !== '"' && quote !== "'") return { ...bare, end: equals + 1 };
    const valueEnd = this.#valueEnd(at + 1, quote);
    const end = text[valueEnd] === quote ? valueEnd + 1 : valueEnd;
    return { attribute: { name, start, end: nameEnd, value: { start: at + 1, end: valueEnd } }, end };
  }

  /** The offset of the closing quote. Without one before the next `<`, the value ends with its line, or before a `>`. */
  #valueEnd(from: number, quote: string): number {
    const { text } = this;
    let lineEnd: number | undefined;
    for (let at = from; at < text.length; at++) {
      const character = text[at];
      if (character === quote) return at;
      if (character === "\n") lineEnd ??= at;
      if (character === "<") {
        const end = lineEnd ?? at;
        const tagEnd = text.slice(from, end).indexOf(">");
        return tagEnd < 0 ? end : from + tagEnd;
      }
    }
    return lineEnd ?? text.length;
  }

  #endTag(start: number): number {
    const { text } = this;
    const name = this.#match(nameChars, start + 2);
    const nameEnd = start + 2 + name.length;
    const at = nameEnd + this.#match(space, nameEnd).length;
    const end = text[at] === ">" ? at + 1 : nameEnd;
    const index = this.#open.findLastIndex((open) => open.name === name);
    if (index < 0) return end;
    const [ended, ...unclosed] = this.#open.splice(index);
    for (const open of unclosed) open.contentEnd = open.end = start;
    if (ended !== undefined) {
      ended.contentEnd = start;
      ended.end = end;
      ended.endName = { start: start + 2, end: nameEnd };
    }
    return end;
  }

  #match(pattern: RegExp, at: number): string {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0] ?? "";
  }
}

/** The innermost element that a place is in, its tags included. */
export function elementAt({ roots }: LooseDocument, offset: number): LooseElement | undefined {
  let found: LooseElement | undefined;
  for (let list = roots; ; ) {
    const next = list[countWhile(list, ({ start }) => start < offset) - 1];
    if (next === undefined || !isInside(next, offset)) return found;
    found = next;
    list = next.children;
  }
}

function isInside({ start, end, hasTagEnd, endName, isEmpty }: LooseElement, offset: number): boolean {
  // An element that breaks off is still being written at its end.
  const isOpen = !hasTagEnd || (endName === undefined && !isEmpty);
  return offset > start && (offset < end || (isOpen && offset === end));
}

/** All elements in the order of the text. */
export function* allElements(elements: readonly LooseElement[]): Generator<LooseElement> {
  for (const element of elements) {
    yield element;
    yield* allElements(element.children);
  }
}

/** The name of the first element, without reading what follows it. */
export function rootName(text: string): string | undefined {
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const mark = marks.find(([open]) => text.startsWith(open, at));
    if (mark === undefined) return new RegExp(nameChars, "y").exec(text.slice(at + 1, at + 100))?.[0];
    const end = text.indexOf(mark[1], at);
    if (end < 0) return undefined;
    at = end;
  }
  return undefined;
}
