import { contentClimbs, contentWaits } from "../analyse/template-content.js";
import { isPrimitive, type StaticType } from "../analyse/types.js";
import { waits } from "../analyse/waits.js";
import type {
  Definition,
  JsonIf,
  JsonItem,
  JsonKey,
  JsonLoop,
  JsonMember,
  JsonNode,
  JsonScope,
  JsonWith,
} from "../syntax/json-template.js";
import type { TemplateExpression } from "../syntax/template.js";
import type { Expression, PathExpression } from "../syntax/xpath.js";
import { type Callback, callWith } from "./callback.js";
import { array, arrow, block, call, entry, object, quote } from "./code.js";
import { at, concat, type Doc, group, indent, line, text } from "./doc.js";
import { CallbackFocus, callbackVariables, type Scope, typeOf } from "./scope.js";
import { type Code, coalesced, primary } from "./xpath/code.js";
import { constant } from "./xpath/constant.js";
import { asBoolean, asJson, asString, asValue, expressionCode, yieldsFinite } from "./xpath/expression.js";
import { contextNodes, nodeSet, plainPath } from "./xpath/path.js";

/** The JSON literal for a template, and the constants to be defined before it. */
export function jsonTemplate(
  template: JsonScope<JsonNode>,
  outer: Scope,
): { definitions: Doc[]; value: Doc } {
  const { scope, definitions } = defineConstants(template.definitions, outer);
  return { definitions, value: node(template.content, scope) };
}

function node(json: JsonNode, scope: Scope): Doc {
  return at(json.span, nodeCode(json, scope));
}

function nodeCode(json: JsonNode, scope: Scope): Doc {
  switch (json.kind) {
    case "constant":
      return typeof json.value === "string" ? quote(json.value) : text(JSON.stringify(json.value));
    case "expression":
      return jsonCode(json.value, scope).doc;
    case "dot":
      return call(scope.use("json"), [scope.focus.item()]);
    case "object":
      return json.members.length === 0 ? object([]) : membersCode(json.members, scope);
    case "array":
      return arrayCode(json.items, scope);
    case "if":
      return conditional(json, (content) => node(content, scope), scope);
    case "with":
      return within("within", json, node, scope);
    default:
      return json satisfies never;
  }
}

/** A placeholder: the first operand that is not null. */
export function jsonCode({ operands }: TemplateExpression, scope: Scope): Code {
  const reached = reachable(operands, scope);
  const last = reached.length - 1;
  return coalesced(reached.map((operand, index) => (index < last ? nullableJson : asJson)(operand, scope)));
}

/** A number that JSON cannot hold is null as well; it need not be logged where something else takes its place. */
const nullableJson = (operand: Expression, scope: Scope): Code =>
  primary(call(scope.use("json"), [expressionCode(operand, scope).doc]), "any");

/** Operands up to the first one that is never null: what stands behind it is never reached. */
function reachable(operands: readonly Expression[], scope: Scope): readonly Expression[] {
  const end = operands.findIndex((operand) => !isNullable(operand, scope));
  return end < 0 ? operands : operands.slice(0, end + 1);
}

function isNullable(expression: Expression, scope: Scope): boolean {
  const type = typeOf(expression, scope);
  return type === "nodes" || type === "any" || (type === "number" && !yieldsFinite(expression));
}

export function booleanCode({ operands }: TemplateExpression, scope: Scope): Code {
  const [first, ...rest] = operands;
  if (rest.length === 0) return asBoolean(first, scope);
  if (operands.every((operand) => typeOf(operand, scope) === "nodes")) {
    const found = operands.map((operand) => alternative(operand, expressionCode(operand, scope)));
    return { doc: call(scope.use("exists"), [firstFound(found, scope)]), type: "boolean", level: 8 };
  }
  return {
    doc: call(scope.use("toBoolean"), [valueCode({ operands }, scope).doc]),
    type: "boolean",
    level: 8,
  };
}

