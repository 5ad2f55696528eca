import {
  binary,
  call,
  code,
  identifier,
  methods,
  type Operator,
  quote,
  templateLiteral,
} from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { itemsOf, lengthOf, listOf } from "./lists.js";
import { argumentsOf, bare, callbackOf, calleeOf, isNamed, textOf, type ts, typescript } from "./syntax.js";
import type { Writer } from "./writer.js";
import { isPrimitive, type Kind, type Level, levels, type Written, within, written } from "./written.js";

/** Says in TypeScript what a function of the runtime does; `undefined` where only the function itself does the same. */
type Idiom = (writer: Writer, args: readonly ts.Expression[]) => Written | undefined;

/** A function of `flowc/handler` of one value. */
const applied = ({ names }: Writer, name: string, { doc }: Written, kind: Kind): Written =>
  written(call(names.use(name), [doc]), kind);

const infix = (left: Written, operator: Operator, right: Written, level: Level): Written =>
  written(
    binary({
      first: within(left, level),
      rest: [{ operator, operand: within(right, (level + 1) as Level) }],
    }),
    "boolean",
    level,
  );

const same = (left: Written, operator: "===" | "!==", right: Written): Written => ({
  ...infix(left, operator, right, levels.equality),
  negated: () => same(left, operator === "===" ? "!==" : "===", right),
});

const nothing: Written = written(code`undefined`, "json");

const orElse = (value: Written, other: Doc, kind: Kind): Written => ({
  ...written(
    binary({ first: within(value, levels.equality), rest: [{ operator: "??", operand: other }] }),
    kind,
    levels.nullish,
  ),
  isSet: true,
});

/** Plain data, whether it is a place or made. */
function plain(writer: Writer, node: ts.Expression): Written | undefined {
  const place = writer.places.find(node) ?? writer.value(node);
  return place.kind === "nodes" || place.kind === "items" ? undefined : place;
}

/** XPath 1.0 §4.2 */
const string: Idiom = (writer, [node]) => {
  const value = plain(writer, node as ts.Expression);
  if (value === undefined) return undefined;
  switch (value.kind) {
    case "string":
      return value;
    case "text":
      return orElse(value, code`""`, "string");
    default:
      return applied(writer, "string", value, "string");
  }
};

/** XPath 1.0 §4.4 */
const number: Idiom = (writer, [node]) => {
  const value = plain(writer, node as ts.Expression);
  if (value === undefined || value.kind === "boolean") return undefined;
  return value.kind === "number" ? value : applied(writer, "number", value, "number");
};

const json: Idiom = (writer, [node]) => {
  const value = plain(writer, node as ts.Expression);
  if (value === undefined) return undefined;
  // Flows have the text of a parameter, and handlers what it means.
  if (value.kind === "decoded")
    return value.isSet === true ? applied(writer, "string", value, "string") : undefined;
  if (isPrimitive(value) || value.isSet === true) return value;
  return orElse(value, code`null`, "json");
};

const exists: Idiom = (writer, [node]) => {
  const items = itemsOf(writer, node as ts.Expression);
  if (items !== undefined) return written(items.any, "boolean", levels.relational);
  const value = plain(writer, node as ts.Expression);
  if (value === undefined || isPrimitive(value)) return undefined;
  return same(value, "!==", nothing);
};

/** Comparisons of a node with a text or number (XPath 1.0 §3.4). */
const equality =
  (operator: "===" | "!=="): Idiom =>
  (writer, [first, second]) => {
    const left = plain(writer, first as ts.Expression);
    const right = plain(writer, second as ts.Expression);
    if (left === undefined || right === undefined) return undefined;
    if (left.kind === right.kind && (left.kind === "string" || left.kind === "number"))
      return same(left, operator, right);
    // What is not there is equal to nothing, and different from nothing.
    if (left.kind === "text" && right.kind === "string")
      return operator === "===" ? same(left, "===", right) : isOther(left, right);
    if (operator === "!==") return undefined;
    if (left.kind === "numeric" && typescript().isNumericLiteral(bare(second as ts.Expression)))
      return same(left, "===", right);
    if (right.kind === "number" && ["json", "decoded", "numeric", "text"].includes(left.kind))
      return same(applied(writer, "number", left, "number"), "===", right);
    const isText = (textOf(bare(second as ts.Expression)) ?? "") !== "";
    if (left.kind === "json" && isText) return same(applied(writer, "string", left, "string"), "===", right);
    return undefined;
  };

const isOther = (left: Written, right: Written): Written =>
  written(
    binary({
      first: within(same(left, "!==", nothing), levels.and),
      rest: [{ operator: "&&", operand: within(same(left, "!==", right), levels.and) }],
    }),
    "boolean",
    levels.and,
  );

