import { changed } from "../../source/changed.js";
import { mapAll } from "../../source/lists.js";
import type { MappedText } from "../../source/source-text.js";
import type { JsonToken, TokenPart } from "../../syntax/json-tokens.js";
import type { TemplatePart } from "../../syntax/template.js";

const tokenPattern = new RegExp(
  [
    '(?<string>"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4}))*")',
    "(?<number>-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![\\w.]))",
    "(?<word>(?:true|false|null)(?!\\w))",
    "(?<badNumber>-?[0-9.][\\w.+-]*)",
    "'(?<quoted>[^'\"\\\\\\u0000-\\u001f]*)'",
    "(?<badString>'[^'\\n]*'?)",
    '(?<bad>[^\\s{}[\\],:"]+)',
  ].join("|"),
  "y",
);

/** The characters of a string up to its closing quote, or up to the end of the text. */
const stringRest = /(?:[^"\\]|\\.)*/sy;
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what RFC 8259 §7 excludes
const validContent = /^(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*$/;

export function tokenizeTemplate(parts: readonly TemplatePart[]): readonly TokenPart[] {
  return tokenizeParts(parts, { inString: false });
}

/**
 * Tracks whether the text so far ends inside a string. All branches of a block begin in the state before the
 * block.
 */
interface Lexer {
  inString: boolean;
}

function tokenizeParts(parts: readonly TemplatePart[], lexer: Lexer): readonly TokenPart[] {
  return parts.flatMap((part): readonly TokenPart[] => {
    switch (part.kind) {
      case "text":
        return tokenizeText(part.text, lexer);
      case "comment":
        return [];
      case "block": {
        const before = lexer.inString;
        const inner = (parts: readonly TemplatePart[]) => {
          lexer.inString = before;
          return tokenizeParts(parts, lexer);
        };
        const ways = mapAll(part.ways, (way) => changed(way, { parts: inner(way.parts) }));
        return [changed(part, { ways, otherwise: part.otherwise && inner(part.otherwise) })];
      }
      default:
        return [part];
    }
  });
}

function tokenizeText(text: MappedText, lexer: Lexer): JsonToken[] {
  const tokens: JsonToken[] = [];
  const input = text.text;
  let at = 0;
  if (lexer.inString) at = continueString(text, lexer, tokens);
  while (at < input.length) {
    const first = input.charAt(at);
    if (" \t\r\n".includes(first)) {
      at++;
      continue;
    }
    if ("{}[],:".includes(first)) {
      tokens.push({ kind: first as "{", span: text.span(at, at + 1), text: first });
      at++;
      continue;
    }
    tokenPattern.lastIndex = at;
    const groups = tokenPattern.exec(input)?.groups;
    if (groups === undefined) {
      at = startString(text, at, lexer, tokens);
      continue;
    }
    const { quoted, badNumber, badString, bad } = groups;
    const lexeme = input.slice(at, tokenPattern.lastIndex);
    const span = text.span(at, tokenPattern.lastIndex);
    at = tokenPattern.lastIndex;
    if (quoted !== undefined)
      tokens.push({ kind: "constant", span, text: JSON.stringify(quoted), value: quoted });
    else if (badNumber !== undefined)
      tokens.push({ kind: "bad", span, text: lexeme, reason: `${badNumber} is no JSON number` });
    else if (badString !== undefined) {
      tokens.push({ kind: "bad", span, text: lexeme, reason: "JSON strings stand in double quotes" });
    } else if (bad !== undefined)
      tokens.push({ kind: "bad", span, text: lexeme, reason: `${shortened(bad)} is no JSON value` });
    else {
      const value = JSON.parse(lexeme) as string | number | boolean | null;
      tokens.push({ kind: "constant", span, text: lexeme, value });
    }
  }
  return tokens;
}

/** Reads a string that this text does not close, or that is invalid. */
function startString(text: MappedText, at: number, lexer: Lexer, tokens: JsonToken[]): number {
  const end = stringEnd(text.text, at + 1);
  const isClosed = end < text.text.length;
  const stop = isClosed ? end + 1 : end;
  const token = { span: text.span(at, stop), text: text.text.slice(at, stop) };
  const reason = contentProblem(text.text.slice(at + 1, end));
  if (reason !== undefined) tokens.push({ kind: "bad", ...token, reason });
  else tokens.push({ kind: "string-start", ...token });
  lexer.inString = !isClosed;
  return stop;
}

function continueString(text: MappedText, lexer: Lexer, tokens: JsonToken[]): number {
  const end = stringEnd(text.text, 0);
  const isClosed = end < text.text.length;
  const stop = isClosed ? end + 1 : end;
  const token = { span: text.span(0, stop), text: text.text.slice(0, stop) };
  const reason = contentProblem(text.text.slice(0, end));
  if (reason !== undefined) tokens.push({ kind: "bad", ...token, reason });
  else tokens.push({ kind: isClosed ? "string-end" : "string-part", ...token });
  lexer.inString = !isClosed;
  return stop;
}

function stringEnd(input: string, from: number): number {
  stringRest.lastIndex = from;
  return from + (stringRest.exec(input)?.[0].length ?? 0);
}

function contentProblem(content: string): string | undefined {
  if (validContent.test(content)) return undefined;
  return /\p{Cc}/u.test(content)
    ? "a JSON string cannot contain a line break or control character"
    : "a JSON string has an escape that does not exist";
}

function shortened(text: string) {
  return text.length > 24 ? `${text.slice(0, 24)}…` : text;
}
