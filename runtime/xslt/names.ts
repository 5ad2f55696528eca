import { isXmlName } from "../base/xml-name.js";
import type { Node } from "../data/model/node.js";
import { xmlNamespace } from "../data/xml/xml-node.js";
import type { Prefixes } from "./result-tree.js";
import { XsltError } from "./xslt-error.js";

/** `{uri}local`, or the name where there is no namespace: as stylesheets write names. */
export function expandedName(node: Node): string {
  return node.namespaceUri === "" ? node.name : `{${node.namespaceUri}}${node.localName}`;
}

/** Options for the computed name of an element or attribute (XSLT 1.0 §7.1.2, §7.1.3). */
export interface NameOptions {
  /** The namespace, if it is computed, too. */
  readonly namespace?: string;
  /** The meanings of prefixes in the stylesheet. */
  readonly scope?: Prefixes;
}

/** @throws XsltError for what is no name, or has a prefix that means nothing */
export function resolvedName(
  written: string,
  { namespace, scope = [] }: NameOptions,
  kind: "element" | "attribute",
): readonly [name: string, namespaceUri: string] {
  const name = written.trim();
  const [first = "", second, ...more] = name.split(":");
  const local = second ?? first;
  const prefix = second === undefined ? "" : first;
  const isName = more.length === 0 && isXmlName(local) && (second === undefined || isXmlName(prefix));
  if (!isName || (kind === "attribute" && name === "xmlns" && namespace === undefined))
    throw new XsltError(`${JSON.stringify(written)} cannot be the name of an ${kind}.`);
  if (namespace !== undefined) {
    if (namespace === "") return [local, ""];
    // The meaning of the prefix elsewhere does not matter; these two cannot mean anything else.
    return prefix === "xmlns" || (prefix === "xml" && namespace !== xmlNamespace)
      ? [local, namespace]
      : [name, namespace];
  }
  if (prefix === "xml") return [name, xmlNamespace];
  if (prefix === "" && kind === "attribute") return [local, ""];
  const uri = scope.find(([own]) => own === prefix)?.[1];
  if (uri === undefined && prefix !== "") throw new XsltError(`The prefix of ${name} is not declared.`);
  return [name, uri ?? ""];
}
