import type { PrintedModule } from "../../output/print.js";
import { append } from "../../source/lists.js";
import { oncePer } from "../../source/remembered.js";
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
      if (name !== undefined) append(found, name, node);
    }
    ts.forEachChild(node, visit);
  };
  visit(module.file);
  return found;
}

/** Tells whether code of other flows may look at a variable. */
export function mentions(module: PrintedModule, variable: string): boolean {
  const { properties, names } = variablesIn(module);
  return properties.has(variable) || names.has(variable);
}

/** The variables that code names: where they are properties of `$`, and those named otherwise, as what actions read and write. */
const variablesIn = oncePer(({ text }: PrintedModule) => {
  const properties = new Map<string, number[]>();
  for (const { 1: name = "", index } of text.matchAll(/\$\.([\p{ID_Continue}$]+)/gu))
    append(properties, name, index);
  const named = text.matchAll(
    /(?:\$\[|\b(?:variableInput|contentValue|contentText)\(\$, )"([^"]+)"|"\$([^"]+)"/g,
  );
  return { properties, names: new Set([...named].map(([, name, other]) => name ?? other)) };
});

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
  if (callee === "orNothing" || callee === "json") return "json";
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
  const { properties, names } = variablesIn(module.printed);
  const constants = new Set<string>();
  for (const [name, all] of assignments(module)) {
    const statement = settingOf(all);
    if (statement === undefined) continue;
    const scope = statement.parent;
    const own = new Set(all.map(({ left }) => left.getStart()));
    const uses = properties.get(name) ?? [];
    const isBehind = uses.every(
      (offset) => own.has(offset) || (offset > statement.end && offset < scope.end),
    );
    // TypeScript refuses constants that nothing reads.
    const isRead = uses.length > own.size;
    if (isBehind && isRead && !names.has(name)) constants.add(name);
  }
  return constants;
}

/** The statement that sets a variable in any case: an assignment, or one on each way of an `if`. */
function settingOf(all: readonly ts.BinaryExpression[]): ts.Statement | undefined {
  const ts = typescript();
  const [first] = all;
  const statement = first?.parent;
  if (statement === undefined || !ts.isExpressionStatement(statement)) return undefined;
  if (all.length === 1) return statement;
  let choice: ts.Node = statement.parent.parent;
  while (ts.isIfStatement(choice.parent) && choice.parent.elseStatement === choice) choice = choice.parent;
  return ts.isIfStatement(choice) && choiceOf(choice)?.values.length === all.length ? choice : undefined;
}

/** A variable that is set on each way of an `if`: the tests, and a value for each, and for none of them. */
export interface Choice {
  readonly variable: string;
  readonly tests: readonly ts.Expression[];
  readonly values: readonly ts.Expression[];
}

/** Reads `if (test) { $.name = a; } else { $.name = b; }` with any number of branches. */
export function choiceOf(node: ts.IfStatement): Choice | undefined {
  const ts = typescript();
  const tests: ts.Expression[] = [];
  const values: ts.Expression[] = [];
  const variables = new Set<string | undefined>();
  const add = (branch: ts.Statement): void => {
    const [only, ...others] = ts.isBlock(branch) ? branch.statements : [branch];
    const set =
      only !== undefined && ts.isExpressionStatement(only) && others.length === 0
        ? only.expression
        : undefined;
    const isSet =
      set !== undefined && ts.isBinaryExpression(set) && set.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    variables.add(isSet ? variableName(set.left) : undefined);
    if (isSet) values.push(set.right);
  };
  let next: ts.Statement | undefined = node;
  while (next !== undefined && ts.isIfStatement(next)) {
    tests.push(next.expression);
    add(next.thenStatement);
    next = next.elseStatement;
  }
  if (next === undefined) return undefined;
  add(next);
  const [variable] = variables;
  return variables.size === 1 && variable !== undefined ? { variable, tests, values } : undefined;
}
