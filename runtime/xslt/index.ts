/**
 * What generated code imports for the `xslt` action and for stylesheets of XSLT 1.0.
 * @module
 */

import type { Found, Value } from "../data-model/values.js";
import type { Content } from "../flow/content.js";
import type { Context } from "../flow/context.js";
import { WorkLimitError } from "../limits/work.js";
import { XsltEnded } from "./error.js";
import { inputOf, reasonOf, reporting, resultContent, resultValue } from "./result.js";
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
  return resultValue(run($, stylesheet, source));
}

/** The result as content; `undefined`, and an alert, if there is none. */
export function transformedContent(
  $: Context,
  stylesheet: Stylesheet,
  source: Found | Value,
): Content | undefined {
  return resultContent($, run($, stylesheet, source));
}

/** The result of the transformation; `undefined`, and an alert, if it fails. */
function run($: Context, stylesheet: Stylesheet, source: Found | Value): Result | undefined {
  const report = reporting($, stylesheet.path);
  const document = inputOf(source, report);
  if (document === undefined) return undefined;
  try {
    return stylesheet.transform($, document, report);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    if (!(error instanceof XsltEnded)) report(reasonOf(error));
    return undefined;
  }
}