/** As what a variable holds. */
export function valueCode({ operands }: Pick<TemplateExpression, "operands">, scope: Scope): Code {
  const reached = reachable(operands, scope);
  if (reached.length === 1) return asValue(operands[0], scope);
  const values = reached.map((operand) => alternative(operand, asValue(operand, scope)));
  return { doc: firstFound(values, scope), type: "any", level: 8 };
}

/** What a loop runs over, or a context: nodes only where the content asks for more than their content. */
export function contextCode({ operands }: TemplateExpression, needsNodes: boolean, scope: Scope): Doc {
  const contexts = reachable(operands, scope).map((operand) =>
    alternative(operand, needsNodes ? nodeContext(operand, scope) : expressionCode(operand, scope)),
  );
  return firstFound(contexts, scope);
}

/** With parents, also for what a variable may hold without them; a string that it may hold instead stays one. */
function nodeContext(expression: Expression, scope: Scope): Code {
  const code = expressionCode(expression, scope);
  if (code.type !== "nodes" && code.type !== "any") return code;
  const nodes: Code = { ...code, doc: contextNodes(expression, scope), level: 8 };
  if (code.type === "nodes") return nodes;
  const either = [nodes, code].map((each) => alternative(expression, each));
  return { ...code, doc: firstFound(either, scope), level: 8 };
}

/** An operand of `??`. */
interface Alternative {
  readonly doc: Doc;
  readonly waits: boolean;
  readonly isConstant: boolean;
}

const alternative = (operand: Expression, { doc }: Code): Alternative => ({
  doc,
  waits: waits(operand),
  isConstant: constant(operand) !== undefined,
});

/** `??` of node-sets: JavaScript's own would take an empty set, or one that begins with null, for a value. */
const firstFound = (alternatives: readonly Alternative[], scope: Scope): Doc =>
  alternatives.reduceRight((right, left) => ({
    doc: right.isConstant
      ? call(scope.use("coalesce"), [left.doc, right.doc])
      : callWith("coalesce", left.doc, [{ doc: arrow(text(""), right.doc), waits: right.waits }], scope),
    waits: left.waits || right.waits,
    isConstant: false,
  })).doc;

function stringCode({ operands }: TemplateExpression, scope: Scope): Doc {
  const [first, ...rest] = operands;
  if (rest.length === 0) return asString(first, scope).doc;
  return call(scope.use("string"), [jsonCode({ operands } as TemplateExpression, scope).doc]);
}

/**
 * An object literal; with members that are not named one by one, or have the same name, `object` puts it together
 * from its parts.
 */
function membersCode(members: readonly JsonMember[], scope: Scope): Doc {
  const parts: Doc[] = [];
  const names = new Set<string>();
  let entries: Doc[] = [];
  const endLiteral = () => {
    if (entries.length > 0) parts.push(object(entries));
    entries = [];
    names.clear();
  };
  for (const each of members) {
    if (each.kind === "member") {
      if (typeof each.name === "string") {
        if (names.has(each.name)) endLiteral();
        names.add(each.name);
      }
      entries.push(at(each.span, memberCode(each, scope)));
    } else {
      endLiteral();
      parts.push(at(each.span, partCode(each, scope)));
    }
  }
  endLiteral();
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : call(scope.use("object"), parts);
}

function memberCode(json: Extract<JsonMember, { kind: "member" }>, scope: Scope): Doc {
  if (typeof json.name === "string") return entry(json.name, node(json.value, scope));
  return concat([text("["), keyCode(json.name, scope), text("]: "), node(json.value, scope)]);
}

/** Any number of members, as an object of their own. */
function partCode(json: Exclude<JsonMember, { kind: "member" }>, scope: Scope): Doc {
  const content = (members: readonly JsonMember[], inner: Scope) =>
    members.length === 0 ? inner.use("none") : membersCode(members, inner);
  switch (json.kind) {
    case "pairs":
      return pairsCode(json.value, scope);
    case "if":
      return conditional(json, (members) => content(members, scope), scope);
    case "with":
      return within("withinPairs", json, content, scope);
    case "loop":
      return loop("loopPairs", json, content, scope);
    default:
      return json satisfies never;
  }
}

