import { decodeLiteral } from "../../../runtime/base/percent-decode.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import type { PathItem, PathPart, PathSegment } from "../../syntax/openapi.js";

/**
 * Parses a path of an API description. Literals are decoded as far as the router decodes the path of a
 * request. Returns `undefined` after reporting an error. `at` returns the place of an offset, or of the whole
 * pattern.
 */
export function parsePathPattern(
  pattern: string,
  at: (start: number, end: number) => Span,
  reporter: Reporter,
): Pick<PathItem, "segments" | "isWildcard"> | undefined {
  if (!pattern.startsWith("/")) {
    reporter.report(at(0, pattern.length), "pathStart");
    return undefined;
  }
  const texts = pattern.slice(1).split("/");
  const isWildcard = texts.at(-1) === "**";
  if (isWildcard) texts.pop();
  const names = new Set<string>();
  const segments: PathSegment[] = [];
  let isValid = true;
  let offset = 1;
  for (const text of texts) {
    const start = offset;
    const segment = parseSegment(text, (from, to) => at(start + from, start + to), reporter, names);
    if (segment === undefined) isValid = false;
    else segments.push(segment);
    offset += text.length + 1;
  }
  if (isWildcard && names.size > 0) {
    reporter.report(at(0, pattern.length), "pathWildcardParameters");
    isValid = false;
  }
  return isValid ? { segments, isWildcard } : undefined;
}

function parseSegment(
  text: string,
  at: (start: number, end: number) => Span,
  reporter: Reporter,
  names: Set<string>,
): PathSegment | undefined {
  if (text === "**") {
    reporter.report(at(0, 2), "pathWildcardPlace");
    return undefined;
  }
  const parts: PathPart[] = [];
  let isValid = checkCharacters(text, at, reporter);
  for (const { 0: token, index } of text.matchAll(/\{[^{}]*\}|[^{}]+|[{}]/g)) {
    const span = at(index, index + token.length);
    if (token === "{" || token === "}") {
      reporter.report(span, "pathBrace", { brace: token });
      return undefined;
    }
    if (!token.startsWith("{")) {
      parts.push({ kind: "literal", text: decodeLiteral(token) });
      continue;
    }
    const name = token.slice(1, -1);
    if (name.trim() === "") reporter.report(span, "pathParameterName");
    else if (names.has(name)) reporter.report(span, "pathParameterTwice", { name });
    else if (parts.at(-1)?.kind === "parameter") reporter.report(span, "pathParametersAdjacent");
    else {
      names.add(name);
      parts.push({ kind: "parameter", name });
      continue;
    }
    isValid = false;
  }
  return isValid ? parts : undefined;
}

function checkCharacters(
  text: string,
  at: (start: number, end: number) => Span,
  reporter: Reporter,
): boolean {
  const literals = text.replace(/\{[^{}]*\}/g, (parameter) => "x".repeat(parameter.length));
  const star = literals.indexOf("*");
  if (star >= 0) reporter.report(at(star, star + 1), "pathStar");
  const colon = /^:([A-Za-z_]\w*)$/.exec(text);
  if (colon?.[1] !== undefined) reporter.report(at(0, text.length), "pathColon", { name: colon[1] });
  const character = literals.search(/[?#\\]/);
  if (character >= 0) {
    reporter.report(at(character, character + 1), "pathCharacter", { character: literals.charAt(character) });
  }
  const badEscape = literals.search(/%(?![0-9A-Fa-f]{2})/);
  if (badEscape >= 0) reporter.report(at(badEscape, badEscape + 1), "pathEscape");
  return character < 0 && badEscape < 0;
}

/** A key that is equal for paths that match the same requests. */
export function matchKey({ segments, isWildcard }: Pick<PathItem, "segments" | "isWildcard">): string {
  return JSON.stringify([
    segments.map((parts) => parts.map((part) => (part.kind === "literal" ? part.text : 0))),
    isWildcard,
  ]);
}

/** Tells whether a path may be one that a pattern means, with any text in the place of a parameter. */
export function mayMatch(
  { segments, isWildcard }: Pick<PathItem, "segments" | "isWildcard">,
  path: readonly string[],
): boolean {
  const own = isWildcard ? segments.filter((parts) => parts.length > 0) : segments;
  if (isWildcard ? path.length < own.length : path.length !== own.length) return false;
  return own.every((parts, index) => mayBe(parts, path[index] ?? ""));
}

function mayBe(parts: PathSegment, text: string): boolean {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || (parts.length === 1 && first.kind === "literal"))
    return text === (first?.text ?? "");
  return (
    (first.kind !== "literal" || text.startsWith(first.text)) &&
    (last?.kind !== "literal" || text.endsWith(last.text))
  );
}

/** Returns a function that maps offsets in a key to places in the file (see {@link parsePathPattern}). */
export function placesIn(span: Span, textStart: number | undefined) {
  return (start: number, end: number): Span =>
    textStart === undefined ? span : span.source.span(textStart + start, textStart + end);
}
