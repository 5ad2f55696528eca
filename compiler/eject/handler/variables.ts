import type { FlowModule } from "./flow-source.js";
import { argumentsOf, bare, calleeOf, pathOf, type ts, typescript, variableName } from "./syntax.js";
import type { Kind } from "./written.js";
import { xpathKinds } from "./xpath-kinds.js";

/** The assignments of a module, by the names of their variables. */
export function assignments(module: FlowModule): ReadonlyMap<string, readonly ts.BinaryExpression[]> {
  const ts = typescript();
  const found = new Map<string, ts.BinaryExpression[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      const name = variableName(node.left);
      if (name !== undefined) found.set(name, [...(found.get(name) ?? []), node]);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.file);
  return found;
}

/** Tells whether code of other flows may look at a variable. */
export const mentions = (text: string, variable: string): boolean =>
  text.includes(`$.${variable}`) || isNamedIn(text, variable);

/** The same for ways that are no property of `$`, as those of values that actions read and write. */
const isNamedIn = (text: string, variable: string): boolean =>
  [`$["${variable}"]`, `"$${variable}"`, ...takesVariables.map((name) => `${name}($, "${variable}"`)].some(
    (way) => text.includes(way),
  );

/** The functions of the runtime that take the name of a variable. */
const takesVariables = ["variableInput", "contentValue", "contentText"];

/** What a variable holds that flows set, as a handler finds it in `$`; `nodes` if it may be several. */
export function kindOf(values: readonly ts.Expression[]): Kind {
  const kinds = new Set(values.map(kindOfValue));
  const [only] = kinds;
  if (kinds.size === 1 && only !== undefined) return only;
  return kinds.has("nodes") || kinds.size === 0 ? "nodes" : "json";
}

function kindOfValue(expression: ts.Expression): Kind {
  const ts = typescript();
  const node = bare(expression);
  if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) return "json";
  if (ts.isStringLiteral(node)) return "text";
  if (ts.isNumericLiteral(node)) return "numeric";
  const callee = calleeOf(node);
  if (callee === "path" || callee === "at") return ofRequest(node) ? "text" : "nodes";
  if (callee === "typed" || callee === "json") return "json";
  switch (callee === undefined ? undefined : xpathKinds.get(callee)) {
    case "string":
      return "text";
    case "number":
      return "numeric";
    case "boolean":
    case "json":
    case "array":
    case "object":
      return "json";
    default:
      return "nodes";
  }
}

/** Parameters are one text each. */
function ofRequest(node: ts.Expression): boolean {
  const { base, names } = pathOf(node);
  const isRequest = variableName(base) === "request" || variableName(base) === "env";
  return (
    isRequest &&
    (names.length === 2 || variableName(base) === "env") &&
    argumentsOf(node).length === names.length + 1
  );
}

/**
 * The variables of a flow that can be constants of its handler: set once, and asked for only behind that, in the same block.
 */
export function constantsOf(module: FlowModule): ReadonlySet<string> {
  const ts = typescript();
  const { text } = module.printed;
  const constants = new Set<string>();
  for (const [name, all] of assignments(module)) {
    const [only] = all;
    const statement = only?.parent;
    if (
      all.length !== 1 ||
      only === undefined ||
      statement === undefined ||
      !ts.isExpressionStatement(statement)
    )
      continue;
    const scope = statement.parent;
    const uses = [...text.matchAll(new RegExp(`\\$\\.${name.replace(/[^\w]/g, "\\$&")}\\b`, "g"))];
    const isBehind = uses.every(
      ({ index }) => index === only.left.getStart() || (index > statement.end && index < scope.end),
    );
    if (isBehind && !isNamedIn(text, name)) constants.add(name);
  }
  return constants;
}