export const keyCode = (key: JsonKey, scope: Scope): Doc =>
  key.kind === "dot" ? call(scope.use("string"), [scope.focus.item()]) : stringCode(key.value, scope);

function arrayCode(items: readonly JsonItem[], scope: Scope): Doc {
  const [only] = items;
  if (items.length === 1 && only !== undefined && only.kind !== "item")
    return at(only.span, partItems(only, scope));
  return array(items.map((each) => at(each.span, item(each, scope))));
}

function item(json: JsonItem, scope: Scope): Doc {
  if (json.kind === "item") return node(json.value, scope);
  const items = partItems(json, scope);
  return concat([text("..."), json.kind === "if" ? parenthesized(items) : items]);
}

const parenthesized = (doc: Doc): Doc => concat([text("("), doc, text(")")]);

/** Any number of items, as an array of their own. */
function partItems(json: Exclude<JsonItem, { kind: "item" }>, scope: Scope): Doc {
  switch (json.kind) {
    case "if":
      return conditional(json, (content) => arrayCode(content, scope), scope);
    case "with":
      return within("withinItems", json, arrayCode, scope);
    case "loop":
      return loopItems(json, scope);
    default:
      return json satisfies never;
  }
}

/** One value for each round in the usual case, else a list of them. */
function loopItems(json: JsonLoop<readonly JsonItem[]>, scope: Scope): Doc {
  const [only, ...rest] = json.content.content;
  if (only?.kind === "item" && rest.length === 0) {
    const single = { ...json, content: { ...json.content, content: only.value } };
    return loop("loop", single, node, scope);
  }
  return loop("loopItems", json, arrayCode, scope);
}

/** `test ? content : otherwise`, any number of branches. */
function conditional<T>(json: JsonIf<T>, generate: (content: T) => Doc, scope: Scope): Doc {
  const chain = (index: number): Doc => {
    const branch = json.branches[index];
    if (branch === undefined) return generate(json.otherwise);
    const { span, test, content } = branch;
    const code = booleanCode(test, scope).doc;
    const rest = [line, text("? "), generate(content), line, text(": "), chain(index + 1)];
    return at(span, concat([code, indent(concat(rest))]));
  };
  return group(chain(0));
}

function within<T>(
  helper: string,
  json: JsonWith<T>,
  generate: (content: T, scope: Scope) => Doc,
  scope: Scope,
): Doc {
  const context = contextCode(json.context, contentClimbs(json.content), scope);
  const content = callback(json.content, generate, scope);
  const otherwise = generate(json.otherwise, inCallback(scope));
  const fallback = {
    doc: arrow(text(""), otherwise, isObjectLiteral(otherwise)),
    waits: contentWaits(json.otherwise),
  };
  return callWith(helper, context, [content, fallback], scope);
}

function loop<T>(
  helper: string,
  json: JsonLoop<T>,
  generate: (content: T, scope: Scope) => Doc,
  scope: Scope,
): Doc {
  const over = contextCode(json.over, contentClimbs(json.content), scope);
  return callWith(helper, over, [callback(json.content, generate, scope)], scope);
}

/** `(item) => content`, with a body where the content defines variables. */
function callback<T>(
  content: JsonScope<T>,
  generate: (content: T, scope: Scope) => Doc,
  outer: Scope,
): Callback {
  const names = outer.names.inner();
  const focus = new CallbackFocus(names, (item) => call(outer.use("rootOf"), [item]));
  const { scope, definitions } = defineConstants(content.definitions, {
    ...inCallback(outer),
    names,
    focus,
  });
  const value = generate(content.content, scope);
  const doc =
    definitions.length === 0
      ? arrow(focus.parameters(), value, isObjectLiteral(value))
      : arrow(focus.parameters(), block([...definitions, concat([text("return "), value, text(";")])]));
  return { doc, waits: contentWaits(content) };
}

