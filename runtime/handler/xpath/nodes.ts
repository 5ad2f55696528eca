import {
  id as elementsById,
  lang as hasLanguage,
  localName as localNameOf,
  name as nameOf,
  namespaceUri as namespaceUriOf,
} from "../../language/functions/node-functions.js";
import { fitSerialize as serialized } from "../../language/functions/xml-functions.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";
import { string } from "./conversions.js";

/** name() (XPath 1.0 §4.1): the name of the first node, with its prefix; empty for none. */
export function name(nodes: Untyped): string {
  return nameOf(found(nodes));
}

/** local-name() (XPath 1.0 §4.1). */
export function localName(nodes: Untyped): string {
  return localNameOf(found(nodes));
}

/** namespace-uri() (XPath 1.0 §4.1). */
export function namespaceUri(nodes: Untyped): string {
  return namespaceUriOf(found(nodes));
}

/** id() (XPath 1.0 §4.1): the elements with one of the identifiers, in the document of the context node. */
export function id(context: Untyped, identifiers: Untyped): Untyped {
  return elementsById(found(context), found(identifiers));
}

/** lang() (XPath 1.0 §4.3): true if the nearest `xml:lang` is the language, or a sublanguage of it. */
export function lang(context: Untyped, language: Untyped): boolean {
  return hasLanguage(found(context), string(language));
}

/** fit-serialize(): nodes as XML, with JSON in Object XML Notation. */
export function fitSerialize(nodes: Untyped, isPretty = true): string {
  return serialized(found(nodes), isPretty);
}
