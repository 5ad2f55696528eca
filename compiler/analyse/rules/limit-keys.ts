import { functions } from "../../constructs/functions/index.js";
import { someExpression } from "../../syntax/visit-expression.js";
import type { Expression } from "../../syntax/xpath.js";
import { requestSchema } from "../schemas/predefined-schemas.js";
import { reportProblem } from "../schemas/report-problem.js";
import { type NodeSchema, SchemaFinder, type SchemaScope } from "../schemas/schema-finder.js";
import { staticType } from "../types/static-type.js";
import { checkExpressions } from "./expressions.js";
import type { Rule } from "./rule.js";

/** Proves that the keys of limits can be computed before flows run: from the request, the environment and tokens. */
export const limitKeys: Rule = ({ app, reporter }) => ({
  end() {
    const operations = app.routes.flatMap((route) => route.operations);
    const keys = new Set(operations.flatMap(({ limit }) => limit?.keys ?? []));
    const checker = { files: app.files, reporter, typeOf };
    for (const { expression, span, text } of keys) {
      checkExpressions([expression], checker);
      new SchemaFinder((problem, child) => reportProblem(problem, child, reporter)).schemaOf(
        expression,
        scope,
      );
      const isOfRequest = someExpression(expression, ({ kind }) => kind === "variable");
      if (!isOfRequest || someExpression(expression, needsMore)) reporter.report(span, "limitKey", { text });
    }
  },
});

/** Of a request to any route. */
const request: NodeSchema = {
  kind: "element",
  schema: requestSchema({
    ...{ path: undefined, query: undefined, header: undefined, cookie: undefined, form: undefined },
    bodies: { json: true, form: true },
  }),
};

const scope: SchemaScope = {
  context: undefined,
  content: undefined,
  variable: (name) => (name === "request" ? request : undefined),
  response: () => undefined,
};

const typeOf = (expression: Expression) => staticType(expression, () => "any");

/** Tells whether an expression depends on more than variables: on content, the time, files, or the context node. */
function needsMore(expression: Expression, isPerNode: boolean): boolean {
  if (expression.kind === "path")
    return expression.start === "root" || (!isPerNode && expression.start === "context");
  const called = expression.kind === "call" ? functions.get(expression.name) : undefined;
  if (expression.kind !== "call" || called === undefined) return false;
  if (called.reads === "focus") return !isPerNode;
  const isOfContext =
    called.contextDefault === true && expression.arguments.length < called.parameters.length;
  return called.reads !== "arguments" || (isOfContext && !isPerNode);
}
