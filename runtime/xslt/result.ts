/** The work of the `xslt` action around a transformation, whoever runs the stylesheet. */

import { WorkLimitError } from "../base/work.js";
import { JsonDocument } from "../data/json/json-node.js";
import { type Found, Selection, type Value } from "../data/model/values.js";
import { parseXml } from "../data/xml/parse-xml.js";
import { XmlDocument, XmlElement } from "../data/xml/xml-node.js";
import { xmlText } from "../data/xml/xml-text.js";
import type { Bytes } from "../http/body-bytes.js";
import { Content, type Source } from "../request/content.js";
import { type Context, state } from "../request/context.js";
import { alert } from "../request/flow-errors.js";
import { encoded, isEncoding } from "./encode.js";
import type { Result } from "./stylesheet.js";

type Report = (reason: string) => void;

/** Logs what is wrong with a transformation, or what its stylesheet says. */
export function reporting($: Context, path: string): Report {
  return (reason) => alert($, "xslt", `${path}: ${reason}`);
}

/** The document to be transformed; `undefined`, and a report, if the source is nothing that can be. */
export function inputOf(source: Found | Value, report: Report): XmlDocument | undefined {
  try {
    const document = sourceDocument(source);
    if (document === undefined) report("There is no input.");
    return document;
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    report(`The input is no XML: ${(error as Error).message}`);
    return undefined;
  }
}

/** Beside our own errors there are those of SaxonJS and, where templates recurse for too long, those of the language. */
export function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "Templates call each other too often without an end.";
  return error instanceof Error ? error.message : String(error);
}

/** The result for a variable: the document node if the result is a tree, else its text. */
export function resultValue(result: Result | undefined): Value {
  if (result === undefined || !isTree(result.method)) return result?.text();
  return result.document() ?? withoutDeclaration(result.text());
}

export function resultContent($: Context, result: Result | undefined): Content | undefined {
  if (result === undefined) return undefined;
  const text = result.text();
  $[state].events?.tell("xslt", { kind: "output", to: "xslt", value: () => text });
  const mediaType = result.mediaType ?? mediaTypes.get(result.method) ?? "text/plain";
  const { source: own, charset } = encodedText(text, result.encoding);
  const full = charset === undefined ? mediaType : `${mediaType}; charset=${charset}`;
  return isTree(result.method) ? new TransformedContent(own, full, result) : new Content(own, full);
}

/** UTF-8 is what everybody reads where nothing is said. */
function encodedText(text: string, encoding: string | undefined): { source: Source; charset?: string } {
  if (encoding === undefined || /^utf-?8$/i.test(encoding) || !isEncoding(encoding))
    return { source: { kind: "text", text } };
  return { source: { kind: "bytes", bytes: encoded(text, encoding) as Bytes }, charset: encoding };
}

export function isTree(method: string): boolean {
  return method === "xml" || method === "html" || method === "xhtml";
}

function withoutDeclaration(text: string): string {
  return text.replace(/^<\?xml[^>]*\?>\n?/, "");
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["xml", "text/xml"],
  ["html", "text/html"],
  ["xhtml", "text/html"],
  ["json", "application/json"],
]);

/** A result that stays a tree, even if it is sent as HTML. */
class TransformedContent extends Content {
  #tree: Selection | undefined;
  #isRead = false;

  constructor(
    source: Source,
    mediaType: string,
    private readonly result: Result,
  ) {
    super(source, mediaType);
  }

  override document(): Selection | undefined {
    if (!this.#isRead) {
      this.#isRead = true;
      this.#tree = this.result.document();
    }
    return this.#tree;
  }
}

/**
 * The input of a transformation as a document: XML, JSON in Object XML Notation, or a text that holds XML; `undefined`
 * for anything else.
 * @throws XmlSyntaxError
 * @throws TreeLimitError
 */
function sourceDocument(source: Found | Value): XmlDocument | undefined {
  const node = source instanceof Selection ? source.nodes()[0] : undefined;
  if (node instanceof XmlDocument) return node;
  if (node instanceof XmlElement) return parseXml(xmlText(node, false));
  const json = source instanceof Selection ? node?.toJson() : source;
  if (typeof json === "string") return json.trim() === "" ? undefined : parseXml(json);
  if (typeof json !== "object" || json === null) return undefined;
  return parseXml(xmlText(node?.type === "element" ? node : new JsonDocument(json), false));
}
