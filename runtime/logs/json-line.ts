import type { JsonObject } from "../data-model/values.js";

/** A text as JSON. Most texts of the log need no escapes. */
export function quoted(text: string): string {
  return needsEscapes.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** What JSON escapes (ECMA-262, QuoteJSONString), and pairs of surrogates, which it does not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes control characters
const needsEscapes = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Members that follow others in a line: with a comma before them, and without braces. */
export function furtherMembers(members: JsonObject): string {
  const json = JSON.stringify(members);
  return json === "{}" ? "" : `,${json.slice(1, -1)}`;
}
