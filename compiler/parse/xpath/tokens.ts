import type { Reporter } from "../../diagnostics/reporter.js";
import type { MappedText } from "../../source/source-text.js";

/** A token of XPath 1.0 (§3.7). A `name` is a QName or `prefix:*`; the parser decides what it means. */
export interface Token {
  readonly kind: "name" | "number" | "literal" | "variable" | "symbol" | "unknown" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const ncName = "[\\p{L}_][\\p{L}\\p{M}\\p{N}._\\-\\u00b7]*";
const tokenPattern = (variableName: string): RegExp =>
  new RegExp(
    [
      "[ \\t\\r\\n]+",
      `${ncName}(?::(?!:)(?:${ncName}|\\*))?`,
      "[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+",
      "\"[^\"]*\"|'[^']*'",
      `\\$${variableName}`,
      "\\.\\.|::|//|!=|<=|>=|[.@,()[\\]/|+\\-=<>*]",
    ].join("|"),
    "uy",
  );

/** Variables of flows have names of ASCII letters; those of stylesheets have any XML name. */
const tokenPatterns = {
  flow: tokenPattern("[A-Za-z_][A-Za-z0-9_-]*"),
  stylesheet: tokenPattern(`${ncName}(?::${ncName})?`),
};

/**
 * The tokens of an expression; the last one is an `end`. Stops at a character that starts no token
 * (`unknown`): the parser reports it, unless it finds an earlier error. Reports an unterminated string and
 * returns `undefined`.
 */
export function tokenize(
  text: MappedText,
  reporter: Reporter,
  within: keyof typeof tokenPatterns,
): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const tokenPattern = tokenPatterns[within];
  const input = text.text;
  for (let at = 0; at < input.length; ) {
    tokenPattern.lastIndex = at;
    if (!tokenPattern.test(input)) {
      const character = String.fromCodePoint(input.codePointAt(at) as number);
      if (character === '"' || character === "'") {
        reporter.report(text.span(at, input.length), "xpathUnterminatedString");
        return undefined;
      }
      tokens.push({ kind: "unknown", text: character, start: at, end: at + character.length });
      break;
    }
    const start = at;
    at = tokenPattern.lastIndex;
    const kind = kindAt(input, start);
    if (kind === "space") continue;
    const from = kind === "variable" || kind === "literal" ? start + 1 : start;
    tokens.push({ kind, text: input.slice(from, kind === "literal" ? at - 1 : at), start, end: at });
  }
  tokens.push({ kind: "end", text: "", start: input.length, end: input.length });
  return tokens;
}

/** The kind of the token that begins at an offset: its first character tells, and named groups cost more than all else. */
function kindAt(input: string, at: number): Token["kind"] | "space" {
  const first = input.charAt(at);
  if (" \t\r\n".includes(first)) return "space";
  if (first === "$") return "variable";
  if (first === '"' || first === "'") return "literal";
  if (isDigit(first) || (first === "." && isDigit(input.charAt(at + 1)))) return "number";
  return ".@,()[]/|+-=<>*:!".includes(first) ? "symbol" : "name";
}

const isDigit = (character: string): boolean => character >= "0" && character <= "9";