const relation =
  (operator: "<" | "<=" | ">" | ">="): Idiom =>
  (writer, [first, second]) => {
    const left = plain(writer, first as ts.Expression);
    const right = plain(writer, second as ts.Expression);
    if (left === undefined || right?.kind !== "number") return undefined;
    if (left.kind === "number") return infix(left, operator, right, levels.relational);
    if (isPrimitive(left)) return undefined;
    if (left.kind === "numeric" && left.schema !== undefined)
      return infix(left, operator, right, levels.relational);
    return infix(applied(writer, "number", left, "number"), operator, right, levels.relational);
  };

/** Comparisons of what may be no node: of texts and numbers, XPath decides as JavaScript. */
const compare: Idiom = (writer, [first, operator, second]) => {
  const left = plain(writer, first as ts.Expression);
  const right = plain(writer, second as ts.Expression);
  const sign = textOf(operator as ts.Expression);
  if (left === undefined || right?.kind !== "number" || sign === undefined) return undefined;
  const own = { "=": "===", "<": "<", "<=": "<=", ">": ">", ">=": ">=" } as const;
  if (!Object.hasOwn(own, sign) || !["number", "numeric", "string", "text"].includes(left.kind))
    return undefined;
  const chosen = own[sign as keyof typeof own];
  const value = left.kind === "number" ? left : applied(writer, "number", left, "number");
  return chosen === "===" ? same(value, chosen, right) : infix(value, chosen, right, levels.relational);
};

const compareNodes: Idiom = (writer, [first, operator, second]) => {
  const left = plain(writer, first as ts.Expression);
  const right = plain(writer, second as ts.Expression);
  if (left === undefined || right === undefined || textOf(operator as ts.Expression) !== "=")
    return undefined;
  const kinds = [left.kind, right.kind];
  return kinds.includes("string") && kinds.every((kind) => kind === "string" || kind === "text")
    ? same(left, "===", right)
    : undefined;
};

const count: Idiom = (writer, [nodes, test]) => {
  if (test === undefined) {
    const there = present(writer, bare(nodes as ts.Expression));
    if (there !== undefined) return there;
    const items = itemsOf(writer, nodes as ts.Expression);
    return items && lengthOf(items.all);
  }
  const list = listOf(writer, nodes as ts.Expression);
  if (list === undefined || callbackOf(test)?.parameters.length !== 1) return undefined;
  return lengthOf(call(code`${list.doc}.filter`, [writer.callback(test, list.item)]));
};

/** How many items have a member: `lines/value/price`. */
function present(writer: Writer, node: ts.Expression): Written | undefined {
  if (calleeOf(node) !== "each") return undefined;
  const [of, read] = argumentsOf(node) as [ts.Expression, ts.Expression];
  const list = listOf(writer, of);
  const callback = callbackOf(read);
  if (list === undefined || callback?.parameters.length !== 1 || callback.constants.length > 0)
    return undefined;
  const test = writer.function(callback.parameters, list.item, () => {
    const place = writer.places.find(callback.body);
    return place === undefined ? nothing : same(place, "!==", nothing);
  });
  return lengthOf(call(code`${list.doc}.filter`, [test]));
}

/** Texts in a row are a template literal. */
const concat: Idiom = (writer, args) => {
  const parts = args.map((arg) => {
    const text = textOf(bare(arg));
    if (text !== undefined) return text;
    // JavaScript writes whole numbers as XPath does.
    const inner = calleeOf(bare(arg)) === "string" ? argumentsOf(bare(arg))[0] : undefined;
    const whole = inner && plain(writer, inner);
    return whole?.isWhole === true || (whole?.kind === "text" && whole.isSet === true)
      ? whole.doc
      : writer.value(arg).doc;
  });
  return written(templateLiteral(parts), "string");
};

const method =
  (name: string): Idiom =>
  (writer, [text, part]) => {
    const [left, right] = [text, part].map((each) => writer.value(each as ts.Expression));
    if (left?.kind !== "string" || right?.kind !== "string") return undefined;
    return written(call(code`${within(left, levels.primary)}.${identifier(name)}`, [right.doc]), "boolean");
  };

const rounding =
  (name: string): Idiom =>
  (writer, [node]) => {
    const value = writer.value(node as ts.Expression);
    return value.kind === "number"
      ? written(call(code`Math.${identifier(name)}`, [value.doc]), "number")
      : undefined;
  };

/** Numbers that JSON does not have become `null` when the JSON is written. */
const toJson: Idiom = (writer, [, node]) => json(writer, [node as ts.Expression]);

