import { climbs } from "../../analyse/expressions/climbs.js";
import { $, arrow, awaited, call } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Helper } from "../../code/helpers.js";
import { functions } from "../../constructs/functions/index.js";
import type { CallGenerator, FunctionDefinition } from "../../language/function-definition.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import { type Code, complement, constantCode, precedence, primary } from "./code.js";
import { asBoolean, asNumber, asPrimitive, asString, asValue, expressionCode } from "./conversions.js";
import { contextNodes, nodeSet, pathItems, plainPath } from "./path.js";
import { callbackScope } from "./predicate.js";
import type { Scope } from "./scope.js";

export function callCode(expression: FunctionCall, scope: Scope): Code {
  const { name, span } = expression;
  const definition = functions.get(name);
  if (definition === undefined) throw new Error(`${name}() passed the checks, but has no definition.`);
  const context: Expression = { kind: "path", span, start: "context", steps: [] };
  const isDefault = definition.contextDefault === true && expression.arguments.length === 0;
  const args = isDefault ? [context] : expression.arguments;
  const { awaits, returns, helper, generate } = definition;
  if (helper === undefined && generate === undefined) return ownCode(definition, args[0] ?? context, scope);
  const doc =
    generate === undefined
      ? helperCall(definition, args, scope)
      : generate({ ...expression, arguments: args }, callGenerator(scope));
  return awaits === true
    ? { doc: awaited(doc), type: returns, level: precedence.unary }
    : primary(doc, returns);
}

/** The code of a function that JavaScript has itself. */
function ownCode(
  { operation, value, returns }: FunctionDefinition,
  argument: Expression,
  scope: Scope,
): Code {
  if (value !== undefined) return constantCode(value);
  switch (operation) {
    case "position":
    case "last":
      return primary(scope.focus[operation](), returns);
    case "negation":
      return complement(asBoolean(argument, scope));
    default:
      return asPrimitive(argument, returns, scope);
  }
}

function helperCall(
  definition: Extract<FunctionDefinition, { helper: Helper }>,
  args: readonly Expression[],
  scope: Scope,
): Doc {
  const { helper, needsNode, needsRequest, takesItems, reads } = definition;
  const docs = args.flatMap((argument, index) => {
    // What asks for a name alone makes a node of data by itself.
    if (typeof needsNode === "string" && isContext(argument)) return scope.focus.item();
    if (needsNode !== undefined) return nodeSet(argument, scope);
    const items = takesItems && pathItems(argument, takesItems, scope);
    return items ?? argumentCode(argument, parameterType(definition, index), scope);
  });
  const before = reads === "focus" ? [scope.focus.item()] : needsRequest === true ? [$] : [];
  return call(scope.use(helper), [...before, ...docs]);
}

const isContext = (expression: Expression): boolean =>
  expression.kind === "path" && expression.start === "context" && plainPath(expression)?.length === 0;

/** The generator that definitions of functions use. */
const callGenerator = (scope: Scope): CallGenerator => ({
  use: scope.use,
  argument: (expression, type) => argumentCode(expression, type, scope),
  nodes: (expression) => contextNodes(expression, scope),
  item: () => scope.focus.item(),
  current() {
    if (scope.current === undefined) throw new Error("Only stylesheets have a current node.");
    return scope.current();
  },
  nodesFor: (expression, evaluated) =>
    climbs(evaluated) ? contextNodes(expression, scope) : argumentCode(expression, "nodes", scope),
  callback(expression) {
    const { inner, focus } = callbackScope(scope);
    const { doc } = expressionCode(expression, inner);
    return arrow(focus.parameters(), doc);
  },
  asset(path, kind) {
    if (scope.asset === undefined) throw new Error(`${path} cannot be imported here.`);
    return scope.asset(path, kind);
  },
  files: scope.files,
});

function argumentCode(argument: Expression, type: StaticType, scope: Scope): Doc {
  switch (type) {
    case "string":
      return asString(argument, scope).doc;
    case "number":
      return asNumber(argument, scope).doc;
    case "boolean":
      return asBoolean(argument, scope).doc;
    case "nodes":
      return expressionCode(argument, scope).doc;
    default:
      return asValue(argument, scope).doc;
  }
}

/** The type that an argument is converted to. */
export function parameterType({ parameters }: FunctionDefinition, index: number): StaticType {
  return (parameters[index] ?? parameters.at(-1))?.type ?? "any";
}
