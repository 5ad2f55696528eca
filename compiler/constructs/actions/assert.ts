import { nearest } from "../../../runtime/base/nearest.js";
import { compare } from "../../../runtime/data/xpath/compare.js";
import { patternOf } from "../../../runtime/develop/testing/compare-values.js";
import { $, array, arrow, asynchronous, awaited, call, code, quote } from "../../code/code.js";
import { type Doc, empty } from "../../code/doc.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { isSlip } from "../../diagnostics/slips.js";
import type { ActionDefinition } from "../../language/action-definition.js";
import { meantField } from "../../parse/http/known-fields.js";
import { textOf as sourceText } from "../../source/source-text.js";
import type { Action } from "../../syntax/flow.js";
import { allItems, type JsonItem, type JsonNode, type ObjectNode } from "../../syntax/json-template.js";
import type { Template } from "../../syntax/template.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { type Expression, isComparison, mirrored, pathFromVariable } from "../../syntax/xpath.js";
import { assertedTexts } from "../action-parts/assertions.js";
import { isComplete, possibleMembers, writtenContents, writtenValues } from "../action-parts/settings.js";
import { bodyJson, templateFacts } from "../action-parts/template-body.js";
import { functions } from "../functions/index.js";
import { unwritten } from "./backend-flow.js";

interface AssertNode extends Action {
  readonly element: "assert";
  readonly template: Template;
  /** It stands in a backend flow, whose request is that of the app. */
  readonly isNested: boolean;
  /** The IDs of all upstream requests that there are, where they are known. */
  readonly requests: ReadonlySet<string> | undefined;
  /** What the app logs, where that is known. */
  readonly logged: ReadonlySet<string> | undefined;
  /** The expressions that it may assert something of, by their text. */
  readonly asserted: ReadonlyMap<string, AssertedExpression>;
}

interface AssertedExpression {
  readonly expression: Expression;
  /** Where it stands: `tests/orders.xml:12`, as often as it is there. */
  readonly places: readonly string[];
  /** It has to be true, wherever it stands. */
  readonly isCondition: boolean;
  /** The tokens of what it should be, where these are known. */
  readonly expected: readonly string[];
}

