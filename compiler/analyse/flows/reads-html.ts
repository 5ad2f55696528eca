import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { functions } from "../../constructs/functions/index.js";
import type { Action } from "../../syntax/flow.js";
import { type AppFlow, type HtmlReads, treeFact } from "../../syntax/flow-summary.js";
import { isHandlerPath } from "../../syntax/handler.js";
import { isMain } from "../../syntax/location.js";
import { actionsOf } from "../../syntax/statements.js";
import { someExpression, walkExpression } from "../../syntax/visit-expression.js";
import type { Expression, PathExpression, Step } from "../../syntax/xpath.js";
import { locationRead } from "../expressions/calls.js";
import { predefinedVariables } from "../expressions/predefined.js";
import { flowExpressions } from "./expressions.js";

/**
 * Tells whether the app needs an HTML parser; most apps do not, and the type of content is only known at run time.
 * It is needed if flows take content, and also parse HTML, name an element `html`, search a document with
 * `//`, take content as a whole, or transform it.
 */
export function readsHtml(flows: readonly AppFlow[]): boolean {
  const reads = flows.map(htmlReads);
  return (
    reads.some(({ takesDocument }) => takesDocument) ||
    (reads.some(({ takesContents }) => takesContents) && reads.some(({ mayRead }) => mayRead))
  );
}

export const htmlReads = treeFact("html", (flow) => {
  if (isHandlerPath(flow.source.path)) return handlerReads(flow.source.text);
  const expressions = flowExpressions(flow);
  return {
    takesDocument: actionsOf(flow.statements).some(takesHtml),
    takesContents: expressions.some(takesContent),
    mayRead: expressions.some(mayReadHtml),
  };
});

/** The same of a handler, whose paths are names in its code. */
function handlerReads(text: string): HtmlReads {
  const takesContents = /\bxpath\b/.test(text) && /\b(?:content|variable)\b/.test(text);
  return { takesDocument: false, takesContents, mayRead: /\bhtml\b|\bdescendant/.test(text) };
}

/**
 * Tells whether an action works on a whole document that may be HTML, itself or in a template that gets something
 * else than the main content.
 */
function takesHtml(action: Action): boolean {
  const { templates, reads } = factsOf(action);
  const takesDocument = definitionOf(action).takesDocument === true;
  if (!takesDocument && (templates.length === 0 || isMain(reads))) return false;
  switch (reads.kind) {
    case "content":
    case "computed-content":
    case "storage":
    case "body":
      return true;
    case "file":
      return isHtmlFile(reads.path);
    case "computed-file":
      return isHtmlFile(reads.files.end) || !reads.files.end.includes(".");
    default:
      return false;
  }
}

function isHtmlFile(path: string): boolean {
  return /\.html?$/i.test(path);
}

/** Tells whether an expression of a stylesheet takes a document by itself that may be HTML. */
export function takesHtmlDocument(expression: Expression): boolean {
  return someExpression(expression, (inner) => isContent(inner) || parsesHtml(inner));
}

function takesContent(expression: Expression): boolean {
  return someExpression(
    expression,
    (inner) => isContent(inner) || (inner.kind === "path" && inner.start === "root"),
  );
}

function parsesHtml(expression: Expression): boolean {
  return expression.kind === "call" && functions.get(expression.name)?.parses === "html";
}

function mayReadHtml(expression: Expression): boolean {
  let reads = false;
  let contents = 0;
  let members = 0;
  walkExpression(expression, (inner) => {
    if (parsesHtml(inner)) reads = true;
    if (isContent(inner)) contents++;
    if (inner.kind !== "path") return;
    const [first] = inner.steps;
    const takesMember = first !== undefined && first.axis === "child" && first.test.kind === "name";
    if (inner.start === "root" && !takesMember) reads = true;
    if (typeof inner.start !== "string" && isContent(inner.start) && takesMember) members++;
    if (inner.steps.some(namesHtml) || searches(inner)) reads = true;
  });
  return reads || contents > members;
}

/** Tells whether an expression yields the document of some content, or of what actions have stored. */
function isContent(expression: Expression): boolean {
  if (expression.kind !== "call") return false;
  const definition = functions.get(expression.name);
  if (definition?.returns !== "nodes") return false;
  if (definition.reads === "content") return true;
  const kind = locationRead(expression)?.kind;
  return kind === "content" || kind === "storage";
}

function namesHtml({ test }: Step): boolean {
  return test.kind === "name" && test.name === "html";
}

/**
 * Tells whether a path uses `//` in something that may be content. Predefined variables are not, and neither is
 * anything below the root element of JSON.
 */
function searches({ start, steps }: PathExpression): boolean {
  if (typeof start !== "string" && start.kind === "variable" && predefinedVariables.has(start.name))
    return false;
  const search = steps.findIndex(({ axis }) => axis.startsWith("descendant"));
  return (
    search >= 0 && !steps.slice(0, search).some(({ test }) => test.kind === "name" && test.name === "json")
  );
}
