import { escaped } from "../../data/xml/xml-text.js";
import { hasValueOfAnother, namesAnother } from "../logs/secret-name.js";
import type { Inner, Masks } from "./masks.js";

/**
 * XML or HTML as a text with masks in place of the content of secret elements, of secret attributes, and of all that
 * stands beside an element with a secret name in it. It may be cut off, and need not be well-formed: where a secret
 * element does not end, nothing behind it is kept.
 */
export function maskedXml(text: string, masks: Masks, inner: Inner): string {
  const reader = new Reader(text, masks, inner);
  return reader.masked();
}

/** An element that is open. */
interface Open {
  readonly name: string;
  /** How many parts there were before its content, and where that begins. */
  readonly parts: number;
  readonly start: number;
}

/** Elements of HTML that have no end. */
const voidElements = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

class Reader {
  readonly #parts: string[] = [];
  readonly #open: Open[] = [];
  /** How many elements of a name are open. */
  readonly #names = new Map<string, number>();
  /** The element whose content is hidden. */
  #hidden: Open | undefined;
  /** The text since the last tag. */
  #content = "";
  readonly #isHtml: boolean;

  constructor(
    private readonly text: string,
    private readonly masks: Masks,
    private readonly inner: Inner,
  ) {
    this.#isHtml = /<!doctype html|<html/i.test(text.slice(0, 1_000));
  }

  masked(): string {
    let at = 0;
    while (at < this.text.length) at = this.#next(at);
    if (this.#hidden !== undefined) this.#cover(this.#hidden, this.text.length);
    return this.#parts.join("");
  }

  /** Reads what begins here. Returns where it ends. */
  #next(at: number): number {
    const { text } = this;
    for (const [start, end] of sections)
      if (text.startsWith(start, at)) {
        const found = text.indexOf(end, at + start.length);
        const inside = text.slice(at + start.length, found < 0 ? undefined : found);
        if (start === "<![CDATA[") this.#content += inside;
        this.#push(start + this.inner(inside) + (found < 0 ? "" : end));
        return found < 0 ? text.length : found + end.length;
      }
    if (text.startsWith("<!", at)) return this.#declaration(at);
    tagStart.lastIndex = at;
    const [, slash, name] = tagStart.exec(text) ?? [];
    if (name === undefined) {
      const next = text.indexOf("<", at + 1);
      const end = next < 0 ? text.length : next;
      const content = unescaped(text.slice(at, end));
      const shown = this.inner(content);
      this.#content += content;
      this.#push(shown === content ? text.slice(at, end) : escaped(shown));
      return end;
    }
    const end = endOfTag(text, at);
    if (slash === "/") this.#endTag(name, text.slice(at, end), at, end);
    else this.#startTag(name, text.slice(at, end), end);
    this.#content = "";
    return end;
  }

