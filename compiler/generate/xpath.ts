import { compare as compareValues } from "../../runtime/compare.js";
import { climbs } from "../analyse/climbs.js";
import { type StaticType, staticType } from "../analyse/types.js";
import type { CallGenerator } from "../functions/definition.js";
import { functions } from "../functions/index.js";
import type {
  Axis,
  BinaryExpression,
  BinaryOperator,
  Expression,
  FunctionCall,
  NodeTest,
  PathExpression,
  Step,
} from "../syntax/xpath.js";
import { arrow, call, member, quote } from "./code.js";
import { concat, type Doc, group, indent, line, text } from "./doc.js";
import { CallbackFocus, type Scope } from "./scope.js";

/** JavaScript for an expression; `level` is the precedence of its outermost operator. */
export interface Code {
  readonly doc: Doc;
  readonly type: StaticType;
  readonly level: number;
  /** The operands and operators of a chain, to be continued. */
  readonly chain?: readonly Doc[];
}

const COALESCE = 0;
const OR = 1;
const AND = 2;
const EQUALITY = 3;
const RELATIONAL = 4;
const ADDITIVE = 5;
const MULTIPLICATIVE = 6;
const UNARY = 7;
const PRIMARY = 8;

const primary = (doc: Doc, type: StaticType): Code => ({ doc, type, level: PRIMARY });

/** The code with parentheses where an operator of `level` would take it apart. */
const operand = (code: Code, level: number): Doc =>
  code.level < level ? concat([text("("), code.doc, text(")")]) : code.doc;

/**
 * The natural form of an expression. A node-set comes in value reading: where plain JSON will do, no node is made
 * (runtime/values.ts, `Found`).
 */
export function expressionCode(expression: Expression, scope: Scope): Code {
  const folded = constant(expression);
  if (folded !== undefined) return constantCode(folded);
  switch (expression.kind) {
    case "literal":
      return primary(quote(expression.value), "string");
    case "number":
      return constantCode(expression.value);
    case "negate":
      return negation(asNumber(expression.operand, scope));
    case "variable": {
      const { doc, type } = scope.variable(expression.name);
      return primary(doc, type);
    }
    case "path":
      return pathCode(expression, scope);
    case "filter":
      return primary(nodeSet(expression, scope), "nodes");
    case "call":
      return callCode(expression, scope);
    case "binary":
      return binaryCode(expression, scope);
    default:
      return expression satisfies never;
  }
}

export function asString(expression: Expression, scope: Scope): Code {
  const code = expressionCode(expression, scope);
  return code.type === "string" ? code : primary(call(scope.use("string"), [code.doc]), "string");
}

export function asNumber(expression: Expression, scope: Scope): Code {
  const code = expressionCode(expression, scope);
  switch (code.type) {
    case "number":
      return code;
    case "boolean":
      return primary(call(text("Number"), [code.doc]), "number");
    case "any":
      return primary(call(scope.use("toNumber"), [code.doc]), "number");
    default:
      return primary(call(scope.use("number"), [code.doc]), "number");
  }
}

export const asBoolean = (expression: Expression, scope: Scope): Code =>
  booleanCode(expressionCode(expression, scope), scope);

function booleanCode(code: Code, scope: Scope): Code {
  switch (code.type) {
    case "boolean":
      return code;
    case "nodes":
      return primary(call(scope.use("exists"), [code.doc]), "boolean");
    case "any":
      return primary(call(scope.use("toBoolean"), [code.doc]), "boolean");
    default:
      return primary(call(text("Boolean"), [code.doc]), "boolean");
  }
}

/** As JSON for a template. */
export function asJson(expression: Expression, scope: Scope): Code {
  const code = expressionCode(expression, scope);
  switch (code.type) {
    case "string":
    case "boolean":
      return code;
    case "nodes":
      return primary(call(scope.use("json"), [code.doc]), "any");
    default:
      // A number may be one that JSON cannot hold; that is logged, with the request it happened in.
      if (yieldsFinite(expression)) return code;
      return primary(call(scope.use("toJson"), [text("$"), code.doc]), "any");
  }
}

