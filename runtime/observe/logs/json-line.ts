import { writeJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";

/** A text as JSON. Most texts of the log need no escapes. */
export function quoted(text: string): string {
  if (text === "") return '""';
  return needsEscapes.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The characters that JSON escapes (ECMA-262, QuoteJSONString), and surrogate pairs, which it does not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters
const needsEscapes = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Quotes a text that is often the same as before: to compare texts takes less. */
export function repeated(): (text: string) => string {
  let latest = "";
  let quotedLatest = '""';
  return (text) => {
    if (text !== latest) {
      latest = text;
      quotedLatest = quoted(text);
    }
    return quotedLatest;
  };
}

/** The span that an event belongs to. */
export interface LoggedSpan {
  readonly traceID: string;
  readonly spanID: string;
}

/** The members that name the span of an event, as OpenTelemetry wants them in JSON, with a comma before them. */
export function spanMembers(span: LoggedSpan | undefined): string {
  return span === undefined ? "" : `,"trace_id":"${span.traceID}","span_id":"${span.spanID}"`;
}

/**
 * Members that follow others in a line: with a comma before each of them, and without braces.
 * @param taken the names that the line has already; they are left out
 */
export function furtherMembers(members: JsonObject, taken?: ReadonlySet<string>): string {
  let text = "";
  for (const name of Object.keys(members)) {
    if (taken?.has(name)) continue;
    const value = members[name];
    text += `,${quoted(name)}:${Number.isInteger(value) ? value : writeJson(value)}`;
  }
  return text;
}
