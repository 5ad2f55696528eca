import { spend } from "../../base/work.js";
import { noXmlCharacter } from "../../base/xml-name.js";
import { XmlBuilder } from "./builder.js";
import { DoctypeReader } from "./doctype.js";
import { Namespaces } from "./namespaces.js";
import { Names } from "./qualified-name.js";
import { References } from "./references.js";
import { Scanner, XmlSyntaxError } from "./scanner.js";
import { Attributes, type Declarations } from "./xml-attributes.js";
import type { XmlDocument } from "./xml-node.js";

export { XmlSyntaxError } from "./scanner.js";

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
  return new Reader(lines).read();
}

/** XML 1.0 §2.8; every version 1 is read as 1.0. */
const xmlDeclaration =
  /<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*("yes"|'yes'|"no"|'no'))?[ \t\n]*\?>/y;

interface OpenElement {
  readonly name: string;
  readonly declared: Declarations | undefined;
}

const [exclamationMark, solidus, greaterThan, questionMark] = [0x21, 0x2f, 0x3e, 0x3f];

/** One document. It is read in one pass, and no call is deeper than entities nest. */
class Reader {
  readonly #scanner: Scanner;
  readonly #builder = new XmlBuilder();
  readonly #names = new Names();
  readonly #namespaces = new Namespaces();
  readonly #references = new References();
  readonly #attributes = new Attributes(this.#names, this.#namespaces, this.#references);
  readonly #open: OpenElement[] = [];

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  read(): XmlDocument {
    const scanner = this.#scanner;
    scanner.take("\ufeff");
    const standalone = scanner.match(xmlDeclaration)?.[1] ?? "";
    this.#around(scanner);
    if (scanner.take("<!DOCTYPE")) {
      const documentType = new DoctypeReader(this.#references, standalone.includes("yes"));
      documentType.read(scanner);
      this.#attributes.declare(documentType);
      this.#builder.declare(documentType);
      this.#around(scanner);
    }
    if (scanner.atEnd) scanner.fail("No root element");
    if (!scanner.take("<")) scanner.fail("Text outside of the root element");
    this.#startTag(scanner);
    this.#content(scanner, 0);
    this.#around(scanner);
    if (scanner.take("<")) scanner.fail("Markup behind the root element", scanner.at - 1);
    if (!scanner.atEnd) scanner.fail("Text outside of the root element");
    return this.#builder.finish();
  }

  /** Reads the parts that may stand before and behind the root element (XML 1.0 §2.8, Misc). */
  #around(scanner: Scanner): void {
    for (;;) {
      scanner.space();
      if (scanner.take("<!--")) this.#builder.comment(scanner.comment());
      else if (scanner.take("<?")) this.#builder.processingInstruction(...scanner.instruction());
      else return;
    }
  }

  /**
   * Reads to the end of the root element, or of an entity.
   * @param base how many elements are open around an entity; 0 for the document
   */
  #content(scanner: Scanner, base: number): void {
    const { text } = scanner;
    while (this.#open.length > 0) {
      const mark = text.indexOf("<", scanner.at);
      if (mark !== scanner.at) this.#characters(scanner, mark < 0 ? text.length : mark);
      if (mark < 0) break;
      scanner.at = mark + 1;
      switch (text.charCodeAt(mark + 1)) {
        case solidus:
          this.#endTag(scanner, base);
          break;
        case exclamationMark:
          this.#commentOrCharacters(scanner);
          break;
        case questionMark:
          scanner.at++;
          this.#builder.processingInstruction(...scanner.instruction());
          break;
        default:
          this.#startTag(scanner);
      }
    }
    const open = this.#open.at(-1);
    if (this.#open.length > base) scanner.fail(`Unclosed element ${open?.name}`);
  }

  #commentOrCharacters(scanner: Scanner): void {
    if (scanner.take("!--")) this.#builder.comment(scanner.comment());
    else if (scanner.take("![CDATA[")) this.#builder.text(scanner.until("]]>", "<![CDATA["));
    else scanner.fail("Unexpected declaration", scanner.at - 1);
  }

  /** Character data with references (XML 1.0 §2.4). */
  #characters(scanner: Scanner, end: number): void {
    const start = scanner.at;
    const run = scanner.text.slice(start, end);
    const close = run.indexOf("]]>");
    if (close >= 0) scanner.fail("]]> outside of a CDATA section", start + close);
    let done = 0;
    for (let at = run.indexOf("&"); at >= 0; at = run.indexOf("&", done)) {
      this.#builder.text(run.slice(done, at));
      scanner.at = start + at;
      done = run.indexOf(";", at) + 1;
      if (done === 0) scanner.fail("An & begins no reference");
      this.#reference(run.slice(at + 1, done - 1), scanner);
    }
    this.#builder.text(done === 0 ? run : run.slice(done));
    scanner.at = end;
  }

  #reference(name: string, scanner: Scanner): void {
    const character = this.#references.character(name, scanner);
    if (character !== undefined) this.#builder.text(character);
    else
      this.#references.inContent(name, scanner, (text) =>
        this.#content(new Scanner(text, scanner), this.#open.length),
      );
  }

  /** From behind `<` on. */
  #startTag(scanner: Scanner): void {
    const start = scanner.at - 1;
    const element = this.#names.take(scanner, "Unexpected <", start);
    const attributes = this.#attributes.take(scanner, element.name);
    const isEmpty = scanner.take("/");
    if (scanner.text.charCodeAt(scanner.at) !== greaterThan) scanner.fail("Unexpected character in a tag");
    scanner.at++;
    const declared = this.#attributes.declarations(attributes, scanner);
    this.#namespaces.enter(declared);
    const uri =
      this.#namespaces.uriOf(element.prefix) ??
      scanner.fail(`Undeclared namespace prefix ${element.prefix}`, start);
    this.#builder.element(element.name, uri, this.#attributes.resolved(attributes, scanner), declared);
    if (isEmpty) this.#close(declared);
    else this.#open.push({ name: element.name, declared });
  }

  /** From behind `<` on. */
  #endTag(scanner: Scanner, base: number): void {
    const start = scanner.at - 1;
    const open = this.#open.length > base ? this.#open.pop() : undefined;
    if (open === undefined || !scanner.text.startsWith(open.name, scanner.at + 1))
      scanner.fail("Unexpected close tag", start);
    scanner.at += 1 + open.name.length;
    scanner.space();
    if (!scanner.take(">")) scanner.fail("Unexpected close tag", start);
    this.#close(open.declared);
  }

  #close(declared: Declarations | undefined): void {
    this.#builder.close();
    this.#namespaces.leave(declared);
  }
}
