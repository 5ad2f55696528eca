import { type ts, tsMorph } from "../../parse/handler/typescript.js";

export type { ts };

/** A path of child steps in generated code, and what it begins at. */
interface Path {
  readonly base: ts.Expression;
  readonly names: readonly string[];
}

/** The functions of the runtime whose arguments, behind the first, are the names of a path. */
const pathFunctions: ReadonlySet<string> = new Set(["at", "path"]);

export const typescript = (): typeof import("ts-morph").ts => tsMorph().ts;

/** The expression without parentheses. */
export function bare(node: ts.Expression): ts.Expression {
  return typescript().isParenthesizedExpression(node) ? bare(node.expression) : node;
}

/** The name of the function that is called, if it has one. */
export function calleeOf(node: ts.Node): string | undefined {
  const ts = typescript();
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? node.expression.text : undefined;
}

export const argumentsOf = (node: ts.Expression): readonly ts.Expression[] =>
  (node as ts.CallExpression).arguments;

/** The name in `$.name` or `$["name"]`. */
export function variableName(node: ts.Node): string | undefined {
  const member = memberOf(node);
  return member !== undefined && isNamed(member.of, "$") ? member.name : undefined;
}

/** An access to a property by a name that is written. */
export function memberOf(node: ts.Node): { readonly of: ts.Expression; readonly name: string } | undefined {
  const ts = typescript();
  if (ts.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text };
  if (!ts.isElementAccessExpression(node)) return undefined;
  const name = textOf(node.argumentExpression);
  return name === undefined ? undefined : { of: node.expression, name };
}

/** The name of a member of an object literal, unless it is computed. */
export function nameText(name: ts.PropertyName): string | undefined {
  const ts = typescript();
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined;
}

/** A member of an object literal. */
interface Member {
  readonly name: string;
  readonly value: ts.Expression;
}

/** The members of an object literal; `undefined` if it is none, or has other members than names with values. */
export function membersOf(node: ts.Expression): readonly Member[] | undefined {
  const ts = typescript();
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  const members = node.properties.flatMap((each) => {
    const name = ts.isPropertyAssignment(each) ? nameText(each.name) : undefined;
    return name === undefined ? [] : [{ name, value: (each as ts.PropertyAssignment).initializer }];
  });
  return members.length === node.properties.length ? members : undefined;
}

/** The value of one member of an object literal, whatever else it has. */
export function memberValue(node: ts.Expression, name: string): ts.Expression | undefined {
  const ts = typescript();
  const members = ts.isObjectLiteralExpression(node) ? node.properties : [];
  const found = members.find((each) => each.name !== undefined && nameText(each.name) === name);
  return found !== undefined && ts.isPropertyAssignment(found) ? bare(found.initializer) : undefined;
}

/** The operands of a chain of one operator, from the left. */
export function operandsOf(expression: ts.Expression, operator: string): readonly ts.Expression[] {
  const ts = typescript();
  const rest: ts.Expression[] = [];
  let first = bare(expression);
  while (ts.isBinaryExpression(first) && first.operatorToken.getText() === operator) {
    rest.push(first.right);
    first = bare(first.left);
  }
  return [first, ...rest.reverse()];
}

export const isNamed = (node: ts.Node, name: string): boolean =>
  typescript().isIdentifier(node) && node.text === name;

/** The text of a string literal. */
export function textOf(node: ts.Node): string | undefined {
  return typescript().isStringLiteral(node) ? node.text : undefined;
}

/** Reads `members(base).a?.b`, `at(base, "a", "b")` and their like. Anything else is a path without names. */
export function pathOf(expression: ts.Expression): Path {
  const node = bare(expression);
  const callee = calleeOf(node);
  if (callee !== undefined && pathFunctions.has(callee)) {
    const [base, ...steps] = argumentsOf(node) as [ts.Expression, ...ts.Expression[]];
    const names = namesOf(steps);
    if (names !== undefined) return { base: baseOf(base), names };
  }
  if (callee === "members" || callee === "nodes")
    return { base: argumentsOf(node)[0] as ts.Expression, names: [] };
  const member = memberOf(node);
  if (member === undefined || isNamed(member.of, "$")) return { base: node, names: [] };
  const { base, names } = pathOf(member.of);
  return { base, names: [...names, member.name] };
}

/** What the path begins at, also if that is `nodes(…)` of it. */
export const baseOf = (base: ts.Expression): ts.Expression =>
  calleeOf(base) === "nodes" ? (argumentsOf(base)[0] as ts.Expression) : base;

/** Tells whether it is `nodes(…)`, or a path from there. */
export const isOfNodes = (node: ts.Expression): boolean =>
  calleeOf(node) === "nodes" ||
  (pathFunctions.has(calleeOf(node) ?? "") && calleeOf(argumentsOf(node)[0] as ts.Expression) === "nodes");

/** The names that the steps of a path are; `undefined` if one of them is more than a name. */
export function namesOf(steps: readonly ts.Expression[]): readonly string[] | undefined {
  const names = steps.flatMap((step) => textOf(step) ?? []);
  return names.length === steps.length ? names : undefined;
}

export interface Callback {
  readonly parameters: readonly string[];
  readonly constants: readonly { readonly name: string; readonly value: ts.Expression }[];
  readonly body: ts.Expression;
}

/** The same for a path that begins where another one ends: `at(members(x).a, "b")`. What stays a path of values has no `path` in it. */
export function wholePath(expression: ts.Expression): Path {
  const { base, names } = pathOf(expression);
  const isPath = calleeOf(base) === "at" || calleeOf(base) === "members" || memberOf(base) !== undefined;
  if (!isPath || variableName(base) !== undefined || base === expression) return { base, names };
  const inner = wholePath(base);
  return { base: inner.base, names: [...inner.names, ...names] };
}

/** The parameters of a function, its constants, and what it returns; `undefined` if it has other statements. */
export function callbackOf(node: ts.Expression | undefined): Callback | undefined {
  const ts = typescript();
  if (node === undefined || !ts.isArrowFunction(node)) return undefined;
  const parameters = parametersOf(node);
  if (!ts.isBlock(node.body)) return { parameters, constants: [], body: bare(node.body) };
  const constants = node.body.statements.flatMap((statement) => constantOf(statement) ?? []);
  const last = node.body.statements.at(-1);
  if (last === undefined || !ts.isReturnStatement(last) || last.expression === undefined) return undefined;
  if (constants.length < node.body.statements.length - 1) return undefined;
  return { parameters, constants, body: bare(last.expression) };
}

/** `const name = value;` */
export function constantOf(
  statement: ts.Statement,
): { readonly name: string; readonly value: ts.Expression } | undefined {
  if (!typescript().isVariableStatement(statement)) return undefined;
  const [declaration] = statement.declarationList.declarations;
  const value = declaration?.initializer;
  return value && { name: declaration.name.getText(), value };
}

export const parametersOf = (node: ts.ArrowFunction): readonly string[] =>
  node.parameters.map(({ name }) => name.getText());