/** For code in a callback. */
export const inCallback = (scope: Scope): Scope => ({ ...scope, variable: callbackVariables(scope) });

/** Whether code starts with a brace, which an arrow function would take for its body. */
function isObjectLiteral(doc: Doc): boolean {
  switch (doc.kind) {
    case "text":
      return doc.value.startsWith("{");
    case "concat":
      return doc.parts[0] !== undefined && isObjectLiteral(doc.parts[0]);
    case "group":
    case "indent":
      return isObjectLiteral(doc.content);
    case "mark":
      return doc.content !== undefined && isObjectLiteral(doc.content);
    default:
      return false;
  }
}

function defineConstants(list: readonly Definition[], outer: Scope): { scope: Scope; definitions: Doc[] } {
  let scope = outer;
  const definitions = list.map((definition) => {
    const code = valueCode(definition.value, scope);
    const name = localName(definition.name, scope);
    scope = withLocal(scope, definition.name, name, code.type);
    return at(
      definition.span,
      concat([text(`const ${name}${annotation(code.type)} = `), code.doc, text(";")]),
    );
  });
  return { scope, definitions };
}

/** A constant of a literal's own type could not be compared with another literal. */
const annotation = (type: StaticType) => (isPrimitive(type) ? `: ${type}` : "");

/** `$name`, with what a JavaScript name cannot have replaced. */
export const localName = (name: string, scope: Scope): string =>
  scope.names.fresh(`$${name.replaceAll("-", "_")}`);

/** `declared` is the type that TypeScript knows of the constant or variable `name`. */
export const withLocal = (scope: Scope, variable: string, name: string, declared: StaticType): Scope => ({
  ...scope,
  variable(reference) {
    if (reference.name !== variable) return scope.variable(reference);
    const type = scope.variables(reference);
    return { doc: text(name), type, narrowing: type === declared ? "constant" : "none" };
  },
});

/** `{{: a | b }}`: by name where the names are plain, so that no node is made for them. */
export function pairsCode({ operands }: TemplateExpression, scope: Scope): Doc {
  const [first, ...rest] = operands;
  if (rest.length > 0) return call(scope.use("pairs"), [valueCode({ operands }, scope).doc]);
  const named = namedChildren(first);
  if (named === undefined) return call(scope.use("pairs"), [nodeSet(first, scope)]);
  const base = expressionCode(named.base, scope).doc;
  return call(scope.use("pairs"), [base, ...named.names.map(quote)]);
}

/** The parent and the names of `x/a | x/b`, `a | b`, `x/*`. */
function namedChildren(expression: Expression): { base: Expression; names: string[] } | undefined {
  if (expression.kind === "binary" && expression.operator === "|") {
    const left = namedChildren(expression.left);
    const right = namedChildren(expression.right);
    if (left === undefined || right === undefined || !samePath(left.base, right.base)) return undefined;
    return {
      base: left.base,
      names: [...left.names, ...right.names.filter((name) => !left.names.includes(name))],
    };
  }
  if (expression.kind !== "path") return undefined;
  const last = expression.steps.at(-1);
  if (last?.axis !== "child" || last.predicates.length > 0) return undefined;
  const steps = expression.steps.slice(0, -1);
  const base: PathExpression = { ...expression, steps };
  if (plainPath(base) === undefined || expression.start === "root") return undefined;
  const whole: Expression =
    steps.length === 0 && typeof expression.start !== "string" ? expression.start : base;
  if (last.test.kind === "any-name") return { base: whole, names: ["*"] };
  if (last.test.kind !== "name" || plainPath({ ...expression, steps: [last] }) === undefined)
    return undefined;
  return { base: whole, names: [last.test.name] };
}

const samePath = (a: Expression, b: Expression): boolean => withoutSpans(a) === withoutSpans(b);

const withoutSpans = (expression: Expression): string =>
  JSON.stringify(expression, (key, value: unknown) =>
    key === "span" || key === "nameSpan" ? undefined : value,
  );
