import { WorkLimitError } from "../base/work.js";
import type { Found, Value } from "../data/model/values.js";
import type { Content } from "../request/content.js";
import type { Context } from "../request/context.js";
import { inputOf, reasonOf, reporting, resultContent, resultValue } from "./result.js";
import type { Result, Stylesheet } from "./stylesheet.js";
import { XsltEnded } from "./xslt-error.js";

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