  /** A declaration with entities may have the content of an element. */
  #declaration(at: number): number {
    const end = this.text.indexOf(">", at);
    const whole = this.text.slice(at, end < 0 ? undefined : end + 1);
    const subset = whole.indexOf("[");
    if (subset < 0) {
      this.#push(whole);
      return at + whole.length;
    }
    const close = /\]\s*>/g;
    close.lastIndex = at;
    const found = close.exec(this.text);
    this.#push(`${whole.slice(0, subset)}[${this.masks.standIn(whole)}${found === null ? "" : "]>"}`);
    return found === null ? this.text.length : close.lastIndex;
  }

  #startTag(name: string, tag: string, end: number): void {
    const isNamed = namesSecret(tag, this.masks);
    this.#push(maskedTag(tag, isNamed, this.masks, this.inner));
    if (tag.endsWith("/>") || (this.#isHtml && voidElements.test(name))) return;
    const open = { name, parts: this.#parts.length, start: end };
    this.#open.push(open);
    this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    if (isNamed || this.masks.isSecret(localName(name))) this.#hidden ??= open;
  }

  #endTag(name: string, tag: string, at: number, end: number): void {
    const count = this.#names.get(name) ?? 0;
    // HTML leaves out the ends of some elements. A secret one ends with its own.
    if (count > 0)
      for (let open = this.#open.at(-1); open !== undefined; open = this.#open.at(-1)) {
        if (open === this.#hidden && open.name !== name) break;
        this.#open.pop();
        this.#names.set(open.name, (this.#names.get(open.name) ?? 1) - 1);
        if (open === this.#hidden) this.#cover(open, at);
        if (open.name === name) break;
      }
    this.#push(tag);
    // `<name>password</name><value>…</value>`
    if (!namesAnother(localName(name)) || !this.masks.isSecret(this.#content.trim())) return;
    const parent = this.#open.at(-1) ?? { name: "", parts: this.#parts.length, start: end };
    this.#hidden ??= parent;
  }

  /** Puts a mask in place of what an element has, up to here. */
  #cover({ parts, start }: Open, end: number): void {
    const content = this.text.slice(start, end);
    rememberTexts(content, this.masks);
    this.#parts.length = parts;
    this.#parts.push(this.masks.standIn(unescaped(content.trim())));
    this.#hidden = undefined;
  }

  #push(part: string): void {
    this.#parts.push(part);
  }
}

const sections: readonly (readonly [start: string, end: string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];

const tagStart = /<(\/?)([A-Za-z_][\w.:-]*)/y;

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The offset after the `>` that is in no attribute. */
function endOfTag(text: string, open: number): number {
  let quote = "";
  for (let at = open; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at + 1;
  }
  return text.length;
}

const attributes = /(?<![\w.:-])([\w.:-]+)(\s*=\s*)("[^"]*"?|'[^']*'?|[^\s"'<>=]+)/g;

/** Returns true if an attribute has the name of a secret: `<param name="password" value="…"/>`, `<p key="token">…</p>`. */
function namesSecret(tag: string, masks: Masks): boolean {
  if (!tag.includes("=")) return false;
  return [...tag.matchAll(attributes)].some(
    ([, name = "", , value = ""]) => namesAnother(localName(name)) && masks.isSecret(contentOf(value)),
  );
}

function maskedTag(tag: string, isNamed: boolean, masks: Masks, inner: Inner): string {
  if (!tag.includes("=")) return tag;
  return tag.replace(attributes, (whole, name: string, equals: string, value: string) => {
    if (name.startsWith("xmlns")) return whole;
    const content = contentOf(value);
    const isName = namesAnother(localName(name)) && masks.isSecret(content);
    const isSecret =
      (!isName && masks.isSecret(localName(name))) || (isNamed && hasValueOfAnother(localName(name)));
    const shown = isSecret ? masks.hidden(content) : inner(content);
    return shown === content ? whole : `${name}${equals}"${escaped(shown).replaceAll('"', "&quot;")}"`;
  });
}

/** Returns the content of an attribute, with or without quotes, which may be cut off. */
function contentOf(value: string): string {
  const quote = /^["']/.test(value) ? value.charAt(0) : undefined;
  if (quote === undefined) return unescaped(value);
  return unescaped(value.slice(1, value.length > 1 && value.endsWith(quote) ? -1 : undefined));
}

/** Remembers all texts in what is secret. */
function rememberTexts(content: string, masks: Masks): void {
  for (const text of content.replace(/<!\[CDATA\[|\]\]>/g, "").split(/<[^<>]*>/))
    for (const each of [text, text.trim(), unescaped(text), unescaped(text.trim())]) masks.remember(each);
}

function unescaped(text: string): string {
  return text.includes("&")
    ? text.replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|quot|apos|amp));/gi,
        (whole, hex, decimal, name) => {
          if (name !== undefined) return named.get(name.toLowerCase()) ?? whole;
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
          return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
        },
      )
    : text;
}

const named: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["amp", "&"],
]);
