import { xmlNamespace } from "./xml-node.js";

const xmlnsNamespace = "http://www.w3.org/2000/xmlns/";

/** The namespace declarations in scope while a document is read: a stack of URIs for each prefix. */
export class Namespaces {
  readonly #uris = new Map<string, string[]>([["xml", [xmlNamespace]]]);
  /** Keeps one string for equal URIs, so that comparing them takes no time later. */
  readonly #known = new Map<string, string>();

  enter(declared: ReadonlyMap<string, string> | undefined): void {
    for (const [prefix, written] of declared ?? []) {
      const uri = this.#known.get(written) ?? written;
      this.#known.set(uri, uri);
      const uris = this.#uris.get(prefix);
      if (uris === undefined) this.#uris.set(prefix, [uri]);
      else uris.push(uri);
    }
  }

  leave(declared: ReadonlyMap<string, string> | undefined): void {
    for (const prefix of declared?.keys() ?? []) this.#uris.get(prefix)?.pop();
  }

  /** `undefined` if the prefix is not declared. The default namespace has the empty prefix; its URI may be empty. */
  uriOf(prefix: string): string | undefined {
    return this.#uris.get(prefix)?.at(-1) ?? (prefix === "" ? "" : undefined);
  }
}

/**
 * Returns true if Namespaces in XML 1.0 §2.2, §3 and §5 allow a declaration that binds the prefix (empty: the
 * default) to the URI.
 */
export function mayDeclare(prefix: string, uri: string): boolean {
  if (prefix === "xml") return uri === xmlNamespace;
  if (prefix === "xmlns" || uri === xmlNamespace || uri === xmlnsNamespace) return false;
  return prefix === "" || uri !== "";
}
