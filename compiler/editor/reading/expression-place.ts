import { Reporter } from "../../diagnostics/index.js";
import { type Token, tokenize } from "../../parse/index.js";
import { MappedText, SourceText } from "../../source/index.js";
import type { Range } from "./loose-xml.js";

/** The part of an expression that someone writes at a place. `range` is the part of the name before and behind the place. */
export type ExpressionPlace = {
  readonly range: Range;
  /** The innermost function call around the place, and which of its arguments it is in. */
  readonly call: { readonly name: string; readonly argument: number } | undefined;
} & (
  | { readonly kind: "variable" }
  /** A step behind `/`, or a name where an expression begins. `base` is what the path has before. */
  | { readonly kind: "step"; readonly base: Range | undefined; readonly startsExpression: boolean }
  /** Behind an operand. */
  | { readonly kind: "operator" }
  | { readonly kind: "literal" }
  | { readonly kind: "axis" }
);

const operators: ReadonlySet<string> = new Set(["and", "or", "div", "mod"]);
const nameEnd = /^[\p{L}\p{N}_.-]*/u;

/**
 * @param text in which the expression is the range
 * @param offset the place, in the range
 */
export function expressionPlace(text: string, { start, end }: Range, offset: number): ExpressionPlace {
  const before = text.slice(start, offset);
  const rest = nameEnd.exec(text.slice(offset, end))?.[0] ?? "";
  const quote = openQuote(before);
  if (quote !== undefined) {
    const tokens = tokensOf(before.slice(0, quote));
    const close = text.slice(offset, end).indexOf(before.charAt(quote));
    const range = { start: start + quote + 1, end: close < 0 ? offset : offset + close };
    return { kind: "literal", range, call: callAround(tokens) };
  }
  // The pieces of `a ?? b` are expressions of their own.
  const own = before.lastIndexOf("??") + 1 === 0 ? 0 : before.lastIndexOf("??") + 2;
  const from = start + own;
  const tokens = tokensOf(before.slice(own));
  const last = tokens.at(-1);
  const isDollar = before.endsWith("$");
  const touches = last !== undefined && from + last.end === offset;
  const typed = touches && (last.kind === "name" || last.kind === "variable") ? last : undefined;
  const range = {
    start: isDollar ? offset - 1 : typed === undefined ? offset : from + typed.start,
    end: offset + rest.length,
  };
  const others = typed === undefined ? tokens : tokens.slice(0, -1);
  const call = callAround(others);
  if (isDollar || typed?.kind === "variable") return { kind: "variable", range, call };
  const previous = others.at(-1);
  if (previous?.text === "@" || previous?.text === "::") return { kind: "axis", range, call };
  if (
    previous !== undefined &&
    isOperandEnd(others, others.length - 1) &&
    !(typed === undefined && touches && last?.text === ".")
  )
    return { kind: "operator", range, call };
  if (previous?.text === "/" || previous?.text === "//") {
    const base = pathStart(others, others.length - 2);
    const isRoot = base === others.length - 1;
    return {
      kind: "step",
      range,
      call,
      startsExpression: false,
      base: previous.text === "//" || isRoot ? undefined : baseRange(others, base, others.length - 2, from),
    };
  }
  const inPredicate = openBracket(others);
  const base =
    inPredicate === undefined
      ? { start: from, end: from }
      : baseRange(others, pathStart(others, inPredicate - 1), inPredicate - 1, from);
  return { kind: "step", range, call, startsExpression: true, base };
}

const baseRange = (tokens: readonly Token[], first: number, last: number, from: number): Range => ({
  start: from + (tokens[first]?.start ?? 0),
  end: from + (tokens[last]?.end ?? 0),
});

function tokensOf(text: string): readonly Token[] {
  const tokens = tokenize(MappedText.ofFile(new SourceText("", text)), new Reporter(), "flow") ?? [];
  return tokens.filter(({ kind }) => kind !== "end" && kind !== "unknown");
}

/** The offset of the quote that begins a string without an end. */
function openQuote(text: string): number | undefined {
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character !== '"' && character !== "'") continue;
    const close = text.indexOf(character, at + 1);
    if (close < 0) return at;
    at = close;
  }
  return undefined;
}

function isOperandEnd(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined) return false;
  if (token.kind === "name")
    return !(operators.has(token.text) && index > 0 && isOperandEnd(tokens, index - 1));
  if (token.kind === "symbol")
    return (
      token.text === ")" ||
      token.text === "]" ||
      token.text === "." ||
      token.text === ".." ||
      isStar(tokens, index)
    );
  return true;
}

/** True of a `*` that stands for all names, and does not multiply. */
const isStar = (tokens: readonly Token[], index: number): boolean =>
  tokens[index]?.text === "*" && !isOperandEnd(tokens, index - 1);

/** Where the path begins whose last token is at `end`; `end + 1` if there is none. */
function pathStart(tokens: readonly Token[], end: number): number {
  let first = end + 1;
  for (let at = end; at >= 0; ) {
    const text = tokens[at]?.text;
    if (text === "]" || text === ")") {
      const open = matching(tokens, at);
      if (open === undefined) return first;
      first = open;
      at = open - 1;
      if (text === "]") continue;
      if (tokens[at]?.kind === "name" && !operators.has(tokens[at]?.text ?? "")) {
        first = at;
        at--;
      }
    } else if (isOperandEnd(tokens, at)) {
      first = at;
      at--;
    } else return first;
    const separator = tokens[at]?.text;
    if (separator === "@" || separator === "::") return first;
    if (separator !== "/" && separator !== "//") return first;
    first = at;
    at--;
    if (!isOperandEnd(tokens, at)) return first;
  }
  return first;
}

function matching(tokens: readonly Token[], end: number): number | undefined {
  let depth = 0;
  for (let at = end; at >= 0; at--) {
    const text = tokens[at]?.kind === "symbol" ? tokens[at]?.text : "";
    if (text === ")" || text === "]") depth++;
    else if (text === "(" || text === "[") depth--;
    if (depth === 0) return at;
  }
  return undefined;
}

/** The index of the `[` that the end of the tokens is directly in, at the beginning of an expression. */
function openBracket(tokens: readonly Token[]): number | undefined {
  const at = openMark(tokens)?.at(-1);
  return at !== undefined && tokens[at]?.text === "[" ? at : undefined;
}

/** The indexes of the parentheses and brackets that are open at the end. */
function openMark(tokens: readonly Token[]): readonly number[] {
  const open: number[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== "symbol") continue;
    if (text === "(" || text === "[") open.push(index);
    else if (text === ")" || text === "]") open.pop();
  }
  return open;
}

function callAround(tokens: readonly Token[]): ExpressionPlace["call"] {
  const open = openMark(tokens);
  for (const at of open.toReversed()) {
    const name = tokens[at - 1];
    if (tokens[at]?.text !== "(" || name?.kind !== "name") continue;
    let argument = 0;
    let depth = 0;
    for (const { kind, text } of tokens.slice(at + 1)) {
      if (kind !== "symbol") continue;
      if (text === "(" || text === "[") depth++;
      else if (text === ")" || text === "]") depth--;
      else if (text === "," && depth === 0) argument++;
    }
    return { name: name.text, argument };
  }
  return undefined;
}
