import {
  ATTRIBUTE,
  addAttribute,
  append,
  DomNode,
  documentNode,
  ELEMENT,
  TEXT,
  toXml,
} from "../../differential/dom.js";
import { type Shape, shapes } from "./expressions.js";

export type Value = string | number | readonly Value[] | { readonly [name: string]: Value };

export const sizes = { "1 KB": 1_000, "100 KB": 100_000, "5 MB": 5_000_000 } as const;
export type Size = keyof typeof sizes;

/** Of about `bytes` bytes, in the language that the shape names. */
export function makeValue(shape: Shape, bytes: number): Value {
  const size = shape === "json" ? (value: Value) => JSON.stringify(value).length : xmlSize;
  const items: Value[] = [];
  for (let total = 0; total < bytes * 0.95; total += size(items.at(-1) ?? "")) items.push(item(items.length));
  return { customer: { name: "Ada Lovelace", city: "London" }, items };
}

const cities = ["Bremen", "Lyon", "Turin", "Graz", "Gent"];

function item(index: number): Value {
  const warehouse = { city: cities[index % cities.length] ?? "", zip: `${10_000 + index}` };
  return {
    id: index,
    name: `Item ${index}`,
    price: (index % 10) + 0.5,
    tags: ["new", "red"],
    stock: { count: index % 4, warehouse },
    ...(index % 3 === 0 ? {} : { note: "Ships within three working days" }),
  };
}

function xmlSize(value: Value): number {
  const document = documentNode();
  grow(document, "xml", "item", value);
  return toXml(document, new Map()).length;
}

/**
 * The document as a tree of XML. For JSON it is the one of Object XML Notation, as far as the expressions see it; in the
 * other shape only numbers have an attribute.
 */
export function makeTree(shape: Shape, value: Value): DomNode {
  const document = documentNode();
  grow(document, shape, shapes[shape].root, value);
  return document;
}

function grow(parent: DomNode, shape: Shape, name: string, value: Value): void {
  const element = append(parent, new DomNode(ELEMENT, name, null, null));
  const type = Array.isArray(value) ? "array" : typeof value;
  if (shape === "json" || type === "number") addAttribute(element, new DomNode(ATTRIBUTE, type, null, ""));
  if (typeof value !== "object") append(element, new DomNode(TEXT, "#text", null, String(value)));
  else if (Array.isArray(value)) for (const one of value) grow(element, shape, shapes[shape].item, one);
  else for (const [key, one] of Object.entries(value)) grow(element, shape, key, one);
}
