import { TextReader } from "../text/text-reader.js";
import { isXmlName } from "../text/xml-name.js";
import { characterReference } from "./character-reference.js";
import { XmlSyntaxError } from "./syntax-error.js";

/** What a document type declaration says to a parser that does not validate (XML 1.0 §5.1). */
export interface DocumentType {
  /** The replacement texts of entities; `undefined` for an entity in another file, which is never read. */
  readonly entities: ReadonlyMap<string, string | undefined>;
  /** By the name of the element. */
  readonly attributes: ReadonlyMap<string, AttributeList>;
  /** The attribute of type ID, by the name of the element. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** Whether some declarations are in another file or a parameter entity, where they are not read. */
  readonly isPartial: boolean;
}

/** The attributes of an element, by name. */
export interface AttributeList {
  /** `CDATA`, `ID`, `NMTOKEN` … */
  readonly types: ReadonlyMap<string, string>;
  /** The values as they are written, with their references. */
  readonly defaults: ReadonlyMap<string, string>;
}

interface Prolog {
  readonly documentType?: DocumentType;
  /** The same text, with spaces in place of the document type declaration. */
  readonly text: string;
}

/** Reads what comes before the root element. @throws XmlSyntaxError */
export function readProlog(text: string): Prolog {
  const reader = new TextReader(text);
  while (reader.match(/[\s\ufeff]+/y) || skipMisc(reader)) {}
  const start = reader.position;
  if (!reader.take("<!DOCTYPE")) return { text };
  const documentType = new DoctypeReader(reader).read();
  const blank = text.slice(start, reader.position).replace(/[^\n]/g, " ");
  return { documentType, text: text.slice(0, start) + blank + text.slice(reader.position) };
}

/** Takes a comment or a processing instruction. */
function skipMisc(reader: TextReader): boolean {
  if (reader.take("<!--")) return reader.until("-->") !== undefined;
  return reader.take("<?") && reader.until("?>") !== undefined;
}

/** XML 1.0 §2.8, from behind `<!DOCTYPE` on. */
class DoctypeReader {
  readonly #entities = new Map<string, string | undefined>();
  readonly #attributes = new Map<string, { types: Map<string, string>; defaults: Map<string, string> }>();
  readonly #identifiers = new Map<string, string>();
  #isPartial = false;

  constructor(private readonly reader: TextReader) {}

  read(): DocumentType {
    const { reader } = this;
    const head = reader.match(
      /\s+([^\s[>]+)(?:\s+(SYSTEM|PUBLIC\s+(?:"[^"]*"|'[^']*'))\s*(?:"[^"]*"|'[^']*'))?\s*/y,
    );
    if (head === undefined) this.#fail();
    this.#isPartial = head[2] !== undefined;
    if (reader.take("[")) this.#internalSubset();
    if (reader.match(/\s*>/y) === undefined) this.#fail();
    return {
      entities: this.#entities,
      attributes: this.#attributes,
      identifiers: this.#identifiers,
      isPartial: this.#isPartial,
    };
  }

  #internalSubset(): void {
    const { reader } = this;
    for (;;) {
      reader.match(/\s+/y);
      if (reader.take("]")) return;
      if (reader.match(/%[^\s;]+;/y)) this.#isPartial = true;
      else if (!skipMisc(reader)) this.#declaration();
    }
  }

  #declaration(): void {
    const kind = this.reader.match(/<!(ELEMENT|ATTLIST|ENTITY|NOTATION)(?=\s)/y)?.[1] ?? this.#fail();
    const body = this.#body();
    if (kind === "ENTITY") this.#entity(body);
    else if (kind === "ATTLIST") this.#attributeList(body);
  }

  /** Takes the rest of the declaration, to its end. Inside quotes, any character may stand. */
  #body(): string {
    const { reader } = this;
    let body = "";
    for (;;) {
      const [text = "", end] = reader.match(/[^"'<>]*(["'>])/y) ?? this.#fail();
      if (end === ">") return body + text.slice(0, -1);
      const quoted = reader.until(end as string) ?? this.#fail();
      body += `${text}${quoted}${end}`;
    }
  }

  /** XML 1.0 §4.2: the first declaration of a name counts. */
  #entity(body: string): void {
    const [, parameter, name = "", literal] =
      /^\s+(%\s+)?([^\s%"']+)\s+(?:("[^"]*"|'[^']*')|(?:SYSTEM|PUBLIC)\s[\s\S]*)\s*$/.exec(body) ??
      this.#fail();
    if (!isXmlName(name)) this.#fail();
    if (parameter !== undefined || this.#entities.has(name)) return;
    this.#entities.set(name, literal === undefined ? undefined : this.#replacementText(literal.slice(1, -1)));
  }

  /** XML 1.0 §4.5: character references are replaced at once, entities where the entity is used. */
  #replacementText(value: string): string {
    if (value.includes("%")) this.#fail();
    return value.replace(
      /&(#[^;&]*);/g,
      (_, reference: string) => characterReference(reference) ?? this.#fail(),
    );
  }

  /** XML 1.0 §3.3 */
  #attributeList(body: string): void {
    const list = new TextReader(body);
    const element = list.match(/\s+(\S+)\s*/y)?.[1] ?? this.#fail();
    const { types, defaults } = this.#attributes.get(element) ?? { types: new Map(), defaults: new Map() };
    this.#attributes.set(element, { types, defaults });
    while (!list.atEnd) {
      const [, name = "", type = "", value] = list.match(attributeDefinition) ?? this.#fail();
      if (types.has(name)) continue;
      types.set(name, type);
      if (type === "ID") this.#identifiers.set(element, name);
      if (value !== undefined) defaults.set(name, value.slice(1, -1));
    }
  }

  #fail(): never {
    const { text, position } = this.reader;
    throw XmlSyntaxError.at(text, position, "Malformed document type declaration");
  }
}

const attributeDefinition =
  /([^\s"'()]+)\s+(CDATA|ID|IDREFS?|ENTITY|ENTITIES|NMTOKENS?|(?:NOTATION\s+)?\([^()"']*\))\s+(?:#REQUIRED|#IMPLIED|(?:#FIXED\s+)?("[^"]*"|'[^']*'))\s*/y;
