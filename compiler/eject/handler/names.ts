import { identifier, isIdentifier } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";

/** Names of a handler: what it imports of `flowc/handler`, and those of its own. */
export class Names {
  readonly imported = new Set<string>(["handler"]);
  readonly #taken = new Set<string>();
  /** By the start of names, the latest number behind it. */
  readonly #numbers = new Map<string, number>();
  usesRequest = false;
  /** How many steps of XPath are written. */
  steps = 0;

  /** @param taken names that may not be given again */
  constructor(taken: Iterable<string>) {
    for (const name of taken) this.#taken.add(name);
  }

  /** A function of `flowc/handler`. */
  use(name: string): Doc {
    this.imported.add(name);
    return identifier(name);
  }

  /** The client's request. */
  request(): Doc {
    this.usesRequest = true;
    return identifier("request");
  }

  /** A name like this one that nothing else has. */
  fresh(wanted: string): string {
    const words = wanted.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
    const camel = words
      .map(
        (word, index) =>
          (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
      )
      .join("");
    const base = isIdentifier(camel) ? camel : `${camel || "value"}Value`.replace(/^(?=\d)/, "value");
    for (let number = this.#numbers.get(base) ?? 1; ; number++) {
      const name = number === 1 ? base : `${base}${number}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      this.#numbers.set(base, number);
      return name;
    }
  }
}
