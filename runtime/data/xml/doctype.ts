import { isXmlName } from "../../base/xml-name.js";
import { characterReference } from "./character-reference.js";
import type { DocumentType } from "./document-type.js";
import { qualifiedName } from "./qualified-name.js";
import type { References } from "./references.js";
import { Scanner } from "./scanner.js";

/** The value of an attribute whose type is not CDATA (XML 1.0 §3.3.3). */
export function tokens(value: string): string {
  return value.replace(/ +/g, " ").replace(/^ | $/g, "");
}

/**
 * Reads a document type declaration (XML 1.0 §2.8), from behind `<!DOCTYPE` on. All that it declares must be
 * well-formed; the order and the number of what it declares does not matter.
 */
export class DoctypeReader implements DocumentType {
  readonly entities = new Map<string, string | undefined>();
  readonly unparsed = new Map<string, string>();
  readonly attributes = new Map<string, { types: Map<string, string>; defaults: Map<string, string> }>();
  /** Parameter entities. */
  readonly #parameters = new Map<string, string | undefined>();
  #isPartial = false;

  /** @param isStandalone true if the XML declaration says that no other file declares anything */
  constructor(
    private readonly references: References,
    private readonly isStandalone: boolean,
  ) {}

  get isPartial(): boolean {
    return this.#isPartial && !this.isStandalone;
  }

  read(scanner: Scanner): void {
    this.references.declare(this);
    this.#space(scanner);
    this.#qualifiedName(scanner);
    if (scanner.space() && this.#externalId(scanner) !== undefined) {
      this.#isPartial = true;
      scanner.space();
    }
    if (scanner.take("[")) {
      while (!scanner.take("]")) this.#declaration(scanner);
      scanner.space();
    }
    if (!scanner.take(">")) this.#fail(scanner);
  }

  #declaration(scanner: Scanner): void {
    if (scanner.space()) return;
    if (scanner.take("%")) this.#parameterReference(scanner);
    else if (scanner.take("<!--")) scanner.comment();
    else if (scanner.take("<?")) scanner.instruction();
    else {
      if (scanner.take("<!ENTITY")) this.#entity(scanner);
      else if (scanner.take("<!ATTLIST")) this.#attributeList(scanner);
      else if (scanner.take("<!ELEMENT")) this.#elementType(scanner);
      else if (scanner.take("<!NOTATION")) this.#notation(scanner);
      else this.#fail(scanner);
      scanner.space();
      if (!scanner.take(">")) this.#fail(scanner);
    }
  }

  /** XML 1.0 §2.8: in this place, its text is a sequence of whole declarations. */
  #parameterReference(scanner: Scanner): void {
    const name = this.#name(scanner);
    if (!scanner.take(";")) this.#fail(scanner);
    this.#isPartial = true;
    const text = this.#parameters.get(name);
    if (text === undefined) return;
    this.references.nested(name, text, scanner, () => {
      const inner = new Scanner(text, scanner);
      while (!inner.atEnd) this.#declaration(inner);
    });
  }

  /** XML 1.0 §3.2 */
  #elementType(scanner: Scanner): void {
    this.#space(scanner);
    this.#qualifiedName(scanner);
    this.#space(scanner);
    if (!scanner.take("EMPTY") && !scanner.take("ANY") && !takeContentModel(scanner)) this.#fail(scanner);
  }

  /** XML 1.0 §4.2: the first declaration of a name counts. */
  #entity(scanner: Scanner): void {
    this.#space(scanner);
    const isParameter = scanner.take("%");
    if (isParameter) this.#space(scanner);
    const name = this.#name(scanner);
    this.#space(scanner);
    const entities = isParameter ? this.#parameters : this.entities;
    const isNew = !entities.has(name);
    const uri = this.#externalId(scanner);
    const text = uri === undefined ? this.#replacementText(scanner) : undefined;
    if (isNew) entities.set(name, text);
    if (text !== undefined || isParameter || scanner.match(/[ \t\n]+NDATA[ \t\n]+/y) === undefined) return;
    this.#name(scanner);
    if (isNew) this.unparsed.set(name, uri ?? "");
  }

  /** XML 1.0 §4.5: character references are replaced at once, entities where the entity is used. */
  #replacementText(scanner: Scanner): string {
    const literal = this.#literal(scanner);
    if (literal.includes("%")) this.#fail(scanner);
    return literal.replace(/&(?:(#[^;&]*|[^#;&][^;&]*);)?/g, (whole, name: string | undefined) => {
      if (name?.startsWith("#")) return characterReference(name) ?? this.#fail(scanner);
      if (name === undefined || !isXmlName(name)) this.#fail(scanner);
      return whole;
    });
  }

  /** XML 1.0 §3.3 */
  #attributeList(scanner: Scanner): void {
    this.#space(scanner);
    const element = this.#qualifiedName(scanner);
    const { types, defaults } = this.attributes.get(element) ?? { types: new Map(), defaults: new Map() };
    this.attributes.set(element, { types, defaults });
    while (scanner.space() && !scanner.text.startsWith(">", scanner.at)) {
      const name = this.#qualifiedName(scanner);
      this.#space(scanner);
      const type = takeAttributeType(scanner) ?? this.#fail(scanner);
      this.#space(scanner);
      const value = this.#defaultValue(scanner);
      if (types.has(name)) continue;
      types.set(name, type);
      if (value !== undefined) defaults.set(name, type === "CDATA" ? value : tokens(value));
    }
  }

  #defaultValue(scanner: Scanner): string | undefined {
    if (scanner.take("#REQUIRED") || scanner.take("#IMPLIED")) return undefined;
    if (scanner.take("#FIXED")) this.#space(scanner);
    return this.references.inAttribute(this.#literal(scanner), scanner);
  }

  /** XML 1.0 §4.7 */
  #notation(scanner: Scanner): void {
    this.#space(scanner);
    this.#name(scanner);
    this.#space(scanner);
    if (scanner.match(publicId) === undefined) {
      if (this.#externalId(scanner) === undefined) this.#fail(scanner);
    } else if (scanner.match(/[ \t\n]+(?=["'])/y) !== undefined) this.#literal(scanner);
  }

  /** XML 1.0 §4.2.2: the URI; `undefined` if there is none. */
  #externalId(scanner: Scanner): string | undefined {
    if (!scanner.take("SYSTEM")) {
      if (!scanner.text.startsWith("PUBLIC", scanner.at)) return undefined;
      if (scanner.match(publicId) === undefined) this.#fail(scanner);
    }
    this.#space(scanner);
    return this.#literal(scanner);
  }

  #literal(scanner: Scanner): string {
    const [quoted] = scanner.match(/"[^"]*"|'[^']*'/y) ?? this.#fail(scanner);
    return quoted.slice(1, -1);
  }

  #name(scanner: Scanner): string {
    const name = scanner.name();
    return isXmlName(name) ? name : this.#fail(scanner);
  }

  #qualifiedName(scanner: Scanner): string {
    return qualifiedName(scanner.name())?.name ?? this.#fail(scanner);
  }

  #space(scanner: Scanner): void {
    if (!scanner.space()) this.#fail(scanner);
  }

  #fail(scanner: Scanner): never {
    return scanner.fail("Malformed document type declaration");
  }
}