/** Whether an expression yields a number that JSON can hold, whatever its input. */
function yieldsFinite(expression: Expression): boolean {
  if (expression.kind === "number") return Number.isFinite(expression.value);
  return expression.kind === "call" && functions.get(expression.name)?.isFinite === true;
}

/** As what a variable holds: node-sets keep their parents and identity. */
export function asValue(expression: Expression, scope: Scope): Code {
  if (expression.kind === "path") {
    const plain = plainPath(expression);
    if (plain !== undefined)
      return primary(call(scope.use("path"), plainArguments(expression, plain, scope)), "nodes");
  }
  return expressionCode(expression, scope);
}

/** As a set of nodes with parents, identity and document order. */
export function nodeSet(expression: Expression, scope: Scope): Doc {
  switch (expression.kind) {
    case "path":
      return call(scope.use("select"), [start(expression, scope), ...selectSteps(expression.steps, scope)]);
    case "filter": {
      const predicates = expression.predicates.map((predicate) => predicateCode(predicate, scope));
      return call(scope.use("filter"), [nodeSet(expression.primary, scope), ...predicates]);
    }
    case "binary":
      if (expression.operator === "|") {
        return call(
          scope.use("union"),
          unionOperands(expression).map((each) => nodeSet(each, scope)),
        );
      }
      break;
    case "call":
      if (functions.get(expression.name)?.returns === "nodes") return expressionCode(expression, scope).doc;
      break;
    default:
      break;
  }
  return call(scope.use("select"), [expressionCode(expression, scope).doc]);
}

function unionOperands(expression: Expression): Expression[] {
  if (expression.kind !== "binary" || expression.operator !== "|") return [expression];
  return [...unionOperands(expression.left), ...unionOperands(expression.right)];
}

/** The names of a path of child steps alone, which needs no nodes: `a/b`, `$x/a/./b`; `undefined` for any other. */
export function plainPath({ steps }: PathExpression): readonly string[] | undefined {
  const names: string[] = [];
  for (const { axis, test, predicates } of steps) {
    if (predicates.length > 0) return undefined;
    if (axis === "self" && test.kind === "type" && test.type === "node") continue;
    // Members whose names are no XML names are found by the name json-element: a matter for nodes.
    if (axis !== "child" || test.kind !== "name" || test.name.includes(":") || test.name === "json-element")
      return undefined;
    names.push(test.name);
  }
  return names;
}

function pathCode(expression: PathExpression, scope: Scope): Code {
  const plain = plainPath(expression);
  if (plain === undefined) return primary(nodeSet(expression, scope), "nodes");
  if (plain.length === 0) return primary(start(expression, scope), "nodes");
  const [name] = plain;
  if (plain.length === 1 && name !== undefined && expression.start === "context" && isMember(name, scope)) {
    return primary(concat([call(scope.use("members"), [start(expression, scope)]), member(name)]), "nodes");
  }
  return primary(call(scope.use("at"), plainArguments(expression, plain, scope)), "nodes");
}

/** Whether a child of the item of a loop can be read as a property: in a loop, that is worth it. */
const isMember = (name: string, scope: Scope): boolean =>
  scope.focus instanceof CallbackFocus && !(name in Object.prototype);

const plainArguments = (expression: PathExpression, names: readonly string[], scope: Scope): Doc[] => [
  start(expression, scope),
  ...names.map(quote),
];

function start({ start: from }: PathExpression, scope: Scope): Doc {
  if (from === "context") return scope.focus.item();
  if (from === "root") return scope.focus.root();
  return from.kind === "filter" || climbs(from) ? nodeSet(from, scope) : expressionCode(from, scope).doc;
}

