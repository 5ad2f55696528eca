/** JSON templates at random, their text, and what they mean. */
import fc from "fast-check";
import type { JsonValue } from "../../runtime/data/model/values.js";
import { ATTRIBUTE, DOCUMENT, type DomNode, ELEMENT } from "./dom.js";
import type { Tree, VariableName } from "./expressions.js";
import { render } from "./expressions.js";
import { jsonOf } from "./json-documents.js";
import { evaluate, type Focus, toBoolean, toText, type XPathValue } from "./reference.js";

/** `a ?? b` */
export type Operands = readonly Tree[];

export type Part =
  | { readonly kind: "put"; readonly value: Operands }
  | { readonly kind: "dot" }
  | { readonly kind: "constant"; readonly value: JsonValue }
  | { readonly kind: "object"; readonly members: readonly Member[] }
  | { readonly kind: "array"; readonly items: readonly Item[] }
  | PartBlock;
type PartBlock =
  | { readonly kind: "if"; readonly test: Operands; readonly content: Part; readonly otherwise: Part }
  | {
      readonly kind: "with";
      readonly context: Operands;
      readonly define: Tree | undefined;
      readonly content: Part;
      readonly otherwise: Part;
    };
/** A condition or a context, with a value on both ways. */
type Block<T> =
  | { readonly kind: "if"; readonly test: Operands; readonly content: T; readonly otherwise: T }
  | {
      readonly kind: "with";
      readonly context: Operands;
      readonly define: Tree | undefined;
      readonly content: T;
      readonly otherwise: T;
    };
type Loop<T> = {
  readonly kind: "loop";
  readonly over: Operands;
  readonly define: Tree | undefined;
  readonly body: T;
};
type Member =
  | { readonly kind: "member"; readonly name: string | Tree; readonly value: Part }
  | { readonly kind: "pairs"; readonly value: Operands }
  | { readonly kind: "members"; readonly block: Block<readonly Member[]> | Loop<readonly Member[]> };
type Item =
  | { readonly kind: "item"; readonly value: Part }
  | { readonly kind: "items"; readonly block: Block<readonly Item[]> | Loop<readonly Item[]> };

export function templates(
  any: fc.Arbitrary<Tree>,
  nodes: fc.Arbitrary<Tree>,
  names: readonly string[],
): fc.Arbitrary<Part> {
  const operands = (list: fc.Arbitrary<Tree>): fc.Arbitrary<Operands> =>
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(list) },
      { weight: 1, arbitrary: fc.tuple(nodes, list) },
      { weight: 1, arbitrary: fc.tuple(nodes, nodes, list) },
    );
  const define = fc.option(any, { nil: undefined, freq: 3 });
  const options = { maxDepth: 3, depthIdentifier: fc.createDepthIdentifier() };
  const block = <T>(content: fc.Arbitrary<T>): fc.Arbitrary<Block<T>> =>
    fc.oneof(
      fc.record({ kind: fc.constant("if" as const), test: operands(any), content, otherwise: content }),
      fc.record({
        kind: fc.constant("with" as const),
        context: operands(nodes),
        define,
        content,
        otherwise: content,
      }),
    );
  const loop = <T>(body: fc.Arbitrary<T>): fc.Arbitrary<Loop<T>> =>
    fc.record({ kind: fc.constant("loop" as const), over: operands(nodes), define, body });
  return fc.letrec<{
    part: Part;
    member: Member;
    item: Item;
    members: readonly Member[];
    items: readonly Item[];
  }>((tie) => {
    const put: fc.Arbitrary<Part> = operands(any).map((value) => ({ kind: "put", value }));
    return {
      part: fc.oneof(
        options,
        put,
        put,
        fc.constant<Part>({ kind: "dot" }),
        fc
          .constantFrom<JsonValue>(null, true, 1.5, "text", "")
          .map((value): Part => ({ kind: "constant", value })),
        tie("members").map((members): Part => ({ kind: "object", members })),
        tie("items").map((items): Part => ({ kind: "array", items })),
        block(tie("part")),
      ),
      members: fc.array(tie("member"), { maxLength: 3 }),
      items: fc.array(tie("item"), { maxLength: 2 }),
      member: fc.oneof(
        options,
        fc.record({
          kind: fc.constant("member" as const),
          name: fc.oneof(
            fc.constantFrom(...names),
            any.map((one): Tree => ({ kind: "call", name: "string", arguments: [one] })),
          ),
          value: tie("part"),
        }),
        operands(nodes).map((value): Member => ({ kind: "pairs", value })),
        block(tie("members")).map((one): Member => ({ kind: "members", block: one })),
        loop(tie("members")).map((one): Member => ({ kind: "members", block: one })),
      ),
      item: fc.oneof(
        options,
        tie("part").map((value): Item => ({ kind: "item", value })),
        block(tie("items")).map((one): Item => ({ kind: "items", block: one })),
        loop(tie("items")).map((one): Item => ({ kind: "items", block: one })),
      ),
    };
  }).part;
}

const renderOperands = (operands: Operands) => operands.map(render).join(" ?? ");

export function templateText(part: Part): string {
  switch (part.kind) {
    case "put":
      return `{{ ${renderOperands(part.value)} }}`;
    case "dot":
      return "{{.}}";
    case "constant":
      return JSON.stringify(part.value);
    case "object":
      return `{ ${membersText(part.members)} }`;
    case "array":
      return `[ ${itemsText(part.items)} ]`;
    default:
      return blockText(part, templateText);
  }
}

