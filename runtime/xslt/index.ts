/**
 * What generated code imports for the `xslt` action. It is an entry of its own, because SaxonJS is bigger than
 * everything else together.
 * @module
 */

import type { Found, Selection, Value } from "../data-model/values.js";
import { Content } from "../flow/content.js";
import { type Context, state } from "../flow/context.js";
import { alert } from "../flow/errors.js";
import { WorkLimitError } from "../limits/work.js";
import { parseXml } from "../xml/parse.js";
import { sourceText } from "./input.js";
import { type OutputProperties, transform } from "./saxon.js";
import type { Stylesheet } from "./stylesheet.js";

export type { Stylesheet } from "./stylesheet.js";

/**
 * The result for a variable: the document node if the result is a tree, else its text. `undefined`, and an alert, if
 * there is no result.
 */
export function transformed($: Context, stylesheet: Stylesheet, source: Found | Value): Value {
  const run = runner($, stylesheet, source);
  if (run === undefined) return undefined;
  if (stylesheet.method !== undefined && !isTree(stylesheet.method)) return run({});
  const text = run(asXml);
  if (text === undefined) return undefined;
  return parsed(text) ?? run({ "omit-xml-declaration": true }, "again");
}

/** The result as content; `undefined`, and an alert, if there is none. */
export function transformedContent(
  $: Context,
  stylesheet: Stylesheet,
  source: Found | Value,
): Content | undefined {
  const run = runner($, stylesheet, source);
  const text = run?.({});
  if (run === undefined || text === undefined) return undefined;
  $[state].debug?.say("xslt", () => text);
  const method = stylesheet.method ?? (isHtml(text) ? "html" : "xml");
  const mediaType = stylesheet.mediaType ?? mediaTypes.get(method) ?? "text/plain";
  return isTree(method)
    ? new TransformedContent(text, mediaType, run)
    : new Content({ kind: "text", text }, mediaType);
}

/**
 * Runs the transformation; `undefined`, and an alert, if it fails. If it runs again, its messages are not logged again.
 */
type Run = (output: OutputProperties, again?: "again") => string | undefined;

function runner($: Context, stylesheet: Stylesheet, source: Found | Value): Run | undefined {
  const failed = (reason: string) => alert($, "xslt", `${stylesheet.path}: ${reason}`);
  let input: string | undefined;
  try {
    input = sourceText(source);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    failed(`The input is no XML: ${(error as Error).message}`);
    return undefined;
  }
  if (input === undefined) {
    failed("There is no input.");
    return undefined;
  }
  const text = input;
  return (output, again) => {
    const report = again === undefined ? failed : () => {};
    try {
      return transform(stylesheet, text, output, report);
    } catch (error) {
      if (error instanceof WorkLimitError) throw error;
      if (hasEnded(error)) return undefined;
      // SaxonJS throws errors of its own and, if a recursion does not end, those of the language.
      report(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  };
}

/** Whether the stylesheet ended the transformation by an `xsl:message`, which has been logged. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).endsWith("XTMM9000");
}

function isTree(method: string): boolean {
  return method === "xml" || method === "html" || method === "xhtml";
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ["xml", "text/xml"],
  ["html", "text/html"],
  ["xhtml", "text/html"],
  ["json", "application/json"],
]);

/**
 * Whether the root element is `html`: without a method, the result is HTML then (XSLT 1.0 §16), and has no XML
 * declaration.
 */
function isHtml(text: string): boolean {
  return /^\s*(?:<!DOCTYPE[^>]*>\s*)?<html[\s>]/i.test(text);
}

/** White space that indents would become part of the tree. */
const asXml: OutputProperties = { method: "xml", indent: false };

/** `undefined` if the result is no document, but only text, or markup that `disable-output-escaping` made. */
function parsed(text: string): Selection | undefined {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    return undefined;
  }
}

/** A result that stays a tree, even if it is sent as HTML. */
class TransformedContent extends Content {
  #tree: Selection | undefined;
  #isRead = false;

  constructor(
    text: string,
    mediaType: string,
    private readonly run: Run,
  ) {
    super({ kind: "text", text }, mediaType);
  }

  override document(): Selection | undefined {
    if (!this.#isRead) {
      this.#isRead = true;
      const text = this.run(asXml, "again");
      this.#tree = text === undefined ? undefined : parsed(text);
    }
    return this.#tree;
  }
}
