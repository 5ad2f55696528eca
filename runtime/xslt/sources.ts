import { decodePercent } from "../base/percent-decode.js";
import type { Node } from "../data/model/node.js";
import { emptySet, NodeSet } from "../data/model/node-set.js";
import { type Found, Selection, type Value } from "../data/model/values.js";
import { string } from "../data/xpath/convert.js";
import { inDocumentOrder } from "../data/xpath/document-order.js";
import { documentRoot } from "../data/xpath/node-path.js";
import { isElsewhere, resolvePath } from "../request/locations/resolve-path.js";
import { stripped } from "./strip-space.js";

/** The rules of a stylesheet for documents. */
export interface SourceRules {
  /** The files that `document()` may read, by path. */
  readonly documents: ReadonlyMap<string, () => Node>;
  /** Returns true if an element keeps texts of white space alone; without it, all do. */
  readonly preserves: ((element: Node) => boolean) | undefined;
}

/** The documents that a transformation reads. */
export class Sources {
  /** The rest of documents without the white space that the stylesheet strips. */
  readonly #stripped = new Map<Node, Node>();
  readonly #paths = new Map<Node, string>();

  constructor(
    private readonly rules: SourceRules,
    private readonly report: (message: string) => void,
  ) {}

  /**
   * A document without the white space that the stylesheet strips (§3.4).
   * @param path its path, against which URIs in it are resolved
   */
  read(document: Node, path?: string): Node {
    const made = this.#withoutSpace(document);
    if (path !== undefined) this.#paths.set(made, path);
    return made;
  }

  #withoutSpace(document: Node): Node {
    const { preserves } = this.rules;
    if (preserves === undefined) return document;
    let made = this.#stripped.get(document);
    if (made === undefined) {
      made = stripped(document, preserves);
      this.#stripped.set(document, made);
    }
    return made;
  }

  /**
   * `document()` (§12.1) of URIs that the build does not know
   * @param from the path of the stylesheet
   * @param base the node whose document URIs are relative to; without it, each node of a set is that for its own text
   */
  find(value: Value, from: string, base?: NodeSet): NodeSet {
    if (value === undefined) return emptySet;
    const pathOf = (node: Found) => this.#paths.get(documentRoot(node) as Node) ?? from;
    const first = base?.nodes()[0];
    const uris =
      value instanceof Selection
        ? value.nodes().map((node) => [node.toText(), pathOf(first ?? node)] as const)
        : [[string(value as Found), pathOf(first)] as const];
    const found = uris.flatMap(([uri, path]) => this.#find(uri, path) ?? []);
    return new NodeSet(inDocumentOrder([...new Set(found)]), true);
  }

  #find(uri: string, from: string): Node | undefined {
    const [file = ""] = uri.split("#", 1);
    const path = file === "" ? from : isElsewhere(file) ? undefined : resolvePath(from, decodePercent(file));
    const read = path === undefined ? undefined : this.rules.documents.get(path);
    if (read !== undefined) return this.read(read(), path);
    this.report(`document() finds no file for ${JSON.stringify(uri)} among those that the app has for it.`);
    return undefined;
  }
}