function selectSteps(steps: readonly Step[], scope: Scope): Doc[] {
  const docs: Doc[] = [];
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as Step;
    const next = steps[index + 1];
    if (isAnyNode(step, "self")) continue;
    if (
      isAnyNode(step, "descendant-or-self") &&
      next?.axis === "child" &&
      !next.predicates.some(isPositional)
    ) {
      // `//a` is every descendant a, unless a predicate counts the children of each parent.
      docs.push(stepCode({ ...next, axis: "descendant" }, scope));
      index++;
    } else docs.push(stepCode(step, scope));
  }
  return docs;
}

const isAnyNode = ({ axis, test, predicates }: Step, wanted: Axis) =>
  axis === wanted && test.kind === "type" && test.type === "node" && predicates.length === 0;

function stepCode({ axis, test, predicates }: Step, scope: Scope): Doc {
  if (axis === "child" && test.kind === "name" && predicates.length === 0) return quote(test.name);
  const name = axis.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return call(scope.use(name), [
    nodeTest(test),
    ...predicates.map((predicate) => predicateCode(predicate, scope)),
  ]);
}

function nodeTest(test: NodeTest): Doc {
  switch (test.kind) {
    case "name":
      return quote(test.name);
    case "any-name":
      return quote("*");
    case "any-in-namespace":
      return quote(`${test.prefix}:*`);
    case "type":
      return quote(`${test.type}()`);
    case "processing-instruction":
      return quote(
        test.target === undefined ? "processing-instruction()" : `processing-instruction('${test.target}')`,
      );
    default:
      return test satisfies never;
  }
}

/** Whether a predicate depends on the position of the node: a number, or anything that may be one. */
function isPositional(predicate: Expression): boolean {
  const type = staticType(predicate);
  return type === "number" || type === "any" || asksForPosition(predicate);
}

function asksForPosition(expression: Expression): boolean {
  switch (expression.kind) {
    case "call":
      return (
        expression.name === "position" ||
        expression.name === "last" ||
        expression.arguments.some(asksForPosition)
      );
    case "binary":
      return asksForPosition(expression.left) || asksForPosition(expression.right);
    case "negate":
      return asksForPosition(expression.operand);
    case "filter":
      return asksForPosition(expression.primary);
    case "path":
      return typeof expression.start !== "string" && asksForPosition(expression.start);
    default:
      return false;
  }
}

/** A predicate is a position, or a function of node, position and size. */
function predicateCode(predicate: Expression, scope: Scope): Doc {
  if (predicate.kind === "number") return constantCode(predicate.value).doc;
  const { inner, focus } = callbackScope(scope);
  const body = predicateBody(expressionCode(predicate, inner), inner);
  return arrow(focus.parameters(), body);
}

/** Inside a function of an item, its position and the number of items. */
function callbackScope(scope: Scope): { inner: Scope; focus: CallbackFocus } {
  const names = scope.names.inner();
  const focus = new CallbackFocus(names, (item) => call(scope.use("rootOf"), [item]));
  return { inner: { ...scope, names, focus, variable: untyped(scope) }, focus };
}

function predicateBody(code: Code, scope: Scope): Doc {
  switch (code.type) {
    case "number":
      return concat([scope.focus.position(), text(" === "), operand(code, RELATIONAL)]);
    case "any":
      return call(scope.use("holds"), [code.doc, scope.focus.position()]);
    default:
      return booleanCode(code, scope).doc;
  }
}

/** Inside a callback, nothing is known of what a variable holds by the time it runs. */
export const untyped =
  (scope: Scope): Scope["variable"] =>
  (name) => ({ doc: scope.variable(name).doc, type: "any" });

