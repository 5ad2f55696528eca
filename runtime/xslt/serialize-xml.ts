import { spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { XmlElement } from "../data/xml/xml-node.js";
import { escaped, reference } from "../data/xml/xml-text.js";
import { RawText } from "./html-elements.js";
import { expandedName } from "./names.js";
import { type OutputProperties, quoted } from "./output-properties.js";
import { isXhtml, writtenHead, xhtmlAttributes, xhtmlEmptyTag } from "./serialize-xhtml.js";

/** The cost of a node, beside its attributes. */
const stepsPerNode = 4;

/** Deeper levels are not indented further. */
const maxIndent = 30;

/** XSLT 1.0 §16.1. The text ends with a line feed, unless it must not be indented. */
export function xmlOutput(document: Node, output: OutputProperties): string {
  const parts: string[] = [];
  const lineEnd = output.indent === false ? "" : "\n";
  if (output.omitXmlDeclaration !== true) parts.push(declaration(output));
  const root = document.children.find(({ type }) => type === "element");
  const doctype = root && documentType(root.name, output);
  if (doctype !== undefined) parts.push(doctype, lineEnd);
  const writer = new XmlWriter(parts, output, doctype !== undefined && isXhtml(output));
  for (const child of document.children) {
    writer.write(child);
    if (child.type === "comment" && child !== document.children.at(-1)) parts.push(lineEnd);
  }
  parts.push(lineEnd);
  return parts.join("");
}

function declaration({ version = "1.0", encoding, standalone }: OutputProperties): string {
  const encodingPart = encoding === undefined ? "" : ` encoding="${encoding}"`;
  const standalonePart = standalone === undefined ? "" : ` standalone="${standalone ? "yes" : "no"}"`;
  return `<?xml version="${version}"${encodingPart}${standalonePart}?>\n`;
}

function documentType(name: string, output: OutputProperties): string | undefined {
  const { doctypePublic, doctypeSystem } = output;
  if (doctypePublic !== undefined)
    return `<!DOCTYPE ${name} PUBLIC ${quoted(doctypePublic)} ${quoted(doctypeSystem ?? "")}>`;
  return doctypeSystem === undefined ? undefined : `<!DOCTYPE ${name} SYSTEM ${quoted(doctypeSystem)}>`;
}

/** The part that is written behind the children of an element. */
interface EndTag {
  readonly end: Node;
  /** True if the element has text in it, so that nothing in it is indented. */
  readonly isMixed: boolean;
}

class XmlWriter {
  #level = 0;
  #isIndented: boolean;

  constructor(
    private readonly parts: string[],
    private readonly output: OutputProperties,
    private readonly isXhtml: boolean,
  ) {
    this.#isIndented = output.indent === true;
  }

  /** Writes a child of the document. */
  write(top: Node): void {
    this.#level = 0;
    const pending: (Node | EndTag)[] = [top];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const node = "end" in next ? next.end : next;
      if (!("end" in next)) {
        // In XHTML, libxml2 indents only elements.
        if (node !== top && (!this.isXhtml || node.type === "element")) this.#indent();
        if (!this.#start(node)) {
          this.#level++;
          const isMixed = this.#isIndented && node.children.some(({ type }) => type === "text");
          if (isMixed) this.#isIndented = false;
          this.#breakLine();
          pending.push({ end: node, isMixed });
          for (let index = node.children.length - 1; index >= 0; index--)
            pending.push(node.children[index] as Node);
          continue;
        }
      } else {
        this.#level--;
        this.#indent();
        this.parts.push(`</${node.name}>`);
        if (next.isMixed) this.#isIndented = true;
      }
      if (node !== top) this.#breakLine();
    }
  }

  #breakLine(): void {
    if (this.#isIndented) this.parts.push("\n");
  }

  #indent(): void {
    if (this.#isIndented) this.parts.push("  ".repeat(Math.min(this.#level, maxIndent)));
  }

  /** Writes a node that has no children, or the start tag of one that has some. Returns whether the node is done. */
  #start(node: Node): boolean {
    const { parts } = this;
    spend(stepsPerNode + node.attributes.length);
    switch (node.type) {
      case "text":
        this.#text(node);
        return true;
      case "comment":
        parts.push(`<!--${node.toText()}-->`);
        return true;
      case "processing-instruction":
        parts.push(`<?${node.name}${node.toText() === "" ? "" : " "}${node.toText()}?>`);
        return true;
      default:
        return this.#element(node);
    }
  }

  #element(node: Node): boolean {
    const { parts, isXhtml } = this;
    parts.push(`<${node.name}`);
    for (const [prefix, uri] of declarations(node))
      parts.push(` xmlns${prefix === "" ? "" : `:${prefix}`}=${quotedUri(uri)}`);
    for (const { name, value } of isXhtml ? xhtmlAttributes(node) : plainAttributes(node))
      parts.push(` ${name}="${this.#attributeValue(value)}"`);
    const isEmpty = node.children.length === 0;
    if (isXhtml) {
      const { encoding = "UTF-8" } = this.output;
      const indent = this.#isIndented ? `\n${"  ".repeat(Math.min(this.#level + 1, maxIndent))}` : "";
      const head = writtenHead(node, encoding, indent);
      if (head !== undefined) parts.push(isEmpty && indent !== "" ? `${head}\n` : head);
      else parts.push(isEmpty ? xhtmlEmptyTag(node) : ">");
      if (isEmpty && head !== undefined) parts.push(`</${node.name}>`);
    } else parts.push(isEmpty ? "/>" : ">");
    return isEmpty;
  }

  /** Texts that follow each other in one element become one CDATA section, with the first of them. */
  #text(node: Node): void {
    const { parts, output } = this;
    const { parent } = node;
    if (parent?.type !== "element" || !isCdata(parent, output)) {
      parts.push(node instanceof RawText ? node.toText() : escaped(node.toText()));
      return;
    }
    const siblings = parent.children;
    if (siblings[node.order - 1]?.type === "text") return;
    let text = node.toText();
    for (let next = node.order + 1; siblings[next]?.type === "text"; next++) text += siblings[next]?.toText();
    parts.push(`<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`);
  }

  /** Where no encoding is chosen, an attribute has only characters that every encoding has. */
  #attributeValue(value: string): string {
    if (!special.test(value)) return value;
    const text = escaped(value).replace(/["\t\n]/g, (one) => (one === '"' ? "&quot;" : reference(one)));
    return this.output.encoding === undefined ? text.replace(/[^\0-\x7F]/gu, hexadecimal) : text;
  }
}

/** A character that may need an escape. */
const special = /[^ !#-%'-;=?-~]/;

function isCdata(element: Node, { cdataSectionElements }: OutputProperties): boolean {
  return cdataSectionElements?.has(expandedName(element)) === true;
}

/** The declarations of the start tag. */
export function declarations(element: Node): readonly (readonly [prefix: string, uri: string])[] {
  const declared = element instanceof XmlElement ? [...(element.declared ?? [])] : [];
  return declared.filter(([prefix]) => prefix !== "xml");
}

/** Unlike libxml2, the URI is escaped, so that a parser reads it back. */
export function quotedUri(uri: string): string {
  return quoted(uri.replace(/&/g, "&amp;").replace(/</g, "&lt;"));
}

function plainAttributes(element: Node): readonly { readonly name: string; readonly value: string }[] {
  return element.attributes.map((one) => ({ name: one.name, value: one.toText() }));
}

function hexadecimal(character: string): string {
  return `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;
}
