import type { Node } from "../data/model/node.js";
import { booleanAttributes } from "./html-elements.js";
import type { OutputProperties } from "./output-properties.js";

/**
 * The changes that libxml2 makes in XML whose document type is one of XHTML 1.0, so that browsers read it as
 * HTML: appendix C of XHTML 1.0.
 * @module
 */

const kinds = ["strict", "frameset", "transitional"];

const systemIdentifiers: ReadonlySet<string> = new Set(
  kinds.map((kind) => `http://www.w3.org/TR/xhtml1/DTD/xhtml1-${kind}.dtd`),
);

const publicIdentifiers: ReadonlySet<string> = new Set(
  kinds.map((kind) => `-//W3C//DTD XHTML 1.0 ${kind.charAt(0).toUpperCase()}${kind.slice(1)}//EN`),
);

const xhtmlNamespace = "http://www.w3.org/1999/xhtml";

/** Returns true if the document type is one of XHTML 1.0. */
export function isXhtml({ doctypePublic, doctypeSystem }: OutputProperties): boolean {
  return publicIdentifiers.has(doctypePublic ?? "") || systemIdentifiers.has(doctypeSystem ?? "");
}

interface Attribute {
  readonly name: string;
  readonly value: string;
}

const withFragments: ReadonlySet<string> = new Set("a p div img map applet form frame iframe".split(" "));

/** The attributes of an element, and those that appendix C adds: `id` for `name`, `lang` and `xml:lang` together. */
export function xhtmlAttributes(element: Node): readonly Attribute[] {
  const attributes = element.attributes.map((one): Attribute => {
    const value = one.toText();
    const isBoolean =
      value === "" && one.namespaceUri === "" && booleanAttributes.has(one.name.toLowerCase());
    return { name: one.name, value: isBoolean ? one.name : value };
  });
  const valueNamed = (name: string) => attributes.find((one) => one.name === name)?.value;
  const added = (name: string, value: string | undefined): readonly Attribute[] =>
    value === undefined || valueNamed(name) !== undefined ? [] : [{ name, value }];
  const isRoot = element.name === "html" && element.namespaceUri === "";
  return [
    ...(isRoot ? [{ name: "xmlns", value: xhtmlNamespace }] : []),
    ...attributes,
    ...(withFragments.has(element.localName) ? added("id", valueNamed("name")) : []),
    ...added("xml:lang", valueNamed("lang")),
    ...added("lang", valueNamed("xml:lang")),
  ];
}

const emptyElements: ReadonlySet<string> = new Set(
  "area br base basefont col frame hr img input isindex link meta param".split(" "),
);

/** The end of the tag of an element that is empty. */
export function xhtmlEmptyTag({ name, namespaceUri }: Node): string {
  const isEmpty = emptyElements.has(name) && (namespaceUri === "" || namespaceUri === xhtmlNamespace);
  return isEmpty ? " />" : `></${name}>`;
}

/**
 * The text that follows the name and attributes of a `head` that does not say what the encoding is;
 * `undefined` for another element.
 */
export function writtenHead(element: Node, encoding: string, indent: string): string | undefined {
  const { parent } = element;
  if (element.localName !== "head" || parent?.localName !== "html" || parent.parent?.type !== "document")
    return undefined;
  const isSaid = element.elements.some(
    (one) => one.localName === "meta" && one.attributes.some(isContentType),
  );
  if (isSaid) return undefined;
  return `>${indent}<meta http-equiv="Content-Type" content="text/html; charset=${encoding}" />`;
}

function isContentType(attribute: Node): boolean {
  return attribute.name === "http-equiv" && attribute.toText().toLowerCase() === "content-type";
}
