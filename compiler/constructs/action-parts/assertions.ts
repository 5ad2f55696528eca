import { MappedText, type Piece } from "../../source/source-text.js";
import type { Template } from "../../syntax/template.js";
import { isItem, visitTemplate } from "../../syntax/visit-template.js";

interface AssertedText {
  readonly text: MappedText;
  /** It has to be true. */
  isCondition: boolean;
  /** The JSON token behind it: a constant, the start of an object, or the end of the assertion. */
  expected: string | undefined;
}

/**
 * The first strings of arrays within arrays: the expressions of assertions. A string in which commands stand is left
 * out, since its text is only known at run time.
 */
export function assertedTexts(template: Template): readonly AssertedText[] {
  const found: AssertedText[] = [];
  let last: AssertedText | undefined;
  const open: string[] = [];
  /** Tells whether the last token has opened an array. */
  let isFirst = false;
  const scan = (text: MappedText): void => {
    for (const match of text.text.matchAll(tokens)) {
      const [token, end] = match;
      if (last !== undefined) {
        last.isCondition = token === "]" || token === "true";
        last.expected = token;
      }
      last = undefined;
      if (isFirst && open.length > 1 && open.at(-2) === "[" && end === '"') {
        last = {
          text: contentOf(text, match.index, match.index + token.length),
          isCondition: false,
          expected: undefined,
        };
        found.push(last);
      }
      isFirst = token === "[";
      if (token === "[" || token === "{") open.push(token);
      else if (token === "]" || token === "}") open.pop();
    }
  };
  visitTemplate(template.parts, {
    part(part) {
      if (part.kind === "text") scan(part.text as MappedText);
      else if (part.kind === "value" ? part.defines === undefined : isItem(part)) {
        isFirst = false;
        last = undefined;
      }
    },
  });
  return found;
}

/** A string that does not end is a token, too: to look for the end of each such string would be slow. */
const tokens = /[[\]{}]|"(?:[^"\\]|\\.)*("?)|[^\s[\]{}",]+/gs;

const escapes = /\\(?:u[0-9a-fA-F]{4}|.)/gs;

/** The content of a JSON string (RFC 8259 §7), whose characters know where they are in the file. */
function contentOf(text: MappedText, start: number, end: number): MappedText {
  const written = text.text.slice(start + 1, end - 1);
  if (!written.includes("\\")) return text.slice(start + 1, end - 1);
  const { source } = text;
  const pieces: Piece[] = [];
  let content = "";
  let at = 0;
  const add = (from: number, to: number, decoded: string, verbatim: boolean): void => {
    if (from === to) return;
    const span = text.span(start + 1 + from, start + 1 + to);
    pieces.push({ at: content.length, start: span.start, end: span.end, verbatim });
    content += decoded;
  };
  for (const match of written.matchAll(escapes)) {
    add(at, match.index, written.slice(at, match.index), true);
    at = match.index + match[0].length;
    add(match.index, at, decodedEscape(match[0]), false);
  }
  add(at, written.length, written.slice(at), true);
  return new MappedText(content, source, pieces);
}

function decodedEscape(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written; // the template itself is reported
  }
}
