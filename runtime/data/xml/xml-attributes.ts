import { checkNodes } from "../../base/tree-limits.js";
import type { NewAttribute } from "./builder.js";
import { tokens } from "./doctype.js";
import type { AttributeList, DocumentType } from "./document-type.js";
import { mayDeclare, type Namespaces } from "./namespaces.js";
import type { Names, QualifiedName } from "./qualified-name.js";
import type { References } from "./references.js";
import type { Scanner } from "./scanner.js";

export interface Attribute {
  readonly name: QualifiedName;
  readonly value: string;
}

/** The namespace declarations of a start tag: prefix to URI, with the empty prefix for `xmlns`. */
export type Declarations = ReadonlyMap<string, string>;

const none: readonly never[] = [];

const [quotationMark, apostrophe, solidus, equalsSign, greaterThan] = [0x22, 0x27, 0x2f, 0x3d, 0x3e];

/** Reads the attributes of start tags. */
export class Attributes {
  #documentType: DocumentType | undefined;

  constructor(
    private readonly names: Names,
    private readonly namespaces: Namespaces,
    private readonly references: References,
  ) {}

  declare(documentType: DocumentType): void {
    this.#documentType = documentType;
  }

  /** Takes what stands between the name of an element and the end of its tag; adds what the document type declares. */
  take(scanner: Scanner, element: string): readonly Attribute[] {
    let attributes: Attribute[] | undefined;
    while (scanner.space()) {
      const code = scanner.text.charCodeAt(scanner.at);
      if (code === greaterThan || code === solidus) break;
      attributes ??= [];
      attributes.push(this.#attribute(scanner));
      checkNodes(attributes.length);
    }
    const list = this.#documentType?.attributes.get(element);
    const all = list === undefined ? attributes : this.#withDeclared(attributes ?? [], list, scanner);
    if (all === undefined) return none;
    const repeated = all.length > 1 ? firstRepeated(all) : undefined;
    if (repeated !== undefined) scanner.fail(`Duplicate attribute ${repeated.name}`);
    return all;
  }

  /** Namespaces in XML 1.0 §3 */
  declarations(attributes: readonly Attribute[], scanner: Scanner): Declarations | undefined {
    let declared: Map<string, string> | undefined;
    for (const { name, value } of attributes) {
      if (name.declares === undefined) continue;
      if (!mayDeclare(name.declares, value)) scanner.fail(`Invalid namespace declaration ${name.name}`);
      declared ??= new Map();
      declared.set(name.declares, value);
    }
    return declared;
  }

  /** The attributes that are no declarations, with their namespaces, all of which have been entered before. */
  resolved(attributes: readonly Attribute[], scanner: Scanner): readonly NewAttribute[] {
    if (attributes.length === 0) return none;
    const plain: NewAttribute[] = [];
    let prefixed = 0;
    for (const { name, value } of attributes) {
      if (name.declares !== undefined) continue;
      if (name.prefix !== "") prefixed++;
      plain.push({ name: name.name, namespaceUri: this.#uriOf(name.prefix, scanner), value });
    }
    if (prefixed > 1) checkExpandedNames(plain, scanner);
    return plain;
  }

  #attribute(scanner: Scanner): Attribute {
    const { text } = scanner;
    const name = this.names.take(scanner, "Unexpected character in a tag");
    scanner.space();
    if (text.charCodeAt(scanner.at) !== equalsSign) scanner.fail(`The attribute ${name.name} has no value`);
    scanner.at++;
    scanner.space();
    const mark = text.charCodeAt(scanner.at);
    if (mark !== quotationMark && mark !== apostrophe) scanner.fail("Unquoted attribute value");
    const start = scanner.at + 1;
    const end = text.indexOf(mark === quotationMark ? '"' : "'", start);
    if (end < 0) scanner.fail("Unclosed attribute value");
    const written = text.slice(start, end);
    const value = changed.test(written) ? this.references.inAttribute(written, scanner) : written;
    scanner.at = end + 1;
    return { name, value };
  }

  /** XML 1.0 §3.3 */
  #withDeclared(
    written: readonly Attribute[],
    { types, defaults }: AttributeList,
    scanner: Scanner,
  ): Attribute[] {
    const all = written.map(({ name, value }) => {
      const type = types.get(name.name) ?? "CDATA";
      return { name, value: type === "CDATA" ? value : tokens(value) };
    });
    const names = new Set(written.map(({ name }) => name.name));
    for (const [name, value] of defaults) {
      if (names.has(name)) continue;
      this.references.useDefault(name, value);
      all.push({ name: this.names.add(name) ?? scanner.fail(`Invalid name ${name}`), value });
    }
    return all;
  }

  #uriOf(prefix: string, scanner: Scanner): string {
    if (prefix === "") return "";
    return this.namespaces.uriOf(prefix) ?? scanner.fail(`Undeclared namespace prefix ${prefix}`);
  }
}

/** The characters that make the value of an attribute differ from its text, or are not allowed in it. */
const changed = /[<&\t\n]/;

/** Up to so many attributes, comparing each with each takes less time than a set. */
const few = 8;

function firstRepeated(attributes: readonly Attribute[]): QualifiedName | undefined {
  if (attributes.length > few) {
    const names = new Set<QualifiedName>();
    return attributes.find(({ name }) => names.size === names.add(name).size)?.name;
  }
  return attributes.find(({ name }, index) => {
    for (let before = 0; before < index; before++) if (attributes[before]?.name === name) return true;
    return false;
  })?.name;
}

/**
 * Namespaces in XML 1.0 §6.3: two prefixes may stand for one namespace. Its URI is not copied: it may be long, and that
 * of many attributes.
 */
function checkExpandedNames(attributes: readonly NewAttribute[], scanner: Scanner): void {
  const byNamespace = new Map<string, Set<string>>();
  for (const { name, namespaceUri } of attributes) {
    const local = name.slice(name.indexOf(":") + 1);
    const names = byNamespace.get(namespaceUri);
    if (names === undefined) byNamespace.set(namespaceUri, new Set([local]));
    else if (names.has(local)) scanner.fail(`Duplicate attribute ${name}`);
    else names.add(local);
  }
}
