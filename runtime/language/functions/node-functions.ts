import { counted } from "../../base/counted.js";
import { spend } from "../../base/work.js";
import { nodesOf } from "../../data/json/json-node.js";
import type { Node } from "../../data/model/node.js";
import { emptySet, NodeSet } from "../../data/model/node-set.js";
import { type Found, Selection } from "../../data/model/values.js";
import { string } from "../../data/xpath/convert.js";
import { inDocumentOrder } from "../../data/xpath/document-order.js";
import { documentRoot, first } from "../../data/xpath/node-path.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** XPath 1.0 §4.1 name(): the first node's qualified name, as the document writes it; empty if there is none. */
export function name(nodes: Found): string {
  return nodesOf(nodes)[0]?.name ?? "";
}

/** XPath 1.0 §4.1 local-name(): the first node's name without its prefix; empty if there is none. */
export function localName(nodes: Found): string {
  return nodesOf(nodes)[0]?.localName ?? "";
}

/** XPath 1.0 §4.1 namespace-uri(): the namespace of the first node's name; empty if there is none. */
export function namespaceUri(nodes: Found): string {
  return nodesOf(nodes)[0]?.namespaceUri ?? "";
}

/**
 * XPath 1.0 §4.1 id(): the elements with one of the identifiers, in the document of the context node. White space
 * separates identifiers; in a node-set, the string-values of all nodes count.
 */
export function id(context: Found, identifiers: Found): NodeSet {
  const document = documentRoot(context);
  if (document === undefined) return emptySet;
  const texts = identifiers instanceof Selection ? identifiers.toItems().map(string) : [string(identifiers)];
  const elements = new Set<Node>();
  for (const text of texts) {
    spend(1 + text.length / 2);
    for (const identifier of text.split(/[ \t\r\n]+/)) {
      const element = identifier === "" ? undefined : document.elementById(identifier);
      if (element !== undefined) elements.add(element);
    }
  }
  return new NodeSet(inDocumentOrder([...elements]), elements.size < 2);
}

/** XPath 1.0 §4.3 lang(): whether the nearest `xml:lang` is the language or a sublanguage of it, whatever the case. */
export const lang = /* @__PURE__ */ counted({ units: 32 }, (context: Found, language: string): boolean => {
  for (let node = nodesOf(context)[0]; node !== undefined; node = node.parent) {
    spend(1 + node.attributes.length);
    const actual = declaredLanguage(node);
    if (actual === undefined) continue;
    const wanted = language.toLowerCase();
    return actual === wanted || actual.startsWith(`${wanted}-`);
  }
  return false;
});

function declaredLanguage(node: Node): string | undefined {
  return node.attributes
    .find(({ name }) => name === "xml:lang")
    ?.toText()
    .toLowerCase();
}

/** `has-class()`: whether the attribute `class` of the first node lists the name, whatever the case. */
export const hasClass = /* @__PURE__ */ counted(
  { units: 8, call: 5 },
  ($: Context, name: string, nodes: Found): boolean => {
    if (!/^[^ \t\r\n\f]+$/.test(name)) {
      alert($, "has-class", `${JSON.stringify(name.slice(0, 100))} is not one class name.`);
      return false;
    }
    const item = first(nodes);
    const element = item instanceof Selection ? item.nodes()[0] : undefined;
    const value = element?.attributes.find((one) => one.name === "class")?.toText() ?? "";
    spend((element?.attributes.length ?? 0) + value.length / 8);
    return value
      .toLowerCase()
      .split(/[ \t\r\n\f]+/)
      .includes(name.toLowerCase());
  },
);
