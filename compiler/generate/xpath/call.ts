import type { StaticType } from "../../analyse/types/static-type.js";
import { arrow, awaited, call } from "../../code/code.js";
import { concat, type Doc, text } from "../../code/doc.js";
import type { CallGenerator, FunctionDefinition } from "../../constructs/function.js";
import { functions } from "../../constructs/functions/index.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import type { Scope } from "../scope.js";
import { type Code, operand, primary, UNARY } from "./code.js";
import { asBoolean, asNumber, asString, asValue, expressionCode } from "./expression.js";
import { contextNodes, nodeSet } from "./path.js";
import { callbackScope } from "./predicate.js";

export function callCode(expression: FunctionCall, scope: Scope): Code {
  const { name, arguments: args } = expression;
  const definition = functions.get(name);
  if (definition === undefined) throw new Error(`${name}() passed the checks, but has no definition.`);
  const [first] = args;
  const self: Expression = first ?? { kind: "path", span: expression.span, start: "context", steps: [] };
  switch (name) {
    case "last":
      return primary(scope.focus.last(), "number");
    case "position":
      return primary(scope.focus.position(), "number");
    case "not":
      return {
        doc: concat([text("!"), operand(asBoolean(self, scope), UNARY)]),
        type: "boolean",
        level: UNARY,
      };
    case "boolean":
      return asBoolean(self, scope);
    case "string":
      return asString(self, scope);
    case "number":
      return asNumber(self, scope);
    case "name":
    case "local-name":
    case "namespace-uri":
      return primary(call(scope.use(definition.helper), [nodeSet(self, scope)]), "string");
    case "id":
      return primary(call(scope.use("id"), [scope.focus.item(), asValue(self, scope).doc]), "nodes");
    case "lang":
      return primary(call(scope.use("lang"), [scope.focus.item(), asString(self, scope).doc]), "boolean");
    default: {
      const all = args.length === 0 && definition.contextDefault === true ? [self] : args;
      const whole = all === args ? expression : { ...expression, arguments: all };
      const doc = definition.generate?.(whole, callGenerator(scope)) ?? helperCall(definition, all, scope);
      return definition.awaits === true
        ? { doc: awaited(doc), type: definition.returns, level: UNARY }
        : primary(doc, definition.returns);
    }
  }
}

function helperCall(definition: FunctionDefinition, args: readonly Expression[], scope: Scope): Doc {
  const docs = args.map((argument, index) => argumentCode(argument, parameterType(definition, index), scope));
  const request = definition.needsRequest === true ? [text("$")] : [];
  return call(scope.use(definition.helper), [...request, ...docs]);
}

/** What the file of a function makes code with. */
const callGenerator = (scope: Scope): CallGenerator => ({
  use: scope.use,
  argument: (expression, type) => argumentCode(expression, type, scope),
  nodes: (expression) => contextNodes(expression, scope),
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

function parameterType({ parameters }: FunctionDefinition, index: number): StaticType {
  return (parameters[index] ?? parameters.at(-1))?.type ?? "any";
}
