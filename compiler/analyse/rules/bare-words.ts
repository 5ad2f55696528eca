import type { WordMeaning } from "../../diagnostics/catalogue-comparisons.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { StaticType } from "../../syntax/static-type.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { type Expression, isComparison, type PathExpression } from "../../syntax/xpath.js";

interface WordContext {
  /** Expressions whose paths begin at the main content, where there cannot be any. */
  readonly nowhere: ReadonlySet<Expression>;
  /** The names of all variables. */
  readonly variables: ReadonlySet<string>;
  readonly reporter: Reporter;
  typeOf(expression: Expression): StaticType;
}

/** Finds words that XPath takes for paths, and that lead nowhere: texts without quotes, `true`, `null`, `GET`. */
export function checkBareWords(expressions: Iterable<Expression>, context: WordContext): void {
  for (const expression of expressions) {
    const known = new Set<Expression>();
    const report = (path: Expression, meaning: WordMeaning | undefined) => {
      if (meaning === undefined || known.has(path)) return;
      known.add(path);
      context.reporter.report(path.span, "bareWord", { word: written(path), meaning });
    };
    walkExpression(expression, (inner, isPerNode) => {
      if (inner.kind === "binary" && isComparison(inner.operator)) {
        const { left, operator, right } = inner;
        report(left, comparedMeaning(left, right, operator, context));
        report(right, comparedMeaning(right, left, operator, context));
      }
      if (inner.kind !== "path" || typeof inner.start !== "string") return;
      report(inner, booleanWord(inner) ? { kind: "boolean", isBesideNodes: false } : undefined);
      if (!isPerNode && context.nowhere.has(expression) && !isNull(expression))
        report(inner, nowhere(inner, context));
    });
  }
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function comparedMeaning(
  path: Expression,
  other: Expression,
  operator: string,
  { typeOf }: WordContext,
): WordMeaning | undefined {
  const word = wordOf(path);
  if (word !== undefined && isBoolean(word))
    return { kind: "boolean", isBesideNodes: typeOf(other) !== "boolean" };
  if (word === "null" || word === "undefined")
    return { kind: "nothing", isEqual: operator === "=", other: written(other) };
  return word !== undefined && methods.has(word) && isMethod(other) ? { kind: "method" } : undefined;
}

/** The name that a path consists of; `undefined` if there is more to it. */
function wordOf(expression: Expression): string | undefined {
  if (expression.kind !== "path" || expression.start !== "context" || expression.steps.length > 1)
    return undefined;
  const [step] = expression.steps;
  if (step?.axis !== "child" || step.test.kind !== "name" || step.predicates.length > 0) return undefined;
  return written(expression) === step.test.name ? step.test.name : undefined;
}

/** Whether an expression is the word `null` alone, as in `{{ $x ?? null }}`: it finds nothing, as it says. */
function isNull(expression: Expression): boolean {
  return wordOf(expression) === "null";
}

function booleanWord(path: PathExpression): boolean {
  const word = wordOf(path);
  return word === "true" || word === "false";
}

/** Whether an expression is `$request/method`, or a part of another request that is called so. */
function isMethod(expression: Expression): boolean {
  if (expression.kind !== "path") return false;
  const test = expression.steps.at(-1)?.test;
  return test?.kind === "name" && test.name === "method";
}

/** `True` and `TRUE`, too, as other languages write them. */
const isBoolean = (word: string): boolean => /^(?:true|false)$/i.test(word);

function nowhere(path: PathExpression, { variables }: WordContext): WordMeaning | undefined {
  const [first] = path.steps;
  if (isBoolean(wordOf(path) ?? "")) return { kind: "boolean", isBesideNodes: false };
  // `.` and `/` ask for the content as a whole.
  if (first === undefined || !path.steps.some(({ test }) => test.kind === "name")) return undefined;
  const name = first.axis === "child" && first.test.kind === "name" ? first.test.name : "";
  return { kind: "nowhere", isVariable: path.start === "context" && variables.has(name) };
}

function written({ span: { source, start, end } }: Expression): string {
  return source.text.slice(start, end);
}
