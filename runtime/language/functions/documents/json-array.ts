import { spend } from "../../../base/work.js";
import { JsonDocument, JsonNode } from "../../../data/json/json-node.js";
import { Node } from "../../../data/model/node.js";
import {
  type Found,
  type Item,
  type JsonArray,
  type JsonValue,
  Selection,
} from "../../../data/model/values.js";
import { XmlBuilder } from "../../../data/xml/builder.js";
import { XmlElement } from "../../../data/xml/xml-node.js";

export function itemsOf(nodes: Found): readonly Item[] {
  if (nodes === undefined) return [];
  return nodes instanceof Selection ? nodes.items() : [nodes];
}

/**
 * The items as one JSON array: plain data or, if one of them is XML, an element with copies of the nodes.
 * @throws TreeLimitError
 */
export function arrayOf(items: readonly Item[]): JsonArray | Node {
  const values: JsonValue[] = [];
  spend(items.length);
  for (const item of items) {
    if (item instanceof Node && !(item instanceof JsonNode || item instanceof JsonDocument)) {
      return xmlArray(items);
    }
    values.push(item instanceof Selection ? item.toJson() : (item ?? null));
  }
  return values;
}

/** `<json array="">…</json>` around copies of the items. */
export function xmlArray(items: readonly Item[]): Node {
  const builder = new XmlBuilder();
  builder.element("json", "", [{ name: "array", namespaceUri: "", value: "" }]);
  for (const item of items) addItem(builder, item);
  return builder.finish().documentElement as Node;
}

function addItem(builder: XmlBuilder, item: Item): void {
  const found = item instanceof Selection ? item.nodes()[0] : new JsonDocument(item ?? null).root;
  const node = found?.type === "document" ? found.elements[0] : found;
  if (node === undefined) return;
  if (node.type === "element") {
    copyElement(builder, node);
    return;
  }
  const name = node.type === "attribute" ? [{ name: "name", namespaceUri: "", value: node.name }] : [];
  builder.element("value", "", name);
  builder.text(node.toText());
  builder.close();
}

/** An element that leaves its document takes the namespaces in scope along. */
function copyElement(builder: XmlBuilder, top: Node): void {
  const pending: (Node | undefined)[] = [top];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === undefined) builder.close();
    else if (node.type === "element") {
      const attributes = node.attributes.map((one) => ({
        name: one.name,
        namespaceUri: one.namespaceUri,
        value: one.toText(),
      }));
      builder.element(node.name, node.namespaceUri, attributes, declarations(node, node === top));
      pending.push(undefined);
      for (let index = node.children.length - 1; index >= 0; index--) pending.push(node.children[index]);
    } else if (node.type === "text") builder.text(node.toText());
    else if (node.type === "comment") builder.comment(node.toText());
    else builder.processingInstruction(node.name, node.toText());
  }
}

function declarations(element: Node, isTop: boolean): ReadonlyMap<string, string> | undefined {
  if (!(element instanceof XmlElement)) return undefined;
  if (!isTop) return element.declared;
  return new Map(element.namespaces.map((one) => [one.name, one.toText()]));
}
