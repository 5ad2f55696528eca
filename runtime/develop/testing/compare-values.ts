import { readJsonOr, writeJson } from "../../data/json/long-integers.js";
import type { JsonValue, Value } from "../../data/model/values.js";
import { json, string, toBoolean, toNumber } from "../../data/xpath/convert.js";
import { PatternError, translatePattern } from "../../pattern/translate-pattern.js";
import type { AssertionFailure } from "./test-run.js";

/** Compares what an expression yields with a literal: text as text, numbers as numbers, and so on. */
export function compareLiteral(actual: Value, expected: JsonValue): AssertionFailure | undefined {
  return equals(actual, expected)
    ? undefined
    : { why: "the values differ", expected: writeJson(expected), actual: shown(actual) };
}

function equals(actual: Value, expected: JsonValue): boolean {
  const found = typeof actual === "boolean" ? actual : json(actual);
  switch (typeof expected) {
    case "string":
      return found !== null && typeof found !== "boolean"
        ? textOf(actual) === expected
        : String(found) === expected;
    case "number":
    case "bigint":
      return found !== null && toNumber(actual) === expected;
    case "boolean":
      return (typeof found === "boolean" ? found : toBoolean(actual)) === expected;
    default:
      return found === null;
  }
}

/** Compares what an expression yields with a text that is the whole, is inside, or describes it. */
export function compareText(
  actual: Value,
  how: "contains" | "pattern",
  expected: string,
): AssertionFailure | undefined {
  const text = textOf(actual);
  if (how === "contains")
    return text.includes(expected)
      ? undefined
      : { why: "the text is not contained", expected: writeJson(expected), actual: shown(actual) };
  const pattern = patternOf(expected);
  if (typeof pattern === "string") return { why: pattern, expected, actual: undefined };
  return pattern.test(text)
    ? undefined
    : { why: "the pattern does not match", expected, actual: shown(actual) };
}

/** The expression of a pattern with delimiters and modifiers; or why it cannot be used. */
export function patternOf(written: string): RegExp | string {
  const text = written.trim();
  const open = text.charAt(0);
  const close = closing.get(open) ?? open;
  const end = text.lastIndexOf(close);
  if (!/[^\sA-Za-z0-9\\]/.test(open) || end < 1) return "the pattern has no delimiters";
  try {
    const { source, flags } = translatePattern(text.slice(1, end), text.slice(end + 1).replaceAll("u", ""));
    return new RegExp(source, flags);
  } catch (error) {
    if (error instanceof PatternError) return `the pattern cannot be used: ${error.message}`;
    throw error;
  }
}

const closing: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["<", ">"],
]);

/** Compares with the text of a golden file, as text or as JSON in whatever layout. */
export function compareGolden(
  actual: Value,
  golden: string,
  mode: "text" | "json",
): AssertionFailure | undefined {
  const text = goldenText(actual, mode);
  if (mode === "text")
    return text.trimEnd() === golden.trimEnd()
      ? undefined
      : { why: "the texts differ", expected: golden, actual: text };
  const [found, wanted] = [compact(text), compact(golden)];
  if (wanted === undefined) return { why: "the golden file is no JSON", expected: golden, actual: undefined };
  if (found === undefined) return { why: "the result is no JSON", expected: undefined, actual: text };
  return found === wanted
    ? undefined
    : { why: "the JSON differs", expected: pretty(golden), actual: pretty(text) };
}

/** Returns the text that a golden file is compared with, and gets as its content. */
export function goldenText(actual: Value, mode: "text" | "json"): string {
  if (mode === "text") return textOf(actual);
  const found = json(actual);
  return typeof found === "string" ? found : writeJson(found);
}

export function pretty(text: string): string {
  const value = readJsonOr(text, undefined);
  return value === undefined ? text : writeJson(value, 2);
}

function compact(text: string): string | undefined {
  const value = readJsonOr(text, undefined);
  return value === undefined ? undefined : writeJson(value);
}

function textOf(actual: Value): string {
  return typeof actual === "object" && actual !== null ? string(actual) : String(actual ?? "");
}

/** A value as a reader of the report sees it. */
function shown(actual: Value): string {
  return writeJson(typeof actual === "boolean" ? actual : json(actual));
}
