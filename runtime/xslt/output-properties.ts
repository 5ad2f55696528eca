import type { Node } from "../data/model/node.js";

/** The properties of `xsl:output` (XSLT 1.0 §16). */
export interface OutputProperties {
  readonly method?: "xml" | "html" | "text";
  readonly version?: string;
  readonly encoding?: string;
  readonly omitXmlDeclaration?: boolean;
  readonly standalone?: boolean;
  readonly doctypePublic?: string;
  readonly doctypeSystem?: string;
  /** Names as `{uri}local`, or as `local` where there is no namespace. */
  readonly cdataSectionElements?: ReadonlySet<string>;
  readonly indent?: boolean;
  readonly mediaType?: string;
}

/** The method of a result. Without one, it is HTML where the root element is `html` and no text comes before it. */
export function outputMethod(document: Node, { method }: OutputProperties): "xml" | "html" | "text" {
  if (method !== undefined) return method;
  const first = document.children.find(({ type }) => type === "element");
  if (first === undefined || first.namespaceUri !== "" || first.name.toLowerCase() !== "html") return "xml";
  const before = document.children.slice(0, first.order);
  return before.some((node) => node.type === "text" && /[^ \t\r\n]/.test(node.toText())) ? "xml" : "html";
}

/** A value between quotes that it does not contain; if it has both kinds, `"` is written as an entity. */
export function quoted(value: string): string {
  if (!value.includes('"')) return `"${value}"`;
  return value.includes("'") ? `"${value.replaceAll('"', "&quot;")}"` : `'${value}'`;
}
