import { checkExpansion } from "../../base/tree-limits.js";
import { isXmlName } from "../../base/xml-name.js";
import { characterReference } from "./character-reference.js";
import type { DocumentType } from "./document-type.js";
import type { Scanner } from "./scanner.js";

/** How deep entities may refer to other entities; libxml2 has a limit of the same order. */
const maxDepth = 20;

/** The entities that every document has. */
export const predefined: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["gt", ">"],
  ["lt", "<"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** A reference, with what it names; without that, an `&` that begins none. */
export const reference = /&(?:(#[^;&]*|[^;&<\s]+);)?/g;

/** The entities that references look for. */
export type Declared = Pick<DocumentType, "entities" | "unparsed" | "isPartial">;

/**
 * Replaces the references in one document by what they stand for (XML 1.0 §4.4). All entities together have a limit.
 */
export class References {
  #declared: Declared | undefined;
  #expanded = 0;
  #depth = 0;

  /** From here on, these entities are known. */
  declare(declared: Declared): void {
    this.#declared = declared;
  }

  /** The character that a reference in content stands for; `undefined` if it is one to an entity. */
  character(name: string, scanner: Scanner): string | undefined {
    if (name.startsWith("#")) return characterReference(name) ?? scanner.fail("Invalid character reference");
    return predefined.get(name);
  }

  /**
   * Reads an entity in content. One that is not in this document is not read.
   * @throws TreeLimitError
   */
  inContent(name: string, scanner: Scanner, read: (text: string) => void): void {
    const text = this.#textOf(name, scanner);
    if (text !== undefined) this.nested(name, text, scanner, read);
  }

  /**
   * XML 1.0 §3.3.3: white space becomes spaces, but not what a character reference stands for.
   * @throws TreeLimitError
   */
  inAttribute(value: string, scanner: Scanner): string {
    if (value.includes("<")) scanner.fail("Unescaped < in an attribute");
    const text = value.replace(/[\t\n\r]/g, " ");
    if (!text.includes("&")) return text;
    return text.replace(reference, (_, name?: string) => {
      if (name === undefined) scanner.fail("An & begins no reference");
      return this.character(name, scanner) ?? this.#entityInAttribute(name, scanner);
    });
  }

  /**
   * Counts a default value that is used. It has no references any more.
   * @throws TreeLimitError
   */
  useDefault(name: string, value: string): void {
    this.#expand(name);
    this.#expand(value);
  }

  /**
   * Reads the replacement text of an entity.
   * @throws TreeLimitError
   */
  nested<Result>(name: string, text: string, scanner: Scanner, read: (text: string) => Result): Result {
    if (++this.#depth > maxDepth) scanner.fail(`Entities nest too deep in ${name}`);
    this.#expand(text);
    try {
      return read(text);
    } finally {
      this.#depth--;
    }
  }

  #entityInAttribute(name: string, scanner: Scanner): string {
    if (this.#declared?.entities.has(name) === true && this.#declared.entities.get(name) === undefined)
      scanner.fail(`The entity ${name} is not in this document`);
    const text = this.#textOf(name, scanner);
    if (text === undefined) return "";
    return this.nested(name, text, scanner, (inner) => this.inAttribute(inner, scanner));
  }

  /** The replacement text; `undefined` if another file has it, or may have it. */
  #textOf(name: string, scanner: Scanner): string | undefined {
    const { entities, unparsed, isPartial } = this.#declared ?? {};
    if (unparsed?.has(name)) scanner.fail(`The entity ${name} is no XML`);
    if (entities?.has(name)) return entities.get(name);
    if (isPartial !== true || !isXmlName(name)) scanner.fail(`Unknown entity ${name}`);
    return undefined;
  }

  #expand(text: string): void {
    this.#expanded += text.length;
    checkExpansion(this.#expanded);
  }
}
