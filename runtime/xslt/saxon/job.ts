import { isTree, reasonOf } from "../result.js";
import { isIndented, type OutputProperties, type SaxonDefinition, transform } from "./saxon.js";

/** A transformation that somebody asks SaxonJS for. */
export interface SaxonJob {
  readonly stylesheet: SaxonDefinition;
  /** XML. */
  readonly input: string;
}

export interface SaxonResult {
  /** `xml`, `html`, `text` … */
  readonly method: string;
  /** As it is sent. */
  readonly text: string;
  /** The XML that a tree is to be read from, if not that. */
  readonly tree?: string;
}

/** The outcome of a job. Plain data, since it may come from another thread. */
export interface SaxonAnswer {
  /** Each `xsl:message`. */
  readonly messages: readonly string[];
  /** Without one, the transformation has failed. */
  readonly result?: SaxonResult;
  /** Why it failed, unless the stylesheet has said so itself, by an `xsl:message`. */
  readonly reason?: string;
}

/** How many messages are kept of one transformation: those of a loop would fill the log. */
const maxMessages = 100;

const asXml: OutputProperties = { method: "xml", indent: false };

export function answer({ stylesheet, input }: SaxonJob): SaxonAnswer {
  const messages: string[] = [];
  const keep = (message: string) => {
    if (messages.length < maxMessages) messages.push(message);
  };
  try {
    const text = transform(stylesheet, input, {}, keep);
    const method = stylesheet.method ?? (isHtml(text) ? "html" : "xml");
    // SaxonJS either writes a result or makes a tree of it: for both, it runs twice. Indents would be a part of the tree.
    if (!isTree(method) || (method === "xml" && !isIndented(stylesheet)))
      return { messages, result: { method, text } };
    return { messages, result: { method, text, tree: transform(stylesheet, input, asXml, () => {}) } };
  } catch (error) {
    return hasEnded(error) ? { messages } : { messages, reason: reasonOf(error) };
  }
}

/** Returns true if the stylesheet ended the transformation by an `xsl:message`, which is kept. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).endsWith("XTMM9000");
}

/**
 * Returns true if the root element is `html`: without a method, the result is HTML then (XSLT 2.0 §20), and
 * has no XML declaration.
 */
function isHtml(text: string): boolean {
  return /^\s*(?:<!DOCTYPE[^>]*>\s*)?<html[\s>]/i.test(text);
}