const orNothing: Idiom = (writer, [node]) => writer.orNothing(node as ts.Expression);

const toNumber: Idiom = (writer, [node]) => {
  const value = plain(writer, node as ts.Expression);
  if (value?.kind === "number") return value;
  return value !== undefined && ["text", "string", "numeric"].includes(value.kind)
    ? applied(writer, "number", value, "number")
    : undefined;
};

const toBoolean: Idiom = (writer, [node]) => {
  const value = writer.value(node as ts.Expression);
  if (value.kind === "boolean") return value;
  // TypeScript refuses to compare a text with another one that is known.
  const text = textOf(bare(node as ts.Expression));
  if (text !== undefined) return written(text === "" ? code`false` : code`true`, "boolean");
  return value.kind === "string" ? same(value, "!==", written(quote(""), "string")) : undefined;
};

const coalesce: Idiom = (writer, [node, other]) => {
  const value = writer.places.find(node as ts.Expression);
  if (value?.kind !== "text" && value?.kind !== "json") return undefined;
  if (typescript().isArrowFunction(other as ts.Node)) return undefined;
  const right = writer.value(other as ts.Expression);
  if (right.kind === "nodes") return undefined;
  const kind = value.kind === "text" && right.kind === "string" ? "string" : "json";
  return orElse(value, within(right, levels.equality), kind);
};

const loop: Idiom = (writer, [nodes, body]) => {
  const callback = callbackOf(body);
  const list = isItem(callback?.body, callback?.parameters)
    ? listOf(writer, nodes as ts.Expression)
    : undefined;
  return list === undefined
    ? mapped(writer, nodes as ts.Expression, body, "map")
    : written(list.doc, "array");
};

/** Tells whether a function of items returns them as they are. */
const isItem = (body: ts.Expression | undefined, [parameter]: readonly string[] = []): boolean =>
  body !== undefined &&
  parameter !== undefined &&
  calleeOf(body) === "json" &&
  isNamed(argumentsOf(body)[0] as ts.Node, parameter);

function mapped(
  writer: Writer,
  nodes: ts.Expression,
  body: ts.Expression | undefined,
  method: "map" | "flatMap",
): Written | undefined {
  const list = listOf(writer, nodes);
  if (list === undefined || body === undefined || !hasTwoParameters(body)) return undefined;
  return written(call(code`${list.doc}.${identifier(method)}`, [writer.callback(body, list.item)]), "array");
}

/** The item and its position; how many there are is nothing that `map` tells. */
const hasTwoParameters = (node: ts.Expression): boolean =>
  typescript().isArrowFunction(node) && node.parameters.length < 3;

/** A loop that leaves items out is a filter: `test ? [item] : []`. */
const loopItems: Idiom = (writer, [nodes, body]) => {
  const ts = typescript();
  const callback = callbackOf(body);
  const choice = callback?.body;
  const list = listOf(writer, nodes as ts.Expression);
  if (list === undefined || callback === undefined || choice === undefined) return undefined;
  const isFilter =
    callback.parameters.length === 1 &&
    callback.constants.length === 0 &&
    ts.isConditionalExpression(choice) &&
    ts.isArrayLiteralExpression(choice.whenTrue) &&
    choice.whenTrue.elements.length === 1 &&
    ts.isArrayLiteralExpression(choice.whenFalse) &&
    choice.whenFalse.elements.length === 0;
  if (!isFilter) return mapped(writer, nodes as ts.Expression, body, "flatMap");
  const [made] = choice.whenTrue.elements as readonly ts.Expression[] as [ts.Expression];
  const test = writer.function(callback.parameters, list.item, () => writer.value(choice.condition));
  const filtered = call(code`${list.doc}.filter`, [test]);
  if (isItem(made, callback.parameters)) return written(filtered, "array");
  const map = writer.function(callback.parameters, list.item, () => writer.value(made));
  return written(methods(list.doc, [call(code`.filter`, [test]), call(code`.map`, [map])]), "array");
};

/** What is written otherwise than it is called. */
export const idioms: Readonly<Record<string, Idiom>> = {
  string,
  number,
  json,
  toJson,
  orNothing,
  exists,
  equal: equality("==="),
  notEqual: equality("!=="),
  less: relation("<"),
  lessOrEqual: relation("<="),
  greater: relation(">"),
  greaterOrEqual: relation(">="),
  compare,
  compareNodes,
  count,
  concat,
  contains: method("includes"),
  startsWith: method("startsWith"),
  endsWith: method("endsWith"),
  floor: rounding("floor"),
  ceiling: rounding("ceil"),
  toNumber,
  toBoolean,
  coalesce,
  loop,
  loopItems,
};
