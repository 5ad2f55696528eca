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
  const parts: (string | Expression)[] = [];
  let literal = "";
  let at = 0;
  for (let match = nextBrace(text, at); match !== undefined; match = nextBrace(text, at)) {
    literal += text.slice(at, match.at);
    if (match.isDouble) {
      literal += text[match.at];
      at = match.at + 2;
      continue;
    }
    const end = text[match.at] === "{" ? expressionEnd(text, match.at + 1) : undefined;
    if (end === undefined) {
      reporter.report(value.span(match.at, match.at + 1), "loneBrace", { brace: text[match.at] ?? "" });
      return undefined;
    }
    const expression = parseXPath(value.slice(match.at + 1, end), reporter, functions);
    if (expression === undefined) return undefined;
    if (literal !== "") parts.push(literal);
    literal = "";
    parts.push(expression);
    at = end + 1;
  }
  literal += text.slice(at);
  if (literal !== "") parts.push(literal);
  return { span: value.span(0, text.length), parts };
}

function nextBrace(text: string, from: number): { at: number; isDouble: boolean } | undefined {
  const match = /\{\{?|\}\}?/.exec(text.slice(from));
  return match === null ? undefined : { at: from + match.index, isDouble: match[0].length === 2 };
}

/** The offset of the `}` that ends an expression. Those in its string literals do not. */
function expressionEnd(text: string, from: number): number | undefined {
  const inside = /^(?:[^}"']|"[^"]*"|'[^']*')*(?=\})/.exec(text.slice(from));
  return inside === null ? undefined : from + inside[0].length;
}
