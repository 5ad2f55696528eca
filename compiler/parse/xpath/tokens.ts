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
      "(?<space>[ \\t\\r\\n]+)",
      `(?<name>${ncName}(?::(?!:)(?:${ncName}|\\*))?)`,
      "(?<number>[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)",
      "(?<literal>\"[^\"]*\"|'[^']*')",
      `(?<variable>\\$${variableName})`,
      "(?<symbol>\\.\\.|::|//|!=|<=|>=|[.@,()[\\]/|+\\-=<>*])",
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
    const groups = tokenPattern.exec(input)?.groups;
    if (groups === undefined) {
      const character = String.fromCodePoint(input.codePointAt(at) as number);
      if (character === '"' || character === "'") {
        reporter.report(text.span(at, input.length), "xpathUnterminatedString");
        return undefined;
      }
      tokens.push({ kind: "unknown", text: character, start: at, end: at + character.length });
      break;
    }
    const { space, name, number, literal, variable, symbol } = groups;
    const lexeme = (space ?? name ?? number ?? literal ?? variable ?? symbol) as string;
    const start = at;
    at += lexeme.length;
    if (name !== undefined) tokens.push({ kind: "name", text: name, start, end: at });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, start, end: at });
    else if (literal !== undefined) {
      tokens.push({ kind: "literal", text: literal.slice(1, -1), start, end: at });
    } else if (variable !== undefined) {
      tokens.push({ kind: "variable", text: variable.slice(1), start, end: at });
    } else if (symbol !== undefined) tokens.push({ kind: "symbol", text: symbol, start, end: at });
  }
  tokens.push({ kind: "end", text: "", start: input.length, end: input.length });
  return tokens;
}
