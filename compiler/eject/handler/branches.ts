import { predefinedVariables } from "../../analyse/expressions/predefined.js";
import { argumentsOf, bare, calleeOf, isNamed, pathOf, type ts, typescript, variableName } from "./syntax.js";

/** `if (flow($) === requestEnded) { return requestEnded; }`: the call. */
export function endingCall(node: ts.IfStatement): ts.Expression | undefined {
  const ts = typescript();
  const test = node.expression;
  if (!ts.isBinaryExpression(test) || !isNamed(test.right, "requestEnded")) return undefined;
  const called = bare(test.left);
  return ts.isAwaitExpression(called) ? called.expression : called;
}

export function statementsOf(node: ts.Statement): ts.NodeArray<ts.Statement> {
  const ts = typescript();
  return ts.isBlock(node) ? node.statements : ts.factory.createNodeArray([node]);
}

/** The path of `exists(path)`. */
export function askedFor(test: ts.Expression): readonly ts.Expression[] {
  const node = bare(test);
  return calleeOf(node) === "exists" ? argumentsOf(node).slice(0, 1) : [];
}

/** The path of `!exists(path)`. */
export function missed(test: ts.Expression): readonly ts.Expression[] {
  const ts = typescript();
  const node = bare(test);
  const isNot = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;
  return isNot ? askedFor(node.operand) : [];
}

/** `if (test) { setStatus($, status); }` */
export function conditionalStatus(node: ts.IfStatement): ts.Expression | undefined {
  const ts = typescript();
  const [only, ...others] = statementsOf(node.thenStatement);
  if (only === undefined || others.length > 0 || node.elseStatement !== undefined) return undefined;
  if (!ts.isExpressionStatement(only) || calleeOf(only.expression) !== "setStatus") return undefined;
  return argumentsOf(only.expression)[1];
}

/** Tells whether it is about a variable that is there in any flow: handlers have parts of these elsewhere. */
export function isPredefined(node: ts.Expression): boolean {
  const inner = calleeOf(node) === "rootElement" ? (argumentsOf(node)[0] as ts.Expression) : node;
  const name = variableName(pathOf(inner).base);
  return name !== undefined && predefinedVariables.has(name);
}

/** Tells whether each branch makes a response. */
export function alwaysResponds(node: ts.Statement | undefined): boolean {
  const ts = typescript();
  if (node === undefined) return false;
  if (ts.isIfStatement(node)) return alwaysResponds(node.thenStatement) && alwaysResponds(node.elseStatement);
  if (ts.isBlock(node)) return node.statements.some(alwaysResponds);
  if (ts.isReturnStatement(node)) return calleeOf(node.expression ?? node) === "echo";
  return ts.isExpressionStatement(node) && calleeOf(node.expression) === "respond";
}

/** Tells whether each branch ends the flow. */
export function alwaysEnds(node: ts.Statement | undefined): boolean {
  const ts = typescript();
  if (node === undefined) return false;
  if (ts.isIfStatement(node))
    return (
      alwaysEnds(node.thenStatement) && (node.elseStatement === undefined || alwaysEnds(node.elseStatement))
    );
  if (ts.isBlock(node)) return alwaysEnds(node.statements.at(-1));
  return ts.isReturnStatement(node);
}

/** Tells whether nothing happens in the branches but that a response is made. */
export function onlyResponds(node: ts.Node): boolean {
  const ts = typescript();
  if (ts.isIfStatement(node))
    return [node.thenStatement, ...(node.elseStatement === undefined ? [] : [node.elseStatement])].every(
      onlyResponds,
    );
  if (ts.isBlock(node)) return node.statements.every(onlyResponds);
  if (ts.isReturnStatement(node)) return calleeOf(node.expression ?? node) !== "fail";
  if (ts.isVariableStatement(node)) return true;
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  return (
    ts.isBinaryExpression(expression) ||
    calleeOf(expression) === "respond" ||
    calleeOf(expression) === "readBody"
  );
}
