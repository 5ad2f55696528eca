import { xmlNamespace } from "../../../runtime/data/xml/xml-node.js";
import type { Namespaces } from "../../syntax/stylesheet.js";
import type { XmlElement } from "../../syntax/xml.js";

export const xsltNamespace = "http://www.w3.org/1999/XSL/Transform";

/** `{uri}local`, or `local` without a namespace. */
export const expanded = (uri: string, local: string): string => (uri === "" ? local : `{${uri}}${local}`);

/** `p:local` in two; the prefix of a name without one is empty. */
export function split(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(":");
  return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

/** The namespaces in scope inside an element, those that were declared last first. */
export function inScope(element: XmlElement, outer: Namespaces): Namespaces {
  const own = new Map<string, string>();
  for (const { name, value } of element.attributes.values())
    if (name === "xmlns" || name.startsWith("xmlns:")) own.set(name.slice("xmlns:".length), value.text);
  if (own.size === 0) return outer;
  const all = [...own, ...[...outer].filter(([prefix]) => !own.has(prefix))];
  return new Map(all.filter(([, uri]) => uri !== ""));
}

/** The namespace that `xml` stands for everywhere. */
export const initialScope: Namespaces = new Map([["xml", xmlNamespace]]);

/** Words between white space. */
export const wordsOf = (text: string): readonly string[] =>
  text.split(/[ \t\r\n]+/).filter((word) => word !== "");
