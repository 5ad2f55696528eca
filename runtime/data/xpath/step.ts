import type { Node, NodeType } from "../model/node.js";
import type { Found } from "../model/values.js";
import type { Predicate } from "./predicate.js";

export type Axis =
  | "ancestor"
  | "ancestorOrSelf"
  | "attribute"
  | "child"
  | "descendant"
  | "descendantOrSelf"
  | "following"
  | "followingSibling"
  | "namespace"
  | "parent"
  | "preceding"
  | "precedingSibling"
  | "self";

/** A location step of XPath 1.0 §2.1. */
export interface Step {
  readonly axis: Axis;
  /** As in XPath: `name`, `p:name`, `*`, `p:*`, `node()`, `text()`, `comment()`, `processing-instruction('x')`. */
  readonly test: string;
  readonly predicates: readonly Predicate[];
}

/** A step that brings along how a path of more than names is read: apps with nothing but names have no code for it. */
export interface MadeStep extends Step {
  readonly find: (base: Found, steps: readonly PathStep[]) => Found;
}

/** A child step to what has a name that is data. */
export interface NameStep extends MadeStep {
  /** The name of the one member of an object that passes; `null` if none can, `undefined` if that takes nodes. */
  readonly member: string | null | undefined;
}

/** A name is the step `child::name`. */
export type PathStep = string | MadeStep | NameStep;

/** Returns true if only elements can pass the test, on an axis whose principal node type is the element. */
export function wantsElements(test: string): boolean {
  return !test.endsWith(")");
}

/** Returns true if a node test is a name without a prefix or a namespace. */
export function isLocalName(test: string): boolean {
  return !/[:{*(]/.test(test);
}

/**
 * Returns a function that tells if a node passes the test (XPath 1.0 §2.3). A name without a prefix is that
 * of a node in no namespace. Flows declare no namespaces, so a prefix is compared with the prefix that the
 * document uses. Stylesheets do: their names come as `{uri}local`, or `{uri}*`.
 */
export function matcher(test: string, axis: Axis): (node: Node) => boolean {
  if (test === "node()") return () => true;
  if (test.endsWith(")")) return typeMatcher(test);
  const principal: NodeType = axis === "attribute" || axis === "namespace" ? axis : "element";
  if (test === "*") return (node) => node.type === principal;
  if (test.startsWith("{")) return expandedMatcher(test, principal);
  if (test.endsWith(":*")) {
    const prefix = test.slice(0, -1);
    return (node) => node.type === principal && node.name.startsWith(prefix);
  }
  if (test.includes(":")) return (node) => node.type === principal && node.name === test;
  return (node) => node.type === principal && node.namespaceUri === "" && node.name === test;
}

function expandedMatcher(test: string, principal: NodeType): (node: Node) => boolean {
  const end = test.lastIndexOf("}");
  const uri = test.slice(1, end);
  const local = test.slice(end + 1);
  if (local === "*") return (node) => node.type === principal && node.namespaceUri === uri;
  return (node) => node.type === principal && node.namespaceUri === uri && node.localName === local;
}

function typeMatcher(test: string): (node: Node) => boolean {
  const open = test.indexOf("(");
  const type = test.slice(0, open);
  const target = test.slice(open + 2, -2);
  return target === "" ? (node) => node.type === type : (node) => node.type === type && node.name === target;
}
