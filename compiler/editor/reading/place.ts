import { actions } from "../../constructs/index.js";
import type { Editing } from "../../language/index.js";
import {
  elementAt,
  type LooseAttribute,
  type LooseDocument,
  type LooseElement,
  type Range,
} from "./loose-xml.js";

/** The part of XML that a place is in. The ranges are those of the name or value that is written there. */
export type Place =
  | { readonly kind: "element-name"; readonly element: LooseElement; readonly range: Range }
  /** `open`: the element that the tag can end. */
  | { readonly kind: "end-name"; readonly open: LooseElement | undefined; readonly range: Range }
  | { readonly kind: "attribute-name"; readonly element: LooseElement; readonly range: Range }
  | {
      readonly kind: "attribute-value";
      readonly element: LooseElement;
      readonly attribute: LooseAttribute;
      readonly range: Range;
    }
  | { readonly kind: "content"; readonly element: LooseElement | undefined }
  | { readonly kind: "markup" };

export function placeAt(document: LooseDocument, offset: number): Place {
  const { text, markup } = document;
  const around = markup.find(({ start, end }) => offset > start && offset < end);
  if (around !== undefined && around.kind !== "cdata") return { kind: "markup" };
  const endTag = endTagAt(document, offset);
  if (endTag !== undefined) return endTag;
  const element = elementAt(document, offset);
  if (element === undefined || offset > element.tagEnd || (offset === element.tagEnd && element.hasTagEnd))
    return { kind: "content", element };
  const nameEnd = element.start + 1 + element.name.length;
  if (offset <= nameEnd)
    return { kind: "element-name", element, range: { start: element.start + 1, end: nameEnd } };
  for (const attribute of element.attributes) {
    const { start, end, value } = attribute;
    if (offset >= start && offset <= end) return { kind: "attribute-name", element, range: { start, end } };
    if (value !== undefined && offset >= value.start && offset <= value.end)
      return { kind: "attribute-value", element, attribute, range: value };
  }
  // Behind a value there is no name until a blank.
  const isFree = /\s/.test(text[offset - 1] ?? "");
  return isFree
    ? { kind: "attribute-name", element, range: { start: offset, end: offset } }
    : { kind: "markup" };
}

function endTagAt(document: LooseDocument, offset: number): Place | undefined {
  const { text } = document;
  const start = text.lastIndexOf("</", offset - 2);
  if (start < 0 || offset - start > maxName || /[\s<>]/.test(text.slice(start + 2, offset))) return undefined;
  const rest = /^[^\s<>/="']*/.exec(text.slice(offset, offset + maxName))?.[0] ?? "";
  return {
    kind: "end-name",
    open: elementAt(document, start),
    range: { start: start + 2, end: offset + rest.length },
  };
}

/** Longer names are none that anyone writes. */
const maxName = 200;

/** Facts for editors about an element of a flow. */
export const editingOf = ({ name }: LooseElement): Editing | undefined => actions.get(name)?.editing;

export const valueIn = ({ text }: LooseDocument, { value }: LooseAttribute): string =>
  value === undefined ? "" : text.slice(value.start, value.end);

export function attributeNamed({ attributes }: LooseElement, name: string): LooseAttribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}
