import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type Token, type TreeAdapter } from "parse5";
import { checkDepth, checkNodes, TreeLimitError } from "../../base/tree-limits.js";
import { spend } from "../../base/work.js";
import { type NewAttribute, XmlBuilder } from "../../data/xml/builder.js";
import type { XmlDocument } from "../../data/xml/xml-node.js";
import { coerceComment, coerceName, coerceText, namespaceOf, prefixOf } from "./coerce.js";

type HtmlElement = DefaultTreeAdapterMap["element"];
type HtmlNode = DefaultTreeAdapterMap["childNode"];

/**
 * Reads HTML as the HTML standard says, without scripting; every text is HTML. All names are in lower case and in no
 * namespace, even those of SVG and MathML, as in the trees of libxml2.
 * @throws TreeLimitError
 * @throws WorkLimitError
 */
export function parseHtml(text: string): XmlDocument {
  spend(stepsPerCharacter * text.length);
  const parser = new BoundedParser({ treeAdapter: boundedAdapter(text.length), scriptingEnabled: false });
  parser.tokenizer.write(text, true);
  const { implied } = parser;
  const { childNodes } = parser.document;
  const builder = new XmlBuilder();
  const pending: (HtmlNode | undefined)[] = [...childNodes].reverse();
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === undefined) builder.close();
    else if (defaultTreeAdapter.isElementNode(node)) {
      if (!implied.has(node)) {
        open(builder, node);
        pending.push(undefined);
      }
      const children = isTemplate(node) ? node.content.childNodes : node.childNodes;
      for (let index = children.length - 1; index >= 0; index--) pending.push(children[index]);
    } else if (defaultTreeAdapter.isTextNode(node)) builder.text(coerceText(node.value));
    else if (defaultTreeAdapter.isCommentNode(node)) builder.comment(coerceComment(node.data));
  }
  const document = builder.finish();
  document.isHtml = true;
  return document;
}

function isTemplate(element: HtmlElement): element is DefaultTreeAdapterMap["template"] {
  return "content" in element;
}

/**
 * Elements that the HTML standard adds to tables if they are not written. Trees of libxml2 do not have them then, and
 * paths are written for such trees.
 */
const impliedElements: ReadonlySet<string> = new Set(["colgroup", "tbody", "tr"]);

/**
 * The cost of a tag beside its characters; and the number of open elements that cost one step, since some
 * tags are compared with all of them.
 */
const stepsPerTag = 60;
const elementsPerStep = 32;

const childrenPerStep = 256;

const stepsPerCharacter = 3;
const stepsPerAttribute = 5;

/** Counts its work, and knows which elements are not written in the document. */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  readonly implied = new Set<object>();

  override onStartTag(token: Token.TagToken): void {
    this.#spend();
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    this.#spend();
    super.onEndTag(token);
  }

  override _insertFakeElement(
    ...[tagName, tagId]: Parameters<Parser<DefaultTreeAdapterMap>["_insertFakeElement"]>
  ): void {
    super._insertFakeElement(tagName, tagId);
    const { current } = this.openElements;
    if (impliedElements.has(tagName) && current !== undefined) this.implied.add(current);
  }

  #spend(): void {
    spend(stepsPerTag + this.openElements.stackTop / elementsPerStep);
  }
}

function open(builder: XmlBuilder, { tagName, attrs }: HtmlElement): void {
  const name = coerceName(tagName);
  const attributes = attrs
    .map(({ prefix, name: local, value }) => ({ written: prefix ? `${prefix}:${local}` : local, value }))
    .filter(({ written }) => !/^xmlns(?::|$)/.test(written))
    .map(({ written, value }): NewAttribute => {
      const attribute = coerceName(written);
      return { name: attribute, namespaceUri: namespaceOf(attribute), value: coerceText(value) };
    });
  builder.element(
    name,
    namespaceOf(name),
    attributes,
    declared([name, ...attributes.map((one) => one.name)]),
  );
}

/** The namespaces of the prefixes; `undefined` if there are none, as in nearly all documents. */
function declared(names: readonly string[]): ReadonlyMap<string, string> | undefined {
  const prefixed = names.filter((name) => name.includes(":") && prefixOf(name) !== "xml");
  return prefixed.length === 0
    ? undefined
    : new Map(prefixed.map((name) => [prefixOf(name), namespaceOf(name)]));
}

/**
 * How many more elements than characters a document may have. Formatting elements that are not closed begin anew in each
 * paragraph; honest documents stay below.
 */
const spareElements = 1000;

/** Makes the tree of parse5; fails where the document goes beyond the limits. */
function boundedAdapter(length: number): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0;
  let count = 0;
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceUri, attributes) {
      checkNodes(++count);
      spend(stepsPerTag + stepsPerAttribute * attributes.length);
      if (count > length + spareElements)
        throw new TreeLimitError("The document has more elements than characters.");
      return defaultTreeAdapter.createElement(tagName, namespaceUri, attributes);
    },
    // What stands in a table and may not goes before it: the parent's children are searched for the table each time.
    insertBefore(parent, node, next) {
      spendOnChildren(parent);
      defaultTreeAdapter.insertBefore(parent, node, next);
    },
    insertTextBefore(parent, text, next) {
      spendOnChildren(parent);
      defaultTreeAdapter.insertTextBefore(parent, text, next);
    },
    detachNode(node) {
      if (node.parentNode) spendOnChildren(node.parentNode);
      defaultTreeAdapter.detachNode(node);
    },
    onItemPush() {
      checkDepth(++depth);
    },
    onItemPop() {
      depth--;
    },
  };
}

function spendOnChildren({ childNodes }: DefaultTreeAdapterMap["parentNode"]): void {
  spend(1 + childNodes.length / childrenPerStep);
}