function callCode(expression: FunctionCall, scope: Scope): Code {
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
      if (definition.generate !== undefined)
        return primary(definition.generate(expression, callGenerator(scope)), definition.returns);
      const all = args.length === 0 && definition.contextDefault === true ? [self] : args;
      const docs = all.map((argument, index) =>
        argumentCode(argument, parameterType(definition.name, index), scope),
      );
      const request = definition.needsRequest === true ? [text("$")] : [];
      return primary(call(scope.use(definition.helper), [...request, ...docs]), definition.returns);
    }
  }
}

/** What the file of a function makes code with. */
const callGenerator = (scope: Scope): CallGenerator => ({
  use: scope.use,
  argument: (expression, type) => argumentCode(expression, type, scope),
  nodes: (expression) => nodeSet(expression, scope),
  callback(expression) {
    const { inner, focus } = callbackScope(scope);
    const { doc } = expressionCode(expression, inner);
    return arrow(focus.parameters(), doc);
  },
  asset(path) {
    if (scope.asset === undefined) throw new Error(`${path} cannot be imported here.`);
    return scope.asset(path);
  },
});

function parameterType(name: string, index: number): StaticType {
  const parameters = functions.get(name)?.parameters ?? [];
  return (parameters[index] ?? parameters.at(-1))?.type ?? "any";
}

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

function binaryCode(expression: BinaryExpression, scope: Scope): Code {
  const { operator, left, right } = expression;
  switch (operator) {
    case "or":
      return infix(asBoolean(left, scope), "||", asBoolean(right, scope), OR, "boolean");
    case "and":
      return infix(asBoolean(left, scope), "&&", asBoolean(right, scope), AND, "boolean");
    case "+":
    case "-":
      return infix(asNumber(left, scope), operator, asNumber(right, scope), ADDITIVE, "number");
    case "*":
    case "div":
    case "mod":
      return infix(
        asNumber(left, scope),
        ARITHMETIC[operator],
        asNumber(right, scope),
        MULTIPLICATIVE,
        "number",
      );
    case "|":
      return primary(nodeSet(expression, scope), "nodes");
    default:
      return comparison(operator, left, right, scope);
  }
}

const ARITHMETIC = { "*": "*", div: "/", mod: "%" } as const;

function infix(left: Code, operator: string, right: Code, level: number, type: StaticType): Code {
  // `a && b && c` is one chain, which breaks at all of its operators or at none.
  const before = left.level === level && left.chain !== undefined ? left.chain : [operand(left, level)];
  const chain = [...before, text(` ${operator}`), line, operand(right, level + 1)];
  const [first, ...rest] = chain as [Doc, ...Doc[]];
  return { doc: group(concat([first, indent(concat(rest))])), type, level, chain };
}

function negation(code: Code): Code {
  const isNegative = code.doc.kind === "text" && code.doc.value.startsWith("-");
  const inner = isNegative || code.level <= UNARY ? concat([text("("), code.doc, text(")")]) : code.doc;
  return { doc: concat([text("-"), inner]), type: "number", level: UNARY };
}

const typeOf = (expression: Expression, scope: Scope): StaticType =>
  expression.kind === "variable" ? scope.variable(expression.name).type : staticType(expression);

type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

const MIRRORED: Record<Comparison, Comparison> = {
  "=": "=",
  "!=": "!=",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};
const HELPERS: Record<Comparison, string> = {
  "=": "equal",
  "!=": "notEqual",
  "<": "less",
  "<=": "lessOrEqual",
  ">": "greater",
  ">=": "greaterOrEqual",
};
const OPERATORS: Record<Comparison, string> = {
  "=": "===",
  "!=": "!==",
  "<": "<",
  "<=": "<=",
  ">": ">",
  ">=": ">=",
};

