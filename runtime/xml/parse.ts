import sax from "sax";
import { checkNodes } from "../limits/trees.js";
import { spend } from "../limits/work.js";
import { isXmlName, noXmlCharacter } from "../text/xml-name.js";
import { type NewAttribute, XmlBuilder } from "./builder.js";
import { type DocumentType, readProlog } from "./doctype.js";
import { mayDeclare, Namespaces } from "./namespaces.js";
import type { XmlDocument } from "./node.js";
import { References } from "./references.js";
import { findSections, type Section, withoutSections } from "./sections.js";
import { XmlSyntaxError } from "./syntax-error.js";

export { XmlSyntaxError } from "./syntax-error.js";

/**
 * Reads XML 1.0 with namespaces, as a parser that does not validate. It minds the entities, default attributes and
 * identifiers that the document itself declares, and reads nothing from elsewhere.
 * @throws XmlSyntaxError
 * @throws TreeLimitError
 */
export function parseXml(text: string): XmlDocument {
  spend(text.length / 2);
  const lines = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  const forbidden = lines.search(noXmlCharacter);
  if (forbidden >= 0) throw XmlSyntaxError.at(lines, forbidden, "Character that XML does not allow");
  if (!lines.includes("<!DOCTYPE")) return new Reader().read(lines);
  const { documentType, text: content } = readProlog(lines);
  return new Reader(documentType).read(content);
}

/**
 * Stands for each ampersand while `sax` parses. `sax` would resolve references before anyone can tell a written line
 * feed from `&#10;`, or `<` from `&lt;`. No document can contain this character.
 */
const ampersand = "\u0001";

function masked(text: string) {
  return text.replaceAll("&", ampersand);
}
function unmasked(text: string) {
  return text.replaceAll(ampersand, "&");
}

