import { type References, reference } from "../../../runtime/data/xml/references.js";
import type { Scanner } from "../../../runtime/data/xml/scanner.js";
import { XmlSyntaxError } from "../../../runtime/data/xml/scanner.js";

/** The texts that the entities of a module stand for. They count together, however often each is used. */
export class EntityTexts {
  constructor(
    private readonly references: References,
    private readonly scanner: Scanner,
  ) {}

  /**
   * `undefined` if there is no such entity here, or if it has markup.
   * @throws TreeLimitError
   */
  get(name: string): string | undefined {
    try {
      return this.#textOf(name);
    } catch (error) {
      if (error instanceof XmlSyntaxError) return undefined;
      throw error;
    }
  }

  #textOf(name: string): string | undefined {
    const { references, scanner } = this;
    let found: string | undefined;
    references.inContent(name, scanner, (value) => {
      if (value.includes("<")) scanner.fail("Markup in an entity");
      found = value.replace(reference, (_, inner: string | undefined) => {
        const unknown = () => scanner.fail("An entity that is not here");
        if (inner === undefined) return unknown();
        return references.character(inner, scanner) ?? this.#textOf(inner) ?? unknown();
      });
    });
    return found;
  }
}