const publicId =
  /PUBLIC[ \t\n]+(?:"[ \na-zA-Z0-9'()+,./:=?;!*#@$_%-]*"|'[ \na-zA-Z0-9()+,./:=?;!*#@$_%-]*')/y;

/** Takes the type of a declared attribute (XML 1.0 §3.3.1); `undefined` if it is malformed. */
function takeAttributeType(scanner: Scanner): string | undefined {
  const start = scanner.at;
  if (scanner.match(/NOTATION[ \t\n]+/y) !== undefined) {
    if (!takeChoice(scanner, isXmlName)) return undefined;
  } else if (scanner.match(/CDATA|IDREFS?|ID|ENTITY|ENTITIES|NMTOKENS?/y) === undefined) {
    if (!takeChoice(scanner, isToken)) return undefined;
  }
  return scanner.text.slice(start, scanner.at);
}

function takeChoice(scanner: Scanner, isAllowed: (text: string) => boolean): boolean {
  if (!scanner.take("(")) return false;
  do {
    scanner.space();
    if (!isAllowed(scanner.name())) return false;
    scanner.space();
  } while (scanner.take("|"));
  return scanner.take(")");
}

/** XML 1.0 §2.3, Nmtoken */
function isToken(text: string): boolean {
  return text !== "" && isXmlName(`_${text.replaceAll(":", "_")}`);
}

/** Takes what an element type may contain (XML 1.0 §3.2.1, §3.2.2); false if it is malformed. */
function takeContentModel(scanner: Scanner): boolean {
  if (!scanner.take("(")) return false;
  scanner.space();
  return scanner.take("#PCDATA") ? takeMixed(scanner) : takeChildren(scanner);
}

function takeMixed(scanner: Scanner): boolean {
  let hasNames = false;
  for (scanner.space(); scanner.take("|"); scanner.space()) {
    scanner.space();
    if (!takeName(scanner)) return false;
    hasNames = true;
  }
  return scanner.take(")") && (scanner.take("*") || !hasNames);
}

/** Groups may nest as deep as the text is long, so none is a call. */
function takeChildren(scanner: Scanner): boolean {
  const separators = [""];
  for (;;) {
    scanner.space();
    if (scanner.take("(")) {
      separators.push("");
      continue;
    }
    if (!takeName(scanner)) return false;
    for (scanner.match(occurrence), scanner.space(); scanner.take(")"); scanner.space()) {
      separators.pop();
      scanner.match(occurrence);
      if (separators.length === 0) return true;
    }
    const [separator = ""] = scanner.match(/[|,]/y) ?? [];
    const before = separators.pop();
    if (separator === "" || (before !== "" && before !== separator)) return false;
    separators.push(separator);
  }
}

const occurrence = /[?*+]/y;

function takeName(scanner: Scanner): boolean {
  return qualifiedName(scanner.name()) !== undefined;
}