/** `{{,}}` says that a comma may be needed. */
const membersText = (members: readonly Member[]): string => members.map(memberText).join(" {{,}} ");
const itemsText = (items: readonly Item[]): string =>
  items
    .map((item) => (item.kind === "item" ? templateText(item.value) : blockText(item.block, itemsText)))
    .join(" {{,}} ");

function memberText(member: Member): string {
  switch (member.kind) {
    case "member": {
      const name =
        typeof member.name === "string" ? JSON.stringify(member.name) : `{{ ${render(member.name)} }}`;
      return `${name}: ${templateText(member.value)}`;
    }
    case "pairs":
      return `{{: ${renderOperands(member.value)} }}`;
    default:
      return blockText(member.block, membersText);
  }
}

function blockText<T>(block: Block<T> | Loop<T>, content: (content: T) => string): string {
  if (block.kind === "if")
    return `{{if ${renderOperands(block.test)}}} ${content(block.content)} {{else}} ${content(block.otherwise)} {{end}}`;
  const definition = block.define === undefined ? "" : `{{$string := ${render(block.define)}}}`;
  if (block.kind === "loop")
    return `{{loop ${renderOperands(block.over)}}} ${definition} ${content(block.body)} {{end}}`;
  return `{{with ${renderOperands(block.context)}}} ${definition} ${content(block.content)} {{else}} ${content(block.otherwise)} {{end}}`;
}

export function meaning(part: Part, focus: Focus): JsonValue {
  switch (part.kind) {
    case "put":
      return toJson(first(part.value, focus));
    case "dot":
      return jsonOf(focus.node);
    case "constant":
      return part.value;
    case "object": {
      // An object without a prototype: JSON knows no name that is special.
      const object: Record<string, JsonValue> = Object.create(null);
      members(part.members, focus, object);
      return object;
    }
    case "array":
      return items(part.items, focus);
    default:
      return choose(part, focus, meaning);
  }
}

function members(list: readonly Member[], focus: Focus, object: Record<string, JsonValue>): void {
  for (const member of list) {
    if (member.kind === "member") {
      const { name } = member;
      object[typeof name === "string" ? name : toText(evaluate(name, focus))] = meaning(member.value, focus);
    } else if (member.kind === "pairs") {
      const found = first(member.value, focus);
      for (const node of Array.isArray(found) ? (found as readonly DomNode[]) : []) {
        if (node.nodeType === ELEMENT || node.nodeType === ATTRIBUTE) object[keyOf(node)] = jsonOf(node);
      }
    } else if (member.block.kind === "loop") {
      for (const [inner, content] of rounds(member.block, focus)) members(content, inner, object);
    } else {
      choose(member.block, focus, (content, inner) => members(content, inner, object));
    }
  }
}

function items(list: readonly Item[], focus: Focus): readonly JsonValue[] {
  return list.flatMap((item): readonly JsonValue[] => {
    if (item.kind === "item") return [meaning(item.value, focus)];
    if (item.block.kind === "loop")
      return rounds(item.block, focus).flatMap(([inner, content]) => items(content, inner));
    return choose(item.block, focus, items);
  });
}

function choose<T, R>(block: Block<T>, focus: Focus, use: (content: T, focus: Focus) => R): R {
  if (block.kind === "if")
    return use(toBoolean(first(block.test, focus)) ? block.content : block.otherwise, focus);
  const context = first(block.context, focus);
  const node = Array.isArray(context) ? (context as readonly DomNode[])[0] : undefined;
  if (node === undefined || isNull(node)) return use(block.otherwise, focus);
  return use(block.content, defined(block.define, { ...focus, node, position: 1, last: 1 }));
}

function rounds<T>({ over, define, body }: Loop<T>, focus: Focus): readonly (readonly [Focus, T])[] {
  const found = first(over, focus);
  const node = Array.isArray(found) ? (found as readonly DomNode[])[0] : undefined;
  // A document is no array, even if its element is one.
  if (node === undefined || !hasType(node, "array")) return [];
  return node.childNodes.map((item, index) => [
    defined(define, { ...focus, node: item, position: index + 1, last: node.childNodes.length }),
    body,
  ]);
}

function defined(define: Tree | undefined, focus: Focus): Focus {
  if (define === undefined) return focus;
  const variables: Record<VariableName, XPathValue> = { ...focus.variables, string: evaluate(define, focus) };
  return { ...focus, variables };
}

/** The first operand that is neither null nor a number that JSON cannot hold, or the last. */
function first(operands: Operands, focus: Focus): XPathValue {
  let value: XPathValue = [];
  for (const operand of operands) {
    value = evaluate(operand, focus);
    if (typeof value === "number" && !Number.isFinite(value)) continue;
    if (!Array.isArray(value)) return value;
    const [node] = value as readonly DomNode[];
    if (node !== undefined && !isNull(node)) return value;
  }
  return value;
}

const hasType = (node: DomNode, type: string) => node.attributes.some(({ nodeName }) => nodeName === type);
const isNull = (node: DomNode): boolean =>
  node.nodeType === DOCUMENT ? node.childNodes.some(isNull) : hasType(node, "null");
const keyOf = (node: DomNode) =>
  node.nodeName === "json-element"
    ? (node.attributes.find(({ nodeName }) => nodeName === "name")?.nodeValue ?? node.nodeName)
    : node.nodeName;

function toJson(value: XPathValue): JsonValue {
  if (Array.isArray(value)) {
    const [node] = value as readonly DomNode[];
    return node === undefined ? null : jsonOf(node);
  }
  const plain = value as string | number | boolean;
  return typeof plain === "number" && !Number.isFinite(plain) ? null : plain;
}
