/**
 * What generated code imports for the `xslt` action and for stylesheets of XSLT 1.0.
 * @module
 */

import type { Found, Selection, Value } from "../data-model/values.js";
import { Content, type Source } from "../flow/content.js";
import { type Context, state } from "../flow/context.js";
import { alert } from "../flow/errors.js";
import type { Bytes } from "../http/body-bytes.js";
import { WorkLimitError } from "../limits/work.js";
import { encoded, isEncoding } from "./encode.js";
import { XsltEnded } from "./error.js";
import { sourceDocument } from "./input.js";
import type { Result, Stylesheet } from "./stylesheet.js";

export { stylesheet } from "./definition.js";
export { highest, lowest, max, min } from "./exslt-math.js";
export { difference, distinct, hasSameNode, intersection, leading, trailing } from "./exslt-sets.js";
export { align, concatNodes, padding, replaceText, splitText, tokenize } from "./exslt-strings.js";
export { anywhere, fromNodes, fromRoot } from "./pattern.js";
export type { Prefixes } from "./result-tree.js";
export type { PatternMaker, Stylesheet, Template } from "./stylesheet.js";

/**
 * The result for a variable: the document node if the result is a tree, else its text. `undefined`, and an alert, if
 * there is no result.
 */
export function transformed($: Context, stylesheet: Stylesheet, source: Found | Value): Value {
  const result = run($, stylesheet, source);
  if (result === undefined || !isTree(result.method)) return result?.text();
  return result.document() ?? withoutDeclaration(result.text());
}

/** The result as content; `undefined`, and an alert, if there is none. */
export function transformedContent(
  $: Context,
  stylesheet: Stylesheet,
  source: Found | Value,
): Content | undefined {
  const result = run($, stylesheet, source);
  if (result === undefined) return undefined;
  const text = result.text();
  $[state].debug?.tell("xslt", { kind: "output", to: "xslt", value: () => text });
  const mediaType = result.mediaType ?? mediaTypes.get(result.method) ?? "text/plain";
  const { source: own, charset } = encodedText(text, result.encoding);
  const full = charset === undefined ? mediaType : `${mediaType}; charset=${charset}`;
  return isTree(result.method) ? new TransformedContent(own, full, result) : new Content(own, full);
}

/** The result of the transformation; `undefined`, and an alert, if it fails. */
function run($: Context, stylesheet: Stylesheet, source: Found | Value): Result | undefined {
  const report = (reason: string) => alert($, "xslt", `${stylesheet.path}: ${reason}`);
  let document: ReturnType<typeof sourceDocument>;
  try {
    document = sourceDocument(source);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    report(`The input is no XML: ${(error as Error).message}`);
    return undefined;
  }
  if (document === undefined) {
    report("There is no input.");
    return undefined;
  }
  try {
    return stylesheet.transform($, document, report);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    if (!(error instanceof XsltEnded)) report(reasonOf(error));
    return undefined;
  }
}

/** Beside our own errors there are those of SaxonJS and, where templates recurse for too long, those of the language. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "Templates call each other too often without an end.";
  return error instanceof Error ? error.message : String(error);
}

/** UTF-8 is what everybody reads where nothing is said. */
function encodedText(text: string, encoding: string | undefined): { source: Source; charset?: string } {
  if (encoding === undefined || /^utf-?8$/i.test(encoding) || !isEncoding(encoding))
    return { source: { kind: "text", text } };
  return { source: { kind: "bytes", bytes: encoded(text, encoding) as Bytes }, charset: encoding };
}

function isTree(method: string): boolean {
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
