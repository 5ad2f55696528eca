import { counted } from "../../../base/counted.js";
import { nodesOf } from "../../../data/json/json-node.js";
import { jsonText } from "../../../data/json/json-text.js";
import type { Found } from "../../../data/model/values.js";
import { XmlElement } from "../../../data/xml/xml-node.js";
import type { Context } from "../../../request/context.js";
import { alert } from "../../../request/flow-errors.js";

/** `xml-to-json()`: the JSON text of one node in Object XML Notation. Empty for anything else, which is logged. */
export const xmlToJson = counted({ units: 4, call: 5 }, ($: Context, nodes: Found): string => {
  const [node, ...others] = nodesOf(nodes);
  const element = node?.type === "document" ? node.elements[0] : node;
  if (element?.type === "element" && others.length === 0 && isNotation(element))
    return jsonText(element.toJson());
  alert($, "xml-to-json", "One single node in Object XML Notation is needed.");
  return "";
});

const typeNames = new Set(["object", "array", "string", "number", "boolean", "null"]);

/** Whether an attribute names a type of JSON, as one does on every element over JSON. */
function isNotation(element: { readonly attributes: readonly { readonly name: string }[] }): boolean {
  return !(element instanceof XmlElement) || element.attributes.some(({ name }) => typeNames.has(name));
}
