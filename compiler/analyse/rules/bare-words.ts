import { requestsOf } from "../../constructs/actions/facts.js";
import { functions } from "../../constructs/functions/index.js";
import type { WordMeaning } from "../../diagnostics/catalogue-comparisons.js";
import { textOf } from "../../source/source-text.js";
import { type Expression, isComparison, type PathExpression } from "../../syntax/xpath.js";
import type { VariableNames } from "../slices/slices.js";
import type { FlowContext, FlowRule } from "./rule.js";

/** Finds words that XPath takes for paths, and that lead nowhere: texts without quotes, `true`, `null`, `GET`. */
export const bareWords: FlowRule = ({ nowhere, templates, variables, typeOf, reporter }) => {
  const requests = new Set<string>();
  const reported = new Set<Expression>();
  const report = (path: Expression, meaning: WordMeaning | undefined) => {
    if (meaning === undefined || reported.has(path)) return;
    reported.add(path);
    reporter.report(path.span, "bareWord", { word: textOf(path.span), meaning });
  };
  return {
    action(action) {
      for (const { id } of requestsOf(action, templates)) if (id !== undefined) requests.add(id);
    },
    expression(inner, isPerNode, whole) {
      if (inner.kind === "binary" && isComparison(inner.operator)) {
        const { left, operator, right } = inner;
        report(left, comparedMeaning(left, right, operator, typeOf));
        report(right, comparedMeaning(right, left, operator, typeOf));
      }
      if (inner.kind === "call" && functions.get(inner.name)?.contentRead !== undefined)
        for (const argument of inner.arguments) {
          const word = wordOf(argument);
          if (word !== undefined && requests.has(word)) report(argument, { kind: "id" });
        }
      if (inner.kind !== "path" || typeof inner.start !== "string") return;
      report(inner, booleanWord(inner) ? { kind: "boolean", isBesideNodes: false } : undefined);
      if (!isPerNode && nowhere.has(whole) && !isNull(whole)) report(inner, nowhereMeaning(inner, variables));
    },
  };
};

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

function comparedMeaning(
  path: Expression,
  other: Expression,
  operator: string,
  typeOf: FlowContext["typeOf"],
): WordMeaning | undefined {
  const word = wordOf(path);
  if (word !== undefined && isBoolean(word))
    return { kind: "boolean", isBesideNodes: typeOf(other) !== "boolean" };
  if (word === "null" || word === "undefined")
    return { kind: "nothing", isEqual: operator === "=", other: textOf(other.span) };
  return word !== undefined && methods.has(word) && isMethod(other) ? { kind: "method" } : undefined;
}

/** The name that a path consists of; `undefined` if there is more to it. */
function wordOf(expression: Expression): string | undefined {
  if (expression.kind !== "path" || expression.start !== "context" || expression.steps.length > 1)
    return undefined;
  const [step] = expression.steps;
  if (step?.axis !== "child" || step.test.kind !== "name" || step.predicates.length > 0) return undefined;
  return textOf(expression.span) === step.test.name ? step.test.name : undefined;
}

/** Tells whether an expression is the word `null` alone, as in `{{ $x ?? null }}`: it finds nothing, as it says. */
function isNull(expression: Expression): boolean {
  return wordOf(expression) === "null";
}

function booleanWord(path: PathExpression): boolean {
  const word = wordOf(path);
  return word === "true" || word === "false";
}

/** Tells whether an expression is `$request/method`, or a part of another request that is called so. */
function isMethod(expression: Expression): boolean {
  if (expression.kind !== "path") return false;
  const test = expression.steps.at(-1)?.test;
  return test?.kind === "name" && test.name === "method";
}

/** `True` and `TRUE`, too, as other languages write them. */
const isBoolean = (word: string): boolean => /^(?:true|false)$/i.test(word);

function nowhereMeaning(path: PathExpression, variables: VariableNames): WordMeaning | undefined {
  const [first] = path.steps;
  if (isBoolean(wordOf(path) ?? "")) return { kind: "boolean", isBesideNodes: false };
  // `.` and `/` ask for the content as a whole.
  if (first === undefined || !path.steps.some(({ test }) => test.kind === "name")) return undefined;
  const name = first.axis === "child" && first.test.kind === "name" ? first.test.name : "";
  return { kind: "nowhere", isVariable: path.start === "context" && variables.has(name) };
}
