import type { StaticType } from "../../analyse/types/static-type.js";
import { arrow, awaited, call } from "../../code/code.js";
import { concat, type Doc, text } from "../../code/doc.js";
import type { CallGenerator, FunctionDefinition } from "../../constructs/function.js";
import { functions } from "../../constructs/functions/index.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import type { Scope } from "../scope.js";
import { type Code, constantCode, operand, primary, UNARY } from "./code.js";
import { asBoolean, asNumber, asString, asValue, expressionCode } from "./expression.js";
import { contextNodes, nodeSet } from "./path.js";
import { callbackScope } from "./predicate.js";

export function callCode(expression: FunctionCall, scope: Scope): Code {
  const { name, arguments: args } = expression;
  const definition = functions.get(name);
  if (definition === undefined) throw new Error(`${name}() passed the checks, but has no definition.`);
  const [first] = args;
  const self: Expression = first ?? { kind: "path", span: expression.span, start: "context", steps: [] };
  const { focus, reads, returns } = definition;
  if (focus !== undefined) return primary(scope.focus[focus](), returns);
  if (definition.value !== undefined) return constantCode(definition.value);
  if (definition.negates === true)
    return {
      doc: concat([text("!"), operand(asBoolean(self, scope), UNARY)]),
      type: "boolean",
      level: UNARY,
    };
  if (definition.converts === true) return converted(self, returns, scope);
  if (reads === "focus") {
    const type = parameterType(definition, 0);
    return primary(
      call(scope.use(definition.helper), [scope.focus.item(), argumentCode(self, type, scope)]),
      returns,
    );
  }
  const all = args.length === 0 && definition.contextDefault === true ? [self] : args;
  const whole = all === args ? expression : { ...expression, arguments: all };
  const doc = definition.generate?.(whole, callGenerator(scope)) ?? helperCall(definition, all, scope);
  return definition.awaits === true
    ? { doc: awaited(doc), type: returns, level: UNARY }
    : primary(doc, returns);
}

function converted(expression: Expression, type: StaticType, scope: Scope): Code {
  switch (type) {
    case "string":
      return asString(expression, scope);
    case "number":
      return asNumber(expression, scope);
    default:
      return asBoolean(expression, scope);
  }
}

function helperCall(definition: FunctionDefinition, args: readonly Expression[], scope: Scope): Doc {
  const docs = args.map((argument, index) =>
    definition.needsNode === true
      ? nodeSet(argument, scope)
      : argumentCode(argument, parameterType(definition, index), scope),
  );
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
