/** JSON documents at random, and the tree that Object XML Notation says they are. */
import fc from "fast-check";
import type { JsonValue } from "../../runtime/data/model/values.js";
import { ATTRIBUTE, addAttribute, append, DomNode, documentNode, ELEMENT, TEXT } from "./dom.js";
import { numberText } from "./reference.js";
import { texts } from "./xml-documents.js";

export const memberNames = [
  "a",
  "b",
  "c",
  "div",
  "value",
  "length",
  "size",
  "json",
  "json-element",
  "é",
] as const;
/** Names that are no XML names, or that a careless object would trip over. */
export const oddNames = [
  "",
  "0",
  "1",
  "a b",
  "p:a",
  "-",
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
] as const;

export const xmlNames = new Set<string>([
  ...memberNames,
  "__proto__",
  "constructor",
  "hasOwnProperty",
  "toString",
]);

const scalar = (strings: readonly string[]): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    fc.constantFrom<JsonValue>(null, true, false, 0, -0, 1, 2, -1.5, 1e21, 1e-7, 10, 123456789012, 0.1),
    fc.constantFrom(...strings),
  );

export const jsonDocuments = (
  names: readonly string[] = [...memberNames, ...memberNames, ...oddNames],
  strings: readonly string[] = texts,
) =>
  fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthIdentifier: "json", maxDepth: 4 },
      scalar(strings),
      fc.array(tie("value"), { maxLength: 4, depthIdentifier: "json" }),
      fc
        .uniqueArray(
          fc.tuple(fc.constantFrom(...names.slice(0, 2), ...names.slice(0, 2), ...names), tie("value")),
          {
            maxLength: 5,
            selector: ([name]) => name,
          },
        )
        .map(objectOf),
      fc
        .uniqueArray(
          fc.tuple(fc.constantFrom(...names.slice(0, 2), ...names.slice(0, 2), ...names), tie("value")),
          {
            maxLength: 5,
            selector: ([name]) => name,
          },
        )
        .map(objectOf),
    ),
  })).value;

/** As JSON.parse() makes it: `__proto__` is a member like any other. */
export const objectOf = (entries: readonly (readonly [string, JsonValue])[]): JsonValue =>
  JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`,
  );

/** templating/oxn: the root element is `json`, items of an array are `value`, an attribute tells the type. */
export function notation(value: JsonValue): DomNode {
  const document = documentNode();
  values.set(document, value);
  grow(document, "json", value);
  return document;
}

const values = new WeakMap<DomNode, JsonValue>();

/** The JSON that an element of a notation stands for; of other nodes the text. */
export function jsonOf(node: DomNode): JsonValue {
  const value = values.get(node);
  return value === undefined ? (node.nodeValue ?? "") : value;
}

function grow(parent: DomNode, key: string, value: JsonValue): void {
  const isName = parent.nodeType !== ELEMENT || xmlNames.has(key);
  const element = append(parent, new DomNode(ELEMENT, isName ? key : "json-element", null, null));
  values.set(element, value);
  if (!isName) addAttribute(element, new DomNode(ATTRIBUTE, "name", null, key));
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  addAttribute(element, new DomNode(ATTRIBUTE, type, null, ""));
  if (value === null) return;
  if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) grow(element, "value", item);
  else if (typeof value === "object") {
    for (const [name, one] of Object.entries(value)) grow(element, name, one);
  } else {
    const text = typeof value === "number" ? numberText(value) : String(value);
    if (text !== "") append(element, new DomNode(TEXT, "#text", null, text));
  }
}
