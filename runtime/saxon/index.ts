/**
 * What generated code imports for stylesheets of XSLT 2.0 and 3.0. It is an entry of its own, because SaxonJS is bigger
 * than everything else together.
 * @module
 */

import type { Selection } from "../data-model/values.js";
import { WorkLimitError } from "../limits/work.js";
import { parseXml } from "../xml/parse.js";
import { XsltEnded } from "../xslt/error.js";
import { xmlOf } from "../xslt/input.js";
import type { Result, Stylesheet } from "../xslt/stylesheet.js";
import { type OutputProperties, type SaxonDefinition, transform } from "./saxon.js";

/** A stylesheet that SaxonJS runs. */
export function saxonStylesheet(definition: SaxonDefinition): Stylesheet {
  return {
    path: definition.path,
    transform: (_, source, report) => new SaxonResult(definition, xmlOf(source), report),
  };
}

/** White space that indents would become part of the tree. */
const asXml: OutputProperties = { method: "xml", indent: false };

/** SaxonJS either writes a result or makes a tree of it: for both, it runs twice. */
class SaxonResult implements Result {
  readonly method: string;
  readonly mediaType: string | undefined;
  readonly encoding = undefined;
  readonly #text: string;

  constructor(
    private readonly definition: SaxonDefinition,
    private readonly input: string,
    report: (message: string) => void,
  ) {
    this.#text = this.#run({}, report);
    this.method = definition.method ?? (isHtml(this.#text) ? "html" : "xml");
    this.mediaType = definition.mediaType;
  }

  text(): string {
    return this.#text;
  }

  document(): ReturnType<Result["document"]> {
    return parsed(this.#run(asXml, () => {}))?.nodes()[0];
  }

  #run(output: OutputProperties, report: (message: string) => void): string {
    try {
      return transform(this.definition, this.input, output, report);
    } catch (error) {
      throw hasEnded(error) ? new XsltEnded("") : error;
    }
  }
}

/** Whether the stylesheet ended the transformation by an `xsl:message`, which has been logged. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).endsWith("XTMM9000");
}

/**
 * Whether the root element is `html`: without a method, the result is HTML then (XSLT 2.0 §20), and has no XML
 * declaration.
 */
function isHtml(text: string): boolean {
  return /^\s*(?:<!DOCTYPE[^>]*>\s*)?<html[\s>]/i.test(text);
}

/** `undefined` if the result is no document, but only text, or markup that `disable-output-escaping` made. */
function parsed(text: string): Selection | undefined {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    return undefined;
  }
}