/** Tells whether an action asserts that the status of an answer is one of success. */
export const assertsSuccess = (action: Action): boolean =>
  action.element === assertAction.element &&
  [...(action as AssertNode).asserted].some(([text, { isCondition, expected }]) =>
    isCondition
      ? /^\s*\$status\s*=\s*(["']?)2\d\d\1\s*$/.test(text)
      : text.trim() === "$status" && expected.length > 0 && expected.every((one) => /^"?2\d\d"?$/.test(one)),
  );

/** `<assert>`, in tests: expressions, and what they should yield. */
export const assertAction: ActionDefinition<AssertNode> = {
  element: "assert",
  attributes: ["src"],
  standsIn: "tests",
  judges: true,
  onlyTells: true,

  parse(element, parser) {
    const template = parser.template(element);
    if (template === undefined) return undefined;
    const asserted = new Map<string, AssertedExpression>();
    for (const { text, isCondition, expected } of assertedTexts(template)) {
      const { source, start } = text.span(0, text.text.length);
      const known = asserted.get(text.text);
      const expression = known?.expression ?? parser.expression(text);
      if (expression === undefined) continue;
      const place = `${source.path}:${source.place(start).line}`;
      asserted.set(text.text, {
        expression,
        places: [...(known?.places ?? []), place],
        isCondition: isCondition && !isNever(expression) && known?.isCondition !== false,
        expected: [...(known?.expected ?? []), ...(expected === undefined ? [] : [expected])],
      });
    }
    const { text: test } = template.span.source;
    const isOwn = test.includes("<request");
    return {
      template,
      asserted,
      isNested: parser.isNested,
      requests: isOwn ? undefined : parser.app.requests,
      logged: test.includes("<log") ? undefined : parser.app.logged,
    };
  },

  facts: ({ template, asserted }) => ({
    ...templateFacts(template),
    expressions: [...asserted.values()].map(({ expression }) => expression),
    conditions: [...asserted.values()].flatMap(({ expression, isCondition }) =>
      isCondition ? [expression] : [],
    ),
    asserts: [...asserted.values()].flatMap(comparisonsOf),
    waits: true,
    readsBodies: true,
  }),

  check({ template, isNested, asserted, requests, logged }, { reporter, facts }) {
    for (const { expression, isCondition } of asserted.values()) {
      if (isCondition && isTrueOfErrors(expression))
        reporter.report(expression.span, "assertedStatus", { text: sourceText(expression.span) });
      if (expression.kind === "literal" || expression.kind === "number")
        reporter.report(expression.span, "assertedConstant");
      walkExpression(expression, (inner) => {
        checkAnswerPath(inner, reporter);
        if (requests !== undefined) checkUpstreamPath(inner, requests, reporter);
        if (logged !== undefined) checkLogPath(inner, logged, reporter);
        if (!isNested && inner.kind === "variable" && inner.name === "body")
          reporter.report(inner.span, "testBody");
        if (!isNested && isSentByClients(inner)) reporter.report(inner.span, "testRequest");
      });
    }
    for (const content of writtenContents(facts(template))) {
      if (content.kind !== "array")
        reporter.report(content.span, "bodyShape", { element: "assert", expected: "an array of assertions" });
      else if (content.items.length === 0) reporter.report(content.span, "assertsNothing");
      else {
        for (const item of allItems(content.items)) checkAssertion(item, asserted, reporter);
        checkRepeated(content.items, reporter);
      }
    }
  },

  generate({ template, asserted }, generator): readonly Doc[] {
    const json = generator.template(template, { kind: "content" });
    const expressions = [...asserted].map(([text, { expression, places }]) => {
      const value = arrow(empty, generator.value(expression));
      return array([
        quote(text),
        array([generator.waits(expression) ? asynchronous(value) : value, ...places.map(quote)]),
      ]);
    });
    const byText = code`new Map(${array(expressions)})`;
    const args = [$, bodyJson(json, generator.use), byText];
    return [...json.before, code`${awaited(call(generator.use("assert"), args))};`];
  },
};

/** Proves that an assertion is an expression, what it should yield, and a message; the last two may be missing. */
function checkAssertion(item: JsonNode, asserted: AssertNode["asserted"], reporter: Reporter): void {
  for (const assertion of writtenValues(item)) {
    const items = assertion.kind === "array" ? allItems(assertion.items) : [];
    if (items[0] === undefined || !isText(items[0])) reporter.report(assertion.span, "assertionShape");
    else {
      if (items[1]?.kind === "array") reporter.report(items[1].span, "assertionShape");
      if (isAlwaysTrue(items)) reporter.report(items[0].span, "assertedStatus", { text: textOf(items[0]) });
      const expression = asserted.get(textOf(items[0]))?.expression;
      if (items[1]?.kind === "constant" && expression !== undefined)
        checkExpected(expression, items[1], reporter);
      if (items[1] !== undefined) checkComparison(items[1], reporter);
    }
  }
}

/** Proves that an expression can yield a constant. */
function checkExpected(asserted: Expression, { value, span, text }: Constant, reporter: Reporter): void {
  if (isBoolean(asserted) && !/^(true|false)$/.test(String(value)))
    reporter.report(span, "assertedBoolean", { text });
  const isStatus = asserted.kind === "variable" && asserted.name === "status";
  if (isStatus && !/^[1-5]\d\d$/.test(String(value))) reporter.report(span, "assertedText", { text });
}

const isBoolean = (expression: Expression): boolean => {
  if (expression.kind === "call") return functions.get(expression.name)?.returns === "boolean";
  if (expression.kind !== "binary") return false;
  const { operator } = expression;
  return isComparison(operator) || operator === "and" || operator === "or";
};

/** Finds assertions that stand twice in a list. */
function checkRepeated(items: readonly JsonItem[], reporter: Reporter): void {
  const seen = new Set<string>();
  for (const item of items) {
    const parts = item.kind === "item" && item.value.kind === "array" ? allItems(item.value.items) : [];
    if (parts.length === 0 || !parts.every(isConstant)) continue;
    const said = JSON.stringify([textOf(parts[0] as JsonNode).trim(), parts[1]?.value ?? true]);
    if (seen.has(said)) reporter.report(item.span, "assertedTwice");
    seen.add(said);
  }
}

/** What an assertion with a constant compares, as a condition says it. */
function comparisonsOf({ expression, expected, isCondition }: AssertedExpression): readonly Expression[] {
  const [token, ...others] = isCondition ? [] : expected;
  if (token === undefined || others.length > 0) return [];
  const { span } = expression;
  const right: Expression | undefined = /^-?\d/.test(token)
    ? { kind: "number", span, value: Number(token) }
    : /^"[^\\]*"$/.test(token)
      ? { kind: "literal", span, value: token.slice(1, -1) }
      : undefined;
  return right === undefined ? [] : [{ kind: "binary", span, operator: "=", left: expression, right }];
}

/** Finds the name of a field that is much like one that the app logs. */
function checkLogPath(expression: Expression, logged: ReadonlySet<string>, reporter: Reporter): void {
  if (expression.kind !== "path" || typeof expression.start !== "object") return;
  const { start, steps } = expression;
  const [first] = steps;
  if (start.kind !== "call" || functions.get(start.name)?.helper !== "getLog" || first?.test.kind !== "name")
    return;
  const { name } = first.test;
  const near = logged.has(name) ? undefined : [...logged].find((one) => isSlip(name, one));
  if (near !== undefined) reporter.report(first.span, "unloggedField", { name, nearest: near });
}

/** Tells whether a path leads to what only a client sends. */
const isSentByClients = (expression: Expression): boolean => {
  const path = pathFromVariable(expression);
  return path?.variable.name === "request" && sentByClients.has(path.names[0] ?? "");
};

const sentByClients: ReadonlySet<string> = new Set(["get", "post", "params", "cookies"]);

/** Proves that a path can find something in what a request of the test has answered. */
function checkAnswerPath(expression: Expression, reporter: Reporter): void {
  if (expression.kind !== "path" || typeof expression.start !== "object") return;
  const { start, steps } = expression;
  const [first] = steps;
  if (start.kind !== "variable" || first === undefined) return;
  if (start.name === "response") reporter.report(expression.span, "responseText");
  if (start.name !== "headers" || first.test.kind !== "name") return;
  const { name } = first.test;
  const meant = name.toLowerCase();
  const field = meantField(meant);
  if (name !== meant) reporter.report(first.span, "headerCase", { name, meant: field ?? meant });
  else if (field !== undefined) reporter.report(first.span, "fieldNameTypo", { name, nearest: field });
}

/** Proves that a path leads to an upstream request of the app, and to a member that there is. */
function checkUpstreamPath(expression: Expression, requests: ReadonlySet<string>, reporter: Reporter): void {
  if (expression.kind !== "path" || typeof expression.start !== "object") return;
  const { start, steps } = expression;
  const [first] = steps;
  if (start.kind !== "variable" || start.name !== "upstream" || first?.test.kind !== "name") return;
  const { name } = first.test;
  if (!requests.has(name) && !unwritten.has(name))
    reporter.report(first.span, "unknownRequest", { id: name, nearest: nearest(name, requests) });
}

/** `false()` says that nothing may come to where it stands. */
const isNever = (asserted: Expression): boolean => asserted.kind === "call" && asserted.name === "false";

/** True of `[ "$status" ]`, since every answer has a status, and header fields. */
const isAlwaysTrue = ([asserted, expected]: readonly JsonNode[]): boolean =>
  asserted !== undefined &&
  /^\s*\$(status|headers)\s*$/.test(textOf(asserted)) &&
  (expected === undefined || (expected.kind === "constant" && expected.value === true));

/** Statuses of each class that an answer of an app can have. */
const someStatuses = [200, 201, 204, 301, 304, 400, 404, 499, 500, 503, 599];

/** Tells whether a comparison of the status is true of each answer, also of errors. */
function isTrueOfErrors(asserted: Expression): boolean {
  if (asserted.kind !== "binary" || !isComparison(asserted.operator)) return false;
  const { operator, left, right } = asserted;
  const isStatus = (operand: Expression) => operand.kind === "variable" && operand.name === "status";
  const [constant, way] = isStatus(left) ? [right, operator] : [left, mirrored[operator]];
  if (!isStatus(left) && !isStatus(right)) return false;
  const { value } = constant.kind === "number" || constant.kind === "literal" ? constant : {};
  return value !== undefined && someStatuses.every((status) => compare(status, way, value));
}

type Constant = Extract<JsonNode, { kind: "constant" }>;

const isConstant = (value: JsonNode): value is Constant => value.kind === "constant";

const textOf = (value: JsonNode): string => (value.kind === "constant" ? String(value.value) : "");

/** Tells whether a value is a text that is written, and not computed. */
const isText = (value: JsonNode): boolean => value.kind === "constant" && typeof value.value === "string";

/** The members by which the object in an assertion may describe the comparison. */
const comparisons = ["file", "mode", "contains", "pattern"];

function checkComparison(expected: JsonNode, reporter: Reporter): void {
  for (const comparison of writtenValues(expected))
    if (comparison.kind === "object") {
      checkCompares(comparison, reporter);
      for (const { name, span } of possibleMembers(comparison.members))
        if (!comparisons.includes(name))
          reporter.report(span, "comparison", { name, nearest: nearest(name, comparisons) });
    }
}

/** Patterns that find something in every text. */
const matchesAll = /^\^?(?:\(?\.\*\??\)?)?\$?$/;

/** Proves that a pattern is one, and that some texts do not have it. */
function checkPattern(text: string, span: JsonNode["span"], reporter: Reporter): void {
  const pattern = patternOf(text);
  const [, inner = ""] = /^.(.*)[^a-z][a-z]*$/s.exec(text.trim()) ?? []; // between its delimiters
  if (typeof pattern === "string") reporter.report(span, "testPattern", { reason: pattern });
  else if (matchesAll.test(inner) || findsNothing(inner)) reporter.report(span, "comparesNothing");
}

/** Tells whether a pattern without ends finds an empty text, which is in every text. */
function findsNothing(pattern: string): boolean {
  if (/[\^$()|\\]/.test(pattern)) return false;
  try {
    return new RegExp(pattern).test("");
  } catch {
    return false;
  }
}

/** Proves that what describes a comparison is none that every value passes. */
function checkCompares(object: ObjectNode, reporter: Reporter): void {
  const all = possibleMembers(object.members);
  if (isComplete(object) && all.every(({ name }) => name === "mode"))
    reporter.report(object.span, "comparesNothing");
  for (const { name, value } of all)
    if (value.kind === "array" || value.kind === "object")
      reporter.report(value.span, "comparisonText", { name });
    else if (value.kind === "constant") {
      const text = value.value;
      if (typeof text !== "string") reporter.report(value.span, "comparisonText", { name });
      else if (name === "contains" && text === "") reporter.report(value.span, "comparesNothing");
      else if (name === "pattern") checkPattern(text, value.span, reporter);
      else if (name === "mode" && text !== "json")
        reporter.report(value.span, "memberWord", { key: name, text, known: "json", nearest: "json" });
    }
}
