import { made, spend } from "../../base/work.js";
import type { Node } from "../model/node.js";
import type { XmlElement } from "./xml-node.js";

/** An attribute, escaped so that a parser reads the value back unchanged. */
export function attribute(name: string, value: string): string {
  return `${name}="${escaped(value).replace(/["\t\n]/g, reference)}"`;
}

/** Character data, escaped so that a parser reads it back unchanged. */
export function escaped(text: string): string {
  return text
    .replace(/[&<>]/g, (character) => entities.get(character) ?? character)
    .replace(/\r/g, reference);
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
]);

/** A character by its number. */
export function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}

/** The cost of a node, beside its attributes. */
const stepsPerNode = 4;

/** How much text with escapes is made in one step. */
const unitsPerStep = 2;

interface Open {
  readonly node: Node;
  readonly depth: number;
  /** True if the node starts on a line of its own. */
  readonly breaks: boolean;
}

/**
 * A node as XML. `isPretty` indents by two spaces per level, but adds nothing to an element with text in it. A document
 * begins with an XML declaration.
 */
export function xmlText(top: Node, isPretty: boolean): string {
  const parts: string[] = [];
  const pending: (Open | string)[] = [];
  if (top.type === "document") {
    parts.push('<?xml version="1.0"?>');
    pushChildren(pending, top, { depth: 0, breaks: true });
  } else pending.push({ node: top, depth: 0, breaks: false });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === "string") {
      parts.push(next);
      continue;
    }
    const { node, depth, breaks } = next;
    spend(stepsPerNode + node.attributes.length);
    if (breaks) parts.push(newLine(depth));
    if (node.type !== "element") {
      parts.push(paid(leaf(node)));
      continue;
    }
    const { children } = node;
    parts.push(paid(startTag(node, node === top, children.length === 0)));
    if (children.length === 0) continue;
    const inner = isPretty && (breaks || depth === 0) && !children.some(({ type }) => type === "text");
    pending.push(`${inner ? newLine(depth) : ""}</${node.name}>`);
    pushChildren(pending, node, { depth: depth + 1, breaks: inner });
  }
  return made(parts.join(""));
}

/** Each part pays by itself, so that a long list of nodes is not written before its text is counted. */
function paid(part: string): string {
  spend(part.length / unitsPerStep);
  return part;
}

function pushChildren(pending: (Open | string)[], parent: Node, place: Omit<Open, "node">): void {
  for (let index = parent.children.length - 1; index >= 0; index--)
    pending.push({ node: parent.children[index] as Node, ...place });
}

/** Deeper levels are not indented further, so that the length of the text stays in proportion to the tree. */
const maxIndent = 40;

function newLine(depth: number) {
  return `\n${"  ".repeat(Math.min(depth, maxIndent))}`;
}

/**
 * Only the topmost element takes over the declarations of elements around it. Its own come first, as they are written. The class
 * itself is not asked for: apps without XML do not have it.
 */
export function startTag(element: Node, isTop: boolean, isEmpty: boolean): string {
  const declared: readonly (readonly [string, string])[] = isTop
    ? [...element.namespaces].reverse().map((one) => [one.name, one.toText()] as const)
    : [...((element as Partial<XmlElement>).declared ?? [])];
  const declarations = declared
    .filter(([prefix]) => prefix !== "xml")
    .map(([prefix, uri]) => attribute(prefix === "" ? "xmlns" : `xmlns:${prefix}`, uri));
  const attributes = element.attributes.map((one) => attribute(one.name, one.toText()));
  return `<${element.name}${[...declarations, ...attributes].map((one) => ` ${one}`).join("")}${isEmpty ? "/" : ""}>`;
}

export function leaf(node: Node): string {
  const text = node.toText();
  switch (node.type) {
    case "text":
      return escaped(text);
    case "attribute":
      return attribute(node.name, text);
    case "namespace":
      return attribute(node.name === "" ? "xmlns" : `xmlns:${node.name}`, text);
    case "comment":
      return `<!--${text}-->`;
    case "processing-instruction":
      return `<?${node.name} ${text}?>`;
    default:
      return "";
  }
}
