import { checkExpansion } from "../limits/trees.js";
import { characterReference } from "./character-reference.js";
import type { DocumentType } from "./doctype.js";

/** How deep entities may refer to other entities; libxml2 has a limit of the same order. */
const maxDepth = 20;

const predefined: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["gt", ">"],
  ["lt", "<"],
  ["quot", '"'],
  ["apos", "'"],
]);

const reference = /&(?:(#[^;&]*|[^;&<\s]+);)?/g;

/**
 * Replaces the references in one document by what they stand for (XML 1.0 §4.4). All entities together have a limit.
 */
export class References {
  #expanded = 0;

  /** @param fail ends the parsing with a message */
  constructor(
    private readonly documentType: DocumentType | undefined,
    private readonly fail: (reason: string) => never,
  ) {}

  /** @throws TreeLimitError */
  inContent(text: string): string {
    return this.#replace(text, (name) => this.#entity(name, 1, false));
  }

  /**
   * XML 1.0 §3.3.3: white space becomes spaces, but not what a character reference stands for.
   * @throws TreeLimitError
   */
  inAttribute(value: string): string {
    return this.#attributeText(value, 0);
  }

  /**
   * The default value of an attribute that is declared but not written.
   * @throws TreeLimitError
   */
  inDefault(name: string, value: string): string {
    this.#expand(name);
    this.#expand(value);
    return this.inAttribute(value);
  }

  #attributeText(value: string, depth: number): string {
    if (value.includes("<")) this.fail("Unescaped < in an attribute");
    return this.#replace(value.replace(/[\t\n]/g, " "), (name) => this.#entity(name, depth + 1, true));
  }

  #replace(text: string, entity: (name: string) => string): string {
    if (!text.includes("&")) return text;
    return text.replace(reference, (_, name?: string) => {
      if (name === undefined) this.fail("An & begins no reference");
      if (name.startsWith("#")) return characterReference(name) ?? this.fail("Invalid character reference");
      return predefined.get(name) ?? entity(name);
    });
  }

  #entity(name: string, depth: number, isAttribute: boolean): string {
    const { entities, isPartial } = this.documentType ?? {};
    if (entities?.has(name) !== true) return isPartial === true ? "" : this.fail(`Unknown entity ${name}`);
    const text = entities.get(name);
    if (text === undefined) return isAttribute ? this.fail(`The entity ${name} is not in this document`) : "";
    if (depth > maxDepth) this.fail(`Entities nest too deep in ${name}`);
    this.#expand(text);
    if (isAttribute) return this.#attributeText(text, depth);
    if (text.includes("<")) this.fail(`The entity ${name} holds markup, which is not supported`);
    return this.#replace(text, (inner) => this.#entity(inner, depth + 1, false));
  }

  #expand(text: string): void {
    this.#expanded += text.length;
    checkExpansion(this.#expanded);
  }
}
