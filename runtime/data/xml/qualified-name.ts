import { isXmlName } from "../../base/xml-name.js";
import type { Scanner } from "./scanner.js";

/** Namespaces in XML 1.0 §4 */
export interface QualifiedName {
  readonly name: string;
  /** Empty if there is none. */
  readonly prefix: string;
  readonly local: string;
  /** The prefix that an attribute of this name declares: `p` for `xmlns:p`, empty for `xmlns`. */
  readonly declares: string | undefined;
}

/** `undefined` if it is no such name. */
export function qualifiedName(name: string): QualifiedName | undefined {
  const colon = name.indexOf(":");
  const prefix = colon < 0 ? "" : name.slice(0, colon);
  const local = name.slice(colon + 1);
  if (!isXmlName(local) || (colon >= 0 && !isXmlName(prefix))) return undefined;
  if (name === "xmlns") return { name, prefix, local, declares: "" };
  return { name, prefix, local, declares: prefix === "xmlns" ? local : undefined };
}

/** The names of one document. Each is checked once, and there is one string for it. */
export class Names {
  readonly #known = new Map<string, QualifiedName>();

  /**
   * Takes a name.
   * @param reason the fault if there is none
   */
  take(scanner: Scanner, reason: string, start = scanner.at): QualifiedName {
    const name = scanner.name();
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (name === "") scanner.fail(reason, start);
    return this.add(name) ?? scanner.fail(`Invalid name ${name}`, start);
  }

  /** `undefined` if it is no qualified name. */
  add(name: string): QualifiedName | undefined {
    const qualified = this.#known.get(name) ?? qualifiedName(name);
    if (qualified !== undefined) this.#known.set(name, qualified);
    return qualified;
  }
}
