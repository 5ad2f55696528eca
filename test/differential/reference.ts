/**
 * XPath 1.0 sentence by sentence, with no regard to cost: what the compiled expressions are measured by. libxml2 and Saxon
 * watch over this reading of the recommendation in turn.
 */
import type { Axis } from "../../compiler/syntax/xpath.js";
import {
  ATTRIBUTE,
  allNodes,
  ancestorsOf,
  COMMENT,
  DOCUMENT,
  type DomNode,
  ELEMENT,
  INSTRUCTION,
  NAMESPACE,
  TEXT,
  xmlNamespace,
} from "./dom.js";
import type { Operator, Test, TestStep, Tree, VariableName } from "./expressions.js";

export type XPathValue = string | number | boolean | readonly DomNode[];

export interface Focus {
  readonly node: DomNode;
  readonly position: number;
  readonly last: number;
  readonly variables: Readonly<Record<VariableName, XPathValue>>;
}

export function evaluate(tree: Tree, focus: Focus): XPathValue {
  switch (tree.kind) {
    case "number":
      return Number(tree.text);
    case "literal":
      return tree.value;
    case "variable":
      return focus.variables[tree.name];
    case "negate":
      return -toNumber(evaluate(tree.operand, focus));
    case "binary":
      return operate(tree.operator, tree.left, tree.right, focus);
    case "call":
      return callFunction(tree.name, tree.arguments, focus);
    case "filter":
      // §3.3: the predicates filter with respect to the child axis, and so in document order.
      return tree.predicates.reduce(
        (nodes: readonly DomNode[], one) => keep(nodes, one, focus),
        nodesOf(tree.primary, focus),
      );
    case "path": {
      const { start } = tree;
      const from =
        start === "context"
          ? [focus.node]
          : start === "root"
            ? [documentRoot(focus.node)]
            : nodesOf(start, focus);
      return tree.steps.reduce(
        (nodes: readonly DomNode[], step) => inOrder(nodes.flatMap((node) => take(node, step, focus))),
        from,
      );
    }
    default:
      return tree satisfies never;
  }
}

function nodesOf(tree: Tree, focus: Focus): readonly DomNode[] {
  const value = evaluate(tree, focus);
  if (!isNodes(value)) throw new Error("No node-set.");
  return value;
}

/** A path that finds nothing says little about those that do. */
export const isEmpty = (value: XPathValue): boolean => isNodes(value) && value.length === 0;

const isNodes = (value: XPathValue): value is readonly DomNode[] => typeof value === "object";

function documentRoot(node: DomNode): DomNode {
  return node.owner === null ? node : documentRoot(node.owner);
}

function inOrder(nodes: readonly DomNode[]): readonly DomNode[] {
  const wanted = new Set(nodes);
  const [first] = wanted;
  if (first === undefined) return [];
  return allNodes(documentRoot(first)).filter((node) => wanted.has(node));
}

/** §2.1: the nodes of an axis in its direction, those that pass the test, filtered by each predicate in turn. */
function take(node: DomNode, { axis, test, predicates }: TestStep, focus: Focus): readonly DomNode[] {
  const reached = along(node, axis).filter((one) => matches(one, test, axis));
  return predicates.reduce((nodes: readonly DomNode[], one) => keep(nodes, one, focus), reached);
}

function keep(nodes: readonly DomNode[], predicate: Tree, { variables }: Focus): readonly DomNode[] {
  return nodes.filter((node, index) => {
    const value = evaluate(predicate, { node, position: index + 1, last: nodes.length, variables });
    return typeof value === "number" ? value === index + 1 : toBoolean(value);
  });
}

/** §2.2 */
function along(node: DomNode, axis: Axis): readonly DomNode[] {
  const isChild = node.nodeType !== ATTRIBUTE && node.nodeType !== NAMESPACE;
  const ancestors = ancestorsOf(node);
  switch (axis) {
    case "self":
      return [node];
    case "child":
      return node.childNodes;
    case "attribute":
      return node.attributes;
    case "namespace":
      return node.namespaces;
    case "parent":
      return ancestors.slice(0, 1);
    case "ancestor":
      return ancestors;
    case "ancestor-or-self":
      return [node, ...ancestors];
    case "descendant":
      return node.childNodes.flatMap(tree);
    case "descendant-or-self":
      return tree(node);
    case "following-sibling":
    case "preceding-sibling": {
      if (!isChild || node.parentNode === null) return [];
      const siblings = node.parentNode.childNodes;
      const at = siblings.indexOf(node);
      return axis === "following-sibling" ? siblings.slice(at + 1) : siblings.slice(0, at).reverse();
    }
    case "following":
    case "preceding": {
      const all = allNodes(documentRoot(node));
      const at = all.indexOf(node);
      const within = new Set([...ancestors, ...tree(node)]);
      const beside = (axis === "following" ? all.slice(at + 1) : all.slice(0, at).reverse()).filter(
        (one) => !within.has(one),
      );
      return beside.filter(({ nodeType }) => nodeType !== ATTRIBUTE && nodeType !== NAMESPACE);
    }
    default:
      return axis satisfies never;
  }
}

