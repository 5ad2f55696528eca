/** XML documents at random: few names and values, so that expressions meet them. */
import fc from "fast-check";
import {
  ATTRIBUTE,
  addAttribute,
  append,
  COMMENT,
  DomNode,
  documentNode,
  ELEMENT,
  INSTRUCTION,
  NAMESPACE,
  TEXT,
  toXml,
  xmlNamespace,
} from "./dom.js";

export interface XmlSample {
  readonly dom: DomNode;
  readonly text: string;
  toString(): string;
}

export const elementNames = ["a", "b", "c", "div", "or", "value", "json", "é", "p:a", "p:b"] as const;
export const attributeNames = ["x", "y", "mod", "p:x", "xml:lang", "xml:id"] as const;

/** Texts at the edges of the conversions. */
export const texts = [
  "1",
  "2",
  "10",
  "-1.5",
  "0",
  "-0",
  " 3 ",
  "\n4\t",
  "1.",
  ".5",
  "",
  " ",
  "a",
  "b",
  "ab",
  "true",
  "false",
  "NaN",
  "Infinity",
  "1e3",
  "0x10",
  "+1",
  "1,000",
  "\u00a05",
  "é",
  "😀x",
  "en",
  "de-AT",
  "EN-us",
  "null",
  "12345678901234567890",
] as const;

interface ElementShape {
  readonly kind: "element";
  readonly name: string;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  /** The default namespace from here on: declared, taken back, or as it is. */
  readonly space: "none" | "declare" | "undeclare";
  readonly extra: boolean;
  readonly children: readonly Shape[];
}
interface LeafShape {
  readonly kind: "text" | "comment" | "instruction";
  readonly text: string;
}
type Shape = ElementShape | LeafShape;

const safe = fc.constantFrom("", "x", "1", "a b", "e\n");
const leaf = (kind: LeafShape["kind"], text: fc.Arbitrary<string>): fc.Arbitrary<Shape> =>
  fc.record({ kind: fc.constant(kind), text });

const misc = fc.oneof(leaf("comment", safe), leaf("instruction", fc.constantFrom("t1", "t2 x y", "a 1")));

export const xmlSamples = (texts: readonly string[]): fc.Arbitrary<XmlSample> => {
  const value = fc.constantFrom(...texts);
  const { element } = fc.letrec<{ element: ElementShape; child: Shape }>((tie) => ({
    element: fc.record({
      kind: fc.constant("element" as const),
      name: fc.constantFrom(...elementNames, "a", "a", "b", "b"),
      attributes: fc.uniqueArray(fc.record({ name: fc.constantFrom(...attributeNames), value }), {
        maxLength: 3,
        selector: ({ name }) => name,
      }),
      space: fc.oneof(
        { weight: 20, arbitrary: fc.constant("none" as const) },
        { weight: 1, arbitrary: fc.constantFrom("declare" as const, "undeclare" as const) },
      ),
      extra: fc.boolean(),
      children: fc.array(tie("child"), { maxLength: 4, depthIdentifier: "element" }),
    }) as fc.Arbitrary<ElementShape>,
    child: fc.oneof(
      { depthIdentifier: "element", maxDepth: 4 },
      leaf("text", value),
      misc,
      tie("element"),
      tie("element"),
      tie("element"),
    ),
  }));

  return fc
    .tuple(fc.array(misc, { maxLength: 1 }), element, fc.array(misc, { maxLength: 1 }))
    .map(([before, root, after]) => build([...before, root, ...after]));
};

function build(shapes: readonly Shape[]): XmlSample {
  const dom = documentNode();
  const declared = new Map<DomNode, ReadonlyMap<string, string>>();
  for (const shape of shapes) grow(dom, shape, new Map([["xml", xmlNamespace]]), declared);
  const text = toXml(dom, declared);
  return { dom, text, toString: () => text };
}

function grow(
  parent: DomNode,
  shape: Shape,
  outer: ReadonlyMap<string, string>,
  declared: Map<DomNode, ReadonlyMap<string, string>>,
): void {
  if (shape.kind !== "element") {
    growLeaf(parent, shape);
    return;
  }
  const declarations = declarationsOf(shape, parent);
  // `outer` begins with `xml`. The order is the implementation's choice (XPath 1.0 §5.4), and this is libxml2's.
  const scope = new Map([
    ...[...outer].filter(([prefix]) => !declarations.has(prefix)),
    ...[...declarations].reverse(),
  ]);
  const uri = scope.get(shape.name.includes(":") ? "p" : "") ?? "";
  const node = append(parent, new DomNode(ELEMENT, shape.name, uri === "" ? null : uri, null));
  declared.set(node, declarations);
  for (const [prefix, bound] of scope) {
    if (bound !== "") addAttribute(node, new DomNode(NAMESPACE, prefix, null, bound));
  }
  for (const { name, value } of shape.attributes) {
    const colon = name.indexOf(":");
    const space = colon < 0 ? null : (scope.get(name.slice(0, colon)) ?? null);
    addAttribute(node, new DomNode(ATTRIBUTE, name, space, value));
  }
  for (const child of shape.children) grow(node, child, scope, declared);
}

function declarationsOf({ space, extra }: ElementShape, parent: DomNode): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  if (parent.parentNode === null && parent.nodeType !== ELEMENT) declarations.set("p", "urn:p");
  if (space !== "none") declarations.set("", space === "declare" ? "urn:d" : "");
  if (extra && space === "declare") declarations.set("q", "urn:q");
  return declarations;
}

function growLeaf(parent: DomNode, { kind, text }: LeafShape): void {
  switch (kind) {
    case "comment":
      append(parent, new DomNode(COMMENT, "#comment", null, text));
      return;
    case "instruction": {
      const [target = "", ...rest] = text.split(" ");
      append(parent, new DomNode(INSTRUCTION, target, null, rest.join(" ")));
      return;
    }
    default: {
      // XPath 1.0 §5.7: no text node is empty, and none has a text node beside it.
      if (text === "") return;
      const before = parent.lastChild;
      if (before?.nodeType !== TEXT) {
        append(parent, new DomNode(TEXT, "#text", null, text));
        return;
      }
      parent.childNodes.pop();
      append(parent, new DomNode(TEXT, "#text", null, `${before.nodeValue}${text}`));
    }
  }
}
