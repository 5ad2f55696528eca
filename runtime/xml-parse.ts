import sax from "sax";
import { checkNodes } from "./limits.js";
import { type NewAttribute, XmlBuilder } from "./xml-builder.js";
import { isXmlName } from "./xml-name.js";
import { mayDeclare, Namespaces } from "./xml-namespaces.js";
import type { XmlDocument } from "./xml-node.js";

/** The text is no well-formed XML with namespaces; the message says where. */
export class XmlSyntaxError extends Error {
  override readonly name = "XmlSyntaxError";

  /** `line` and `column` count from 1. */
  constructor(
    readonly reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`${reason} at line ${line}, column ${column}`);
  }
}

/**
 * Reads XML 1.0 with namespaces. A document type declaration is skipped, and so the entities that it declares are unknown.
 * @throws XmlSyntaxError
 * @throws TreeLimitError
 */
export function parseXml(text: string): XmlDocument {
  const reader = new Reader();
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  reader.read(lines.includes(emptyComment) ? lines.replaceAll(emptyComment, filledComment) : lines);
  return reader.finish();
}

/** The parser says nothing of an empty comment, so it gets one with a character that no document can contain. */
const emptyComment = "<!---->";
const filledComment = "<!--\0-->";
const emptied = (text: string) => text.replaceAll(filledComment, emptyComment);

/** Looked up by the parser with names from the document, which must not meet `constructor` and the like. */
const entities: Record<string, string> = Object.assign(Object.create(null) as object, {
  amp: "&",
  gt: ">",
  lt: "<",
  quot: '"',
  apos: "'",
});

/**
 * Stands in for the object in which the parser collects attributes by name. That object would fail for an
 * attribute named `hasOwnProperty` and hide duplicates; we take every attribute from its event instead.
 */
const noAttributes = new Proxy<Record<string, never>>(
  {},
  { get: () => () => false, set: () => true, getOwnPropertyDescriptor: () => undefined },
);

type Declarations = Map<string, string>;

/** Namespaces are resolved here and not by the parser, whose way costs time with every declaration in scope. */
class Reader {
  readonly #parser = sax.parser(true, { xmlns: false });
  readonly #builder = new XmlBuilder();
  readonly #namespaces = new Namespaces();
  readonly #declared: (Declarations | undefined)[] = [];
  #attributes: { readonly name: string; readonly value: string }[] = [];

  constructor() {
    const parser = this.#parser;
    parser.ENTITIES = entities;
    parser.onerror = (error) => this.#fail(error.message.split("\n")[0] ?? "Syntax error");
    parser.onopentagstart = (tag) => {
      tag.attributes = noAttributes;
      this.#attributes = [];
    };
    parser.onattribute = ({ name, value }) => {
      this.#attributes.push({ name, value: emptied(value) });
      checkNodes(this.#attributes.length);
    };
    parser.onopentag = ({ name }) => this.#open(name);
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => this.#text(text);
    parser.oncdata = (text) => this.#text(emptied(text));
    parser.oncomment = (text) => this.#builder.comment(text === "\0" ? "" : text);
    parser.onprocessinginstruction = ({ name, body }) => this.#processingInstruction(name, emptied(body));
    parser.ondoctype = () => this.#builder.doctype();
    parser.onsgmldeclaration = () => this.#fail("Unexpected declaration");
  }

  read(text: string): void {
    this.#parser.write(text).close();
  }

  finish(): XmlDocument {
    if (!this.#builder.hasRoot) this.#fail("No root element");
    return this.#builder.finish();
  }

  #fail(reason: string): never {
    throw new XmlSyntaxError(reason, this.#parser.line + 1, Math.max(1, this.#parser.column));
  }

  #text(text: string): void {
    if (this.#builder.depth > 0) this.#builder.text(text);
    else if (text.trim() !== "") this.#fail("Text outside of the root element");
  }

  #processingInstruction(target: string, body: string): void {
    if (target === "xml") return;
    if (!isXmlName(target) || target.toLowerCase() === "xml") this.#fail("Invalid processing instruction");
    this.#builder.processingInstruction(target, body);
  }

  #open(name: string): void {
    if (this.#builder.depth === 0 && this.#builder.hasRoot) this.#fail("Second root element");
    const declared = this.#declarations();
    this.#namespaces.enter(declared);
    this.#declared.push(declared);
    const uri = this.#uriOf(this.#prefixOf(name));
    this.#builder.element(name, uri, this.#plainAttributes(), declared);
  }

  #close(): void {
    this.#builder.close();
    this.#namespaces.leave(this.#declared.pop());
  }

  #declarations(): Declarations | undefined {
    let declared: Declarations | undefined;
    for (const { name, value } of this.#attributes) {
      const prefix = declaredPrefix(name);
      if (prefix === undefined) continue;
      if (!mayDeclare(prefix, value)) this.#fail(`Invalid namespace declaration ${name}`);
      declared ??= new Map();
      if (declared.has(prefix)) this.#fail(`Duplicate attribute ${name}`);
      declared.set(prefix, value);
    }
    return declared;
  }

  #plainAttributes(): readonly NewAttribute[] {
    const attributes: NewAttribute[] = [];
    const expandedNames = new Set<string>();
    for (const { name, value } of this.#attributes) {
      if (declaredPrefix(name) !== undefined) continue;
      const prefix = this.#prefixOf(name);
      const namespaceUri = prefix === "" ? "" : this.#uriOf(prefix);
      const expandedName = `${namespaceUri} ${name.slice(name.indexOf(":") + 1)}`;
      if (expandedNames.has(expandedName)) this.#fail(`Duplicate attribute ${name}`);
      expandedNames.add(expandedName);
      attributes.push({ name, namespaceUri, value });
    }
    return attributes;
  }

  #prefixOf(name: string): string {
    const colon = name.indexOf(":");
    if (!isXmlName(name.slice(colon + 1))) this.#fail(`Invalid name ${name}`);
    if (colon < 0) return "";
    const prefix = name.slice(0, colon);
    if (!isXmlName(prefix)) this.#fail(`Invalid name ${name}`);
    return prefix;
  }

  #uriOf(prefix: string): string {
    return this.#namespaces.uriOf(prefix) ?? this.#fail(`Undeclared namespace prefix ${prefix}`);
  }
}

/** `p` of `xmlns:p`, empty for `xmlns`; `undefined` for what declares no namespace. */
function declaredPrefix(name: string): string | undefined {
  if (name === "xmlns") return "";
  return name.startsWith("xmlns:") ? name.slice("xmlns:".length) : undefined;
}
