import { setting } from "../../base/settings.js";
import { within } from "../../base/timeout.js";
import { beginStretch, made, WorkLimitError } from "../../base/work.js";
import type { Found, Selection, Value } from "../../data/model/values.js";
import { parseXml } from "../../data/xml/parse-xml.js";
import { xmlText } from "../../data/xml/xml-text.js";
import type { Content } from "../../request/content.js";
import { type Context, state } from "../../request/context.js";
import { TimeLimitError, timeLeft, timeLimitError } from "../../request/time-limit.js";
import { inputOf, reasonOf, reporting, resultContent, resultValue } from "../result.js";
import type { Result } from "../stylesheet.js";
import type { SaxonAnswer, SaxonJob, SaxonResult } from "./job.js";
import { run } from "./run.js";
import type { SaxonDefinition } from "./saxon.js";

/** A stylesheet that SaxonJS runs. */
export function saxonStylesheet(definition: SaxonDefinition): SaxonDefinition {
  return definition;
}

/** `transformed` with such a stylesheet. */
export async function transformedBySaxon(
  $: Context,
  stylesheet: SaxonDefinition,
  source: Found | Value,
): Promise<Value> {
  return resultValue(await transform($, stylesheet, source));
}

/** `transformedContent` with such a stylesheet. */
export async function contentBySaxon(
  $: Context,
  stylesheet: SaxonDefinition,
  source: Found | Value,
): Promise<Content | undefined> {
  return resultContent($, await transform($, stylesheet, source));
}

async function transform(
  $: Context,
  stylesheet: SaxonDefinition,
  source: Found | Value,
): Promise<Result | undefined> {
  const report = reporting($, stylesheet.path);
  const document = inputOf(source, report);
  if (document === undefined) return undefined;
  const { messages, result, reason } = await answerTo($, { stylesheet, input: xmlText(document, false) });
  messages.forEach(report);
  if (reason !== undefined) report(reason);
  return result && resultOf(result, stylesheet);
}

/** @throws WorkLimitError, TimeLimitError */
async function answerTo($: Context, job: SaxonJob): Promise<SaxonAnswer> {
  const { bindings } = $[state];
  const left = timeLeft($);
  const limits = {
    seconds: setting(bindings, "XSLT_TIMEOUT"),
    bytes: setting(bindings, "XSLT_MEMORY"),
    until: performance.now() + left,
  };
  try {
    return await within(left, run(job, limits), () => timeLimitError($));
  } catch (error) {
    if (error instanceof WorkLimitError || error instanceof TimeLimitError) throw error;
    return { messages: [], reason: reasonOf(error) };
  } finally {
    beginStretch(bindings);
  }
}

function resultOf({ method, text, tree = text }: SaxonResult, { mediaType }: SaxonDefinition): Result {
  return {
    method,
    mediaType,
    encoding: undefined,
    text: () => made(text),
    document: () => parsed(tree)?.nodes()[0],
  };
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
