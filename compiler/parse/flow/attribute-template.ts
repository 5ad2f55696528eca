import type { Reporter } from "../../diagnostics/reporter.js";
import type { Functions } from "../../language/language.js";
import type { MappedText } from "../../source/source-text.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import type { Expression } from "../../syntax/xpath.js";
import { parseXPath } from "../xpath/xpath.js";

/**
 * Parses a text with `{expression}` in it; `{{` and `}}` stand for braces. Returns `undefined` after
 * reporting an error.
 */
export function parseAttributeTemplate(
  value: MappedText,
  reporter: Reporter,
  functions: Functions,
): AttributeTemplate | undefined {
  const { text } = value;
  const pieces = splitBraces(value);
  if (typeof pieces === "number") {
    reporter.report(value.span(pieces, pieces + 1), "loneBrace", { brace: text[pieces] ?? "" });
    return undefined;
  }
  if (pieces.every((piece) => typeof piece === "string")) checkBraces(value, reporter);
  const parts: (string | Expression)[] = [];
  for (const piece of pieces) {
    const part = typeof piece === "string" ? piece : parseXPath(piece, reporter, functions);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { span: value.span(0, text.length), parts };
}

/** Reports an expression that is a text here: without braces, or in the braces of a template. */
function checkBraces(value: MappedText, reporter: Reporter): void {
  const written = value.text
    .trim()
    .replace(/^\{\{|\}\}$/g, "")
    .trim();
  const isPath = /^\$[a-z_][\w-]*(?:\/[@\w.*-]+)*$/i.test(written);
  const isCall = written.endsWith(")") && /^[a-z][\w-]*\(.*\$[a-z_]/i.test(written);
  if (!isPath && !isCall) return;
  reporter.report(value.span(0, value.text.length), "attributeWithoutBraces", { written });
}

/** Texts, and what is in braces between them; or the place of a brace that is alone. `{{` and `}}` stand for braces. */
export function splitBraces(value: MappedText): readonly (string | MappedText)[] | number {
  const { text } = value;
  const pieces: (string | MappedText)[] = [];
  let literal = "";
  let at = 0;
  const braces = /\{\{?|\}\}?/g;
  for (let match = braces.exec(text); match !== null; match = braces.exec(text)) {
    const { 0: brace, index } = match;
    literal += text.slice(at, index);
    at = index + brace.length;
    if (brace.length === 2) {
      literal += brace.charAt(0);
      continue;
    }
    const end = brace === "{" ? expressionEnd(text, at) : undefined;
    if (end === undefined) return index;
    if (literal !== "") pieces.push(literal);
    literal = "";
    pieces.push(value.slice(at, end));
    at = end + 1;
    braces.lastIndex = at;
  }
  literal += text.slice(at);
  return literal === "" ? pieces : [...pieces, literal];
}

/** The offset of the `}` that ends an expression. Those in its string literals do not. */
function expressionEnd(text: string, from: number): number | undefined {
  const inside = /^(?:[^}"']|"[^"]*"|'[^']*')*(?=\})/.exec(text.slice(from));
  return inside === null ? undefined : from + inside[0].length;
}