const tree = (node: DomNode): readonly DomNode[] => [node, ...node.childNodes.flatMap(tree)];

/** §2.3. A prefix stands for the namespace that the documents bind it to. */
function matches(node: DomNode, test: Test, axis: Axis): boolean {
  switch (test.kind) {
    case "type":
      if (test.type === "node") return true;
      return node.nodeType === (test.type === "text" ? TEXT : COMMENT);
    case "instruction":
      return node.nodeType === INSTRUCTION && (test.target === undefined || node.nodeName === test.target);
    default: {
      const principal = axis === "attribute" ? ATTRIBUTE : axis === "namespace" ? NAMESPACE : ELEMENT;
      if (node.nodeType !== principal) return false;
      if (test.name === "*") return true;
      const colon = test.name.indexOf(":");
      const uri = colon < 0 ? null : test.name.startsWith("xml:") ? xmlNamespace : "urn:p";
      const local = test.name.slice(colon + 1);
      return node.namespaceURI === uri && (local === "*" || localPart(node) === local);
    }
  }
}

const localPart = ({ nodeName }: DomNode) => nodeName.slice(nodeName.indexOf(":") + 1);

/** §5: the string-value. */
export function stringValue(node: DomNode): string {
  if (node.nodeType !== ELEMENT && node.nodeType !== DOCUMENT) return node.nodeValue ?? "";
  return tree(node)
    .filter(({ nodeType }) => nodeType === TEXT)
    .map(({ nodeValue }) => nodeValue)
    .join("");
}

export function toText(value: XPathValue): string {
  if (isNodes(value)) return value[0] === undefined ? "" : stringValue(value[0]);
  return typeof value === "number" ? numberText(value) : String(value);
}

