import { counted } from "../../../base/counted.js";
import { nodesOf } from "../../../data/json/json-node.js";
import { Selection, type Value } from "../../../data/model/values.js";
import { xmlText } from "../../../data/xml/xml-text.js";
import { string } from "../../../data/xpath/convert.js";

/** `fit-serialize()`: nodes as XML, with JSON in Object XML Notation; a string, number or boolean as text. */
export const fitSerialize = counted({ units: 4, call: 5 }, (value: Value, isPretty = true): string => {
  if (typeof value !== "object") return string(value);
  const nodes = value instanceof Selection ? value.nodes() : nodesOf(value);
  return nodes.map((node) => xmlText(node, isPretty)).join(isPretty ? "\n" : "");
});
