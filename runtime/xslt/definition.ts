import { spend, WorkLimitError } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { parseXml } from "../data/xml/parse-xml.js";
import type { XmlDocument } from "../data/xml/xml-node.js";
import { RawText } from "./html-elements.js";
import { type OutputProperties, outputMethod } from "./output-properties.js";
import { type Prepared, prepared } from "./prepared.js";
import { serialized } from "./serialize.js";
import type { Definition, Result, Stylesheet } from "./stylesheet.js";
import { Transformation } from "./transformation.js";

/** A stylesheet of XSLT 1.0, whose templates are functions. */
export function stylesheet(definition: Definition): Stylesheet {
  const { cdataSectionElements, ...rest } = definition.output ?? {};
  const output: OutputProperties =
    cdataSectionElements === undefined
      ? rest
      : { ...rest, cdataSectionElements: new Set(cdataSectionElements) };
  let known: Prepared | undefined;
  return {
    path: definition.path,
    transform($, source, report) {
      known ??= prepared(definition);
      return new TreeResult(new Transformation($, known, source, report).run(), output);
    },
  };
}

class TreeResult implements Result {
  readonly method: string;
  readonly mediaType: string | undefined;
  readonly encoding: string | undefined;
  #text: string | undefined;

  constructor(
    private readonly tree: XmlDocument,
    private readonly output: OutputProperties,
  ) {
    this.method = outputMethod(tree, output);
    this.mediaType = output.mediaType;
    this.encoding = output.encoding;
  }

  text(): string {
    this.#text ??= serialized(this.tree, this.output);
    return this.#text;
  }

  /** Text that was not escaped may be markup. */
  document(): Node | undefined {
    if (isDocument(this.tree)) return this.tree;
    if (!hasRawText(this.tree)) return undefined;
    try {
      return parseXml(serialized(this.tree, { method: "xml" }));
    } catch (error) {
      if (error instanceof WorkLimitError) throw error;
      return undefined;
    }
  }
}

/** Returns true if there is one root element, no text beside it, and nothing that was not escaped. */
function isDocument(tree: XmlDocument): boolean {
  const elements = tree.children.filter(({ type }) => type === "element");
  const hasText = tree.children.some(({ type }) => type === "text");
  return elements.length === 1 && !hasText && !hasRawText(tree);
}

function hasRawText(tree: Node): boolean {
  const pending: Node[] = [tree];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    spend();
    if (node instanceof RawText) return true;
    for (const child of node.children) pending.push(child);
  }
  return false;
}