/** XPath 1.0 §3.4. What the operands are decides which of its rules is left to do at run time. */
function comparison(operator: Comparison, left: Expression, right: Expression, scope: Scope): Code {
  const types = [typeOf(left, scope), typeOf(right, scope)];
  const [leftType, rightType] = types;
  if (leftType === "nodes" && rightType === "nodes") {
    const args = [expressionCode(left, scope).doc, quote(operator), expressionCode(right, scope).doc];
    return primary(call(scope.use("compareNodes"), args), "boolean");
  }
  if (types.includes("any")) {
    const args = [asValue(left, scope).doc, quote(operator), asValue(right, scope).doc];
    return primary(call(scope.use("compare"), args), "boolean");
  }
  if (types.includes("boolean") && (operator === "=" || operator === "!="))
    return booleanEquality(operator, left, right, scope);
  if (leftType === "nodes" || rightType === "nodes") {
    const [nodes, other] = leftType === "nodes" ? [left, right] : [right, left];
    const helper = scope.use(HELPERS[leftType === "nodes" ? operator : MIRRORED[operator]]);
    return primary(
      call(helper, [expressionCode(nodes, scope).doc, expressionCode(other, scope).doc]),
      "boolean",
    );
  }
  const isEquality = operator === "=" || operator === "!=";
  const level = isEquality ? EQUALITY : RELATIONAL;
  const ofStrings = isEquality && !types.includes("number");
  const convert = ofStrings ? asString : asNumber;
  return infix(convert(left, scope), OPERATORS[operator], convert(right, scope), level, "boolean");
}

function booleanEquality(operator: "=" | "!=", left: Expression, right: Expression, scope: Scope): Code {
  for (const [value, other] of [
    [left, right],
    [right, left],
  ] as const) {
    const known = constant(value);
    if (typeof known !== "boolean") continue;
    const code = asBoolean(other, scope);
    return known === (operator === "=")
      ? code
      : { doc: concat([text("!"), operand(code, UNARY)]), type: "boolean", level: UNARY };
  }
  return infix(widened(left, scope), OPERATORS[operator], widened(right, scope), EQUALITY, "boolean");
}

/** TypeScript knows which boolean a variable was last set to, and would not let `true` be compared with `false`. */
function widened(expression: Expression, scope: Scope): Code {
  const code = asBoolean(expression, scope);
  const isCertain =
    expression.kind === "variable" || (expression.kind === "call" && expression.name === "not");
  return isCertain ? primary(call(text("Boolean"), [code.doc]), "boolean") : code;
}

/** The value of an expression that is the same on every run, as far as its form shows it at once. */
export function constant(expression: Expression): string | number | boolean | undefined {
  switch (expression.kind) {
    case "literal":
    case "number":
      return expression.value;
    case "negate": {
      const value = constant(expression.operand);
      return typeof value === "number" ? -value : undefined;
    }
    case "call":
      if (expression.arguments.length > 0) return undefined;
      return expression.name === "true" ? true : expression.name === "false" ? false : undefined;
    case "binary": {
      if (!isComparison(expression.operator)) return undefined;
      const left = constant(expression.left);
      const right = constant(expression.right);
      return left === undefined || right === undefined
        ? undefined
        : compareValues(left, expression.operator, right);
    }
    default:
      return undefined;
  }
}

const isComparison = (operator: BinaryOperator): operator is Comparison => operator in OPERATORS;

function constantCode(value: string | number | boolean): Code {
  if (typeof value === "string") return primary(quote(value), "string");
  if (typeof value === "boolean") return primary(text(String(value)), "boolean");
  const isNegative = value < 0 || Object.is(value, -0);
  return {
    doc: text(Object.is(value, -0) ? "-0" : String(value)),
    type: "number",
    level: isNegative ? UNARY : PRIMARY,
  };
}

/** `a ?? b ?? c` of codes that may be null. */
export function coalesced(codes: readonly [Code, ...Code[]]): Code {
  const [first, ...rest] = codes;
  if (rest.length === 0) return first;
  const parts = codes.map((code) => operand(code, OR + 1));
  const doc = group(
    indent(concat(parts.flatMap((part, index) => (index === 0 ? [part] : [text(" ??"), line, part])))),
  );
  return { doc, type: "any", level: COALESCE };
}
