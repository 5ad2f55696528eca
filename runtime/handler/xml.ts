import type { Node } from "../data/model/node.js";
import { type Found, isArray, Selection } from "../data/model/values.js";
import { parseXml } from "../data/xml/parse-xml.js";
import { number as numberOf, string as stringOf } from "../data/xpath/convert.js";
import {
  attribute as attributeStep,
  child as childStep,
  descendant as descendantStep,
} from "../data/xpath/make-step.js";
import { select as selectNodes } from "../data/xpath/node-path.js";
import type { Step as AnyStep } from "../data/xpath/step.js";
import { nodeSet, noNodes } from "./node-list.js";

/** A node of XML or HTML (XPath 1.0 §5). */
export interface XmlNode {
  /** As it is written, with its prefix; empty for documents, texts and comments. */
  readonly name: string;
  readonly localName: string;
  readonly namespaceUri: string;
}

/** A step of a path that is more than the name of a child. */
interface Step {
  readonly test: string;
}

/** Keeps a node where it is true, or a node that is at this position, from 1. */
type Condition = ((node: XmlNode) => boolean) | number;

/**
 * The document node of XML.
 * @throws Error if the text is no XML
 */
export function xml(text: string): XmlNode {
  return parseXml(text);
}

/** The nodes that a path leads to (XPath 1.0 §2), in document order: `select(page, "head", attribute("id"))` is `head/@id`. */
export function select(
  from: XmlNode | readonly XmlNode[] | undefined,
  ...steps: readonly (string | Step)[]
): readonly XmlNode[] {
  const base = isArray(from) ? nodeSet(from as unknown as readonly Node[]) : from;
  const nodes = selectNodes(base as Found, ...(steps as readonly (string | AnyStep)[])).nodes();
  return nodes.length === 0 ? noNodes() : nodes;
}

/** The step `name[…]`. `*` is any element. */
export function child(name: string, ...conditions: readonly Condition[]): Step {
  return childStep(name, ...(conditions as never[]));
}

/** The step `descendant::name[…]`. */
export function descendant(name: string, ...conditions: readonly Condition[]): Step {
  return descendantStep(name, ...(conditions as never[]));
}

/** The step `@name`. */
export function attribute(name: string): Step {
  return attributeStep(name);
}

/** The text in a node, or in the first of several (XPath 1.0 §4.2); empty for none. */
export function string(value: unknown): string {
  return stringOf(firstOf(value));
}

/** The same as a number (XPath 1.0 §4.4); `NaN` if it is none. */
export function number(value: unknown): number {
  return numberOf(firstOf(value));
}

/** Lists of nodes are plain arrays here, and those of JSON are values of their own. */
function firstOf(value: unknown): Found {
  if (!isArray(value)) return value as Found;
  const [first] = value as readonly unknown[];
  return first === undefined || first instanceof Selection ? first : (value as Found);
}