/** XML 1.0 §2.8; every version 1 is read as 1.0. */
const xmlDeclaration =
  /^\ufeff?<\?xml\s+version\s*=\s*(?:"1\.\d+"|'1\.\d+')(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/;

/**
 * Stands for the object in which `sax` collects attributes by name. That object would fail for an attribute named
 * `hasOwnProperty`, and hide duplicates. We take every attribute from its event instead.
 */
const noAttributes = new Proxy<Record<string, never>>(
  {},
  { get: () => () => false, set: () => true, getOwnPropertyDescriptor: () => undefined },
);

interface Attribute {
  readonly name: string;
  readonly value: string;
}

type Declarations = Map<string, string>;

/**
 * Builds the tree from the tags that `sax` finds. Comments, CDATA sections and processing instructions are found
 * before, and `sax` gets an empty instruction for each: it is lax about them, and takes quadratic time for a `<!` that
 * does not end. Namespaces are resolved here, since in `sax` each element would cost time for every declaration in
 * scope.
 */
class Reader {
  readonly #parser = sax.parser(true, { xmlns: false });
  readonly #builder: XmlBuilder;
  readonly #namespaces = new Namespaces();
  readonly #references: References;
  readonly #declared: (Declarations | undefined)[] = [];
  #attributes: Attribute[] = [];
  #sections: readonly Section[] = [];
  #nextSection = 0;
  #declarationEnd = 0;

  constructor(private readonly documentType?: DocumentType) {
    this.#builder = new XmlBuilder(documentType);
    this.#references = new References(documentType, (reason) => this.#fail(reason));
    const parser = this.#parser;
    parser.onerror = (error) => this.#fail(error.message.split("\n")[0] ?? "Syntax error");
    parser.onopentagstart = (tag) => {
      tag.attributes = noAttributes;
      this.#attributes = [];
    };
    parser.onattribute = ({ name, value }) => {
      this.#attributes.push({ name, value: this.#references.inAttribute(unmasked(value)) });
      checkNodes(this.#attributes.length);
    };
    parser.onopentag = ({ name }) => this.#open(name);
    parser.onclosetag = () => this.#close();
    parser.ontext = (text) => this.#text(text);
    parser.onprocessinginstruction = () => this.#section();
  }

  read(text: string): XmlDocument {
    this.#declarationEnd = xmlDeclaration.exec(text)?.[0].length ?? 0;
    this.#sections = findSections(text);
    this.#parser.write(masked(withoutSections(text, this.#sections))).close();
    if (!this.#builder.hasRoot) this.#fail("No root element");
    return this.#builder.finish();
  }

  #fail(reason: string): never {
    throw new XmlSyntaxError(reason, this.#parser.line + 1, Math.max(1, this.#parser.column));
  }

  #text(masked: string): void {
    const text = unmasked(masked);
    if (this.#builder.depth > 0) {
      if (text.includes("]]>")) this.#fail("]]> outside of a CDATA section");
      this.#builder.text(this.#references.inContent(text));
    } else if (text.trim() !== "") this.#fail("Text outside of the root element");
  }

  /** Adds the next section, whose place the parser has reached. */
  #section(): void {
    const { kind, content, end } = this.#sections[this.#nextSection++] as Section;
    if (kind === "comment") this.#builder.comment(content);
    else if (kind === "instruction") this.#processingInstruction(content, end);
    else if (this.#builder.depth > 0) this.#builder.text(content);
    else this.#fail("CDATA section outside of the root element");
  }

  #processingInstruction(content: string, end: number): void {
    const [target = ""] = content.split(/[ \t\n]/, 1);
    if (target === "xml" && end === this.#declarationEnd) return;
    if (!isXmlName(target) || target.toLowerCase() === "xml") this.#fail("Invalid processing instruction");
    this.#builder.processingInstruction(target, content.slice(target.length).replace(/^[ \t\n]+/, ""));
  }

  #open(name: string): void {
    if (this.#builder.depth === 0 && this.#builder.hasRoot) this.#fail("Second root element");
    this.#addDeclared(name);
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

  /** Adds the attributes that the document type declares (XML 1.0 §3.3). */
  #addDeclared(element: string): void {
    const list = this.documentType?.attributes.get(element);
    if (list === undefined) return;
    const written = new Set(this.#attributes.map(({ name }) => name));
    for (const [name, value] of list.defaults) {
      if (!written.has(name)) this.#attributes.push({ name, value: this.#references.inDefault(name, value) });
    }
    this.#attributes = this.#attributes.map(({ name, value }) => {
      const type = list.types.get(name) ?? "CDATA";
      return { name, value: type === "CDATA" ? value : tokens(value) };
    });
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
    const expandedNames = new ExpandedNames();
    for (const { name, value } of this.#attributes) {
      if (declaredPrefix(name) !== undefined) continue;
      const prefix = this.#prefixOf(name);
      const namespaceUri = prefix === "" ? "" : this.#uriOf(prefix);
      if (!expandedNames.add(namespaceUri, name.slice(name.indexOf(":") + 1)))
        this.#fail(`Duplicate attribute ${name}`);
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

/** Names with their namespaces. The URI is not copied: it may be long, and that of many attributes. */
class ExpandedNames {
  readonly #byNamespace = new Map<string, Set<string>>();

  /** Whether the name is new. */
  add(namespaceUri: string, localName: string): boolean {
    const names = this.#byNamespace.get(namespaceUri);
    if (names === undefined) this.#byNamespace.set(namespaceUri, new Set([localName]));
    else if (names.has(localName)) return false;
    else names.add(localName);
    return true;
  }
}

/** The value of an attribute whose type is not CDATA (XML 1.0 §3.3.3). */
function tokens(value: string): string {
  return value.replace(/ +/g, " ").replace(/^ | $/g, "");
}

/** The prefix that an attribute declares: `p` for `xmlns:p`, empty for `xmlns`; `undefined` if it declares none. */
function declaredPrefix(name: string): string | undefined {
  if (name === "xmlns") return "";
  return name.startsWith("xmlns:") ? name.slice("xmlns:".length) : undefined;
}