/** §4.2: decimal form without exponent, and as many digits as are needed to tell the number from all others. */
export function numberText(value: number): string {
  if (!Number.isFinite(value) || value === 0) return value === 0 ? "0" : String(value);
  const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const point = Number(exponent) + 1;
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, "0") : "0";
  const fraction = point > 0 ? digits.slice(point) : `${"0".repeat(-point)}${digits}`;
  return `${value < 0 ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** §4.4 */
export function toNumber(value: XPathValue): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  const text = toText(value).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  return /^-?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(text) ? Number(text) : Number.NaN;
}

/** §4.3 */
export function toBoolean(value: XPathValue): boolean {
  if (isNodes(value)) return value.length > 0;
  if (typeof value === "number") return !(value === 0 || Number.isNaN(value));
  return typeof value === "string" ? value.length > 0 : value;
}

function operate(operator: Operator, left: Tree, right: Tree, focus: Focus): XPathValue {
  switch (operator) {
    case "or":
      return toBoolean(evaluate(left, focus)) || toBoolean(evaluate(right, focus));
    case "and":
      return toBoolean(evaluate(left, focus)) && toBoolean(evaluate(right, focus));
    case "|":
      return inOrder([...nodesOf(left, focus), ...nodesOf(right, focus)]);
    case "+":
    case "-":
    case "*":
    case "div":
    case "mod":
      return calculate(operator, toNumber(evaluate(left, focus)), toNumber(evaluate(right, focus)));
    default:
      return compare(operator, evaluate(left, focus), evaluate(right, focus));
  }
}

function calculate(operator: "+" | "-" | "*" | "div" | "mod", left: number, right: number): number {
  switch (operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "div":
      return left / right;
    default:
      return left % right;
  }
}

type Comparison = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** §3.4, in the order of its sentences. */
function compare(operator: Comparison, left: XPathValue, right: XPathValue): boolean {
  if (isNodes(left)) {
    if (isNodes(right)) return left.some((one) => compare(operator, stringValue(one), right));
    if (typeof right === "boolean") return comparePlain(operator, toBoolean(left), right);
    return left.some((one) => comparePlain(operator, likeOther(one, right), right));
  }
  if (isNodes(right)) {
    if (typeof left === "boolean") return comparePlain(operator, left, toBoolean(right));
    return right.some((one) => comparePlain(operator, left, likeOther(one, left)));
  }
  return comparePlain(operator, left, right);
}

const likeOther = (node: DomNode, other: string | number | boolean): string | number =>
  typeof other === "number" ? toNumber(stringValue(node)) : stringValue(node);

function comparePlain(
  operator: Comparison,
  left: string | number | boolean,
  right: string | number | boolean,
): boolean {
  if (operator === "=" || operator === "!=") {
    const types = [typeof left, typeof right];
    const convert: (value: string | number | boolean) => XPathValue = types.includes("boolean")
      ? toBoolean
      : types.includes("number")
        ? toNumber
        : toText;
    return (convert(left) === convert(right)) === (operator === "=");
  }
  const [first, second] = [toNumber(left), toNumber(right)];
  if (operator === "<") return first < second;
  if (operator === "<=") return first <= second;
  return operator === ">" ? first > second : first >= second;
}

/** §4 */
function callFunction(name: string, args: readonly Tree[], focus: Focus): XPathValue {
  const value = (index: number): XPathValue => {
    const tree = args[index];
    return tree === undefined ? [focus.node] : evaluate(tree, focus);
  };
  const text = (index: number) => toText(value(index));
  const number = (index: number) => toNumber(value(index));
  const nodes = (index: number): readonly DomNode[] => {
    const found = value(index);
    if (!isNodes(found)) throw new Error("No node-set.");
    return found;
  };
  const characters = (index: number) => [...text(index)];
  switch (name) {
    case "last":
      return focus.last;
    case "position":
      return focus.position;
    case "count":
      return nodes(0).length;
    case "id": {
      const found = value(0);
      const wanted = (isNodes(found) ? found.map(stringValue) : [toText(found)])
        .flatMap((one) => one.split(/[ \t\r\n]+/))
        .filter((one) => one !== "");
      const elements = tree(documentRoot(focus.node));
      return inOrder(
        wanted.flatMap((one) => elements.filter((element) => idOf(element) === one).slice(0, 1)),
      );
    }
    case "name":
    case "local-name":
    case "namespace-uri": {
      const [first] = nodes(0);
      if (first === undefined || [DOCUMENT, TEXT, COMMENT].includes(first.nodeType)) return "";
      if (name === "namespace-uri") return first.namespaceURI ?? "";
      return name === "name" ? first.nodeName : localPart(first);
    }
    case "string":
      return text(0);
    case "concat":
      return args.map((_, index) => text(index)).join("");
    case "starts-with":
      return text(0).startsWith(text(1));
    case "contains":
      return text(0).includes(text(1));
    case "substring-before":
      return text(0).includes(text(1)) ? text(0).slice(0, text(0).indexOf(text(1))) : "";
    case "substring-after":
      return text(0).includes(text(1)) ? text(0).slice(text(0).indexOf(text(1)) + text(1).length) : "";
    case "substring": {
      const from = round(number(1));
      const isInside = (position: number) =>
        position >= from && (args.length < 3 || position < from + round(number(2)));
      return characters(0)
        .filter((_, index) => isInside(index + 1))
        .join("");
    }
    case "string-length":
      return characters(0).length;
    case "normalize-space":
      return text(0)
        .replace(/[ \t\r\n]+/g, " ")
        .replace(/^ | $/g, "");
    case "translate": {
      const [from, to] = [characters(1), characters(2)];
      return characters(0)
        .map((one) => (from.includes(one) ? (to[from.indexOf(one)] ?? "") : one))
        .join("");
    }
    case "boolean":
      return toBoolean(value(0));
    case "not":
      return !toBoolean(value(0));
    case "true":
      return true;
    case "false":
      return false;
    case "lang": {
      const declared = [focus.node, ...ancestorsOf(focus.node)]
        .map((node) => node.getAttributeNS(xmlNamespace, "lang"))
        .find((one) => one !== null)
        ?.toLowerCase();
      const wanted = text(0).toLowerCase();
      return declared !== undefined && (declared === wanted || declared.startsWith(`${wanted}-`));
    }
    case "number":
      return number(0);
    case "sum":
      return nodes(0).reduce((total, node) => total + toNumber(stringValue(node)), 0);
    case "floor":
      return Math.floor(number(0));
    case "ceiling":
      return Math.ceil(number(0));
    case "round":
      return round(number(0));
    default:
      throw new Error(`No function ${name}.`);
  }
}

/** §4.4: of two integers as near, the one closest to positive infinity; zero keeps the sign of what was below it. */
const round = (value: number): number => {
  if (!Number.isFinite(value)) return value;
  if (value < 0 && value >= -0.5) return -0;
  const below = Math.floor(value);
  return value - below >= 0.5 ? below + 1 : below;
};

const idOf = (element: DomNode): string | undefined =>
  element.getAttributeNS(xmlNamespace, "id")?.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
