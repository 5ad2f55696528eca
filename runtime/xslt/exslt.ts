import { counted } from "../base/counted.js";
import { partsBetween } from "../base/find-text.js";
import { checkLength, made, spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { emptySet, NodeSet } from "../data/model/node-set.js";
import { number } from "../data/xpath/convert.js";
import { ResultTree } from "./result-tree.js";

/** EXSLT math:max(): NaN if there is no node, or if one is no number. */
export function max(nodes: NodeSet): number {
  return extreme(nodes, (value, best) => value > best);
}

/** EXSLT math:min() */
export function min(nodes: NodeSet): number {
  return extreme(nodes, (value, best) => value < best);
}

/** EXSLT math:highest(): the nodes that have the value of math:max(). */
export function highest(nodes: NodeSet): NodeSet {
  return withValue(nodes, max(nodes));
}

/** EXSLT math:lowest() */
export function lowest(nodes: NodeSet): NodeSet {
  return withValue(nodes, min(nodes));
}

function extreme(nodes: NodeSet, isBetter: (value: number, best: number) => boolean): number {
  const [first = Number.NaN, ...rest] = valuesOf(nodes);
  let best = first;
  for (const value of rest) {
    if (Number.isNaN(value)) return value;
    if (isBetter(value, best)) best = value;
  }
  return best;
}

function withValue(nodes: NodeSet, wanted: number): NodeSet {
  const values = valuesOf(nodes);
  const found = nodes.nodes().filter((_, index) => values[index] === wanted);
  return new NodeSet(found, nodes.disjoint);
}

function valuesOf(nodes: NodeSet): readonly number[] {
  spend(nodes.size);
  return nodes.nodes().map(number);
}

/** EXSLT set:difference(): the nodes of the first set that are not in the second one. */
export function difference(nodes: NodeSet, others: NodeSet): NodeSet {
  const known = setOf(others);
  return part(nodes, (node) => !known.has(node));
}

/** EXSLT set:intersection(): the nodes that are in both sets. */
export function intersection(nodes: NodeSet, others: NodeSet): NodeSet {
  const known = setOf(others);
  return part(nodes, (node) => known.has(node));
}

/** EXSLT set:distinct(): of the nodes with the same text, the first one. */
export function distinct(nodes: NodeSet): NodeSet {
  const known = new Set<string>();
  return part(nodes, (node) => {
    const text = node.toText();
    const isFirst = !known.has(text);
    spend(text.length / 64);
    known.add(text);
    return isFirst;
  });
}

/** EXSLT set:has-same-node(): whether some node is in both sets. */
export function hasSameNode(nodes: NodeSet, others: NodeSet): boolean {
  return intersection(nodes, others).size > 0;
}

/** EXSLT set:leading(): the nodes of the first set before the first one of the second, which must be in it. */
export function leading(nodes: NodeSet, others: NodeSet): NodeSet {
  return beside(nodes, others, (all, place) => all.slice(0, place));
}

/** EXSLT set:trailing(): the nodes of the first set behind the first one of the second, which must be in it. */
export function trailing(nodes: NodeSet, others: NodeSet): NodeSet {
  return beside(nodes, others, (all, place) => all.slice(place + 1));
}

function beside(
  nodes: NodeSet,
  others: NodeSet,
  take: (all: readonly Node[], place: number) => readonly Node[],
): NodeSet {
  const [first] = others.nodes();
  if (first === undefined) return nodes;
  spend(nodes.size);
  const all = nodes.nodes();
  const place = all.indexOf(first);
  return place < 0 ? emptySet : new NodeSet(take(all, place), nodes.disjoint);
}

function part(nodes: NodeSet, isIn: (node: Node) => boolean): NodeSet {
  spend(nodes.size);
  return new NodeSet(nodes.nodes().filter(isIn), nodes.disjoint);
}

function setOf(nodes: NodeSet): ReadonlySet<Node> {
  spend(nodes.size);
  return new Set(nodes.nodes());
}

/** EXSLT str:concat(): the texts of the nodes, one behind the other. */
export function concatNodes(nodes: NodeSet): string {
  spend(nodes.size);
  return made(
    nodes
      .nodes()
      .map((node) => node.toText())
      .join(""),
  );
}

/** EXSLT str:padding(): a text of that length, made of the characters again and again. */
export const padding = counted({ units: 1 }, (length: number, characters = " "): string => {
  const wanted = length >= 1 && characters !== "" ? Math.floor(length) : 0;
  // Characters outside of the first plane are two units.
  checkLength(wanted * 2);
  const pattern = [...characters];
  const whole = characters.repeat(Math.floor(wanted / pattern.length) || 0);
  return whole + pattern.slice(0, wanted % pattern.length || 0).join("");
});

/** EXSLT str:align(): the text over the beginning, the end or the middle of another one, whose length it gets. */
export const align = counted({ units: 1 }, (text: string, over: string, how = "left"): string => {
  const own = [...text];
  const under = [...over];
  const rest = under.length - own.length;
  if (rest <= 0) return own.slice(0, under.length).join("");
  const start = how === "right" ? rest : how === "center" ? Math.floor(rest / 2) : 0;
  return under.slice(0, start).join("") + text + under.slice(start + own.length).join("");
});

/** EXSLT str:tokenize(): elements `token` with what stands between the characters; without characters, with each one. */
export const tokenize = counted({ units: 1 }, (text: string, characters = "\t\r\n "): NodeSet => {
  if (characters === "") return elements([...text]);
  const between = new Set(characters);
  const tokens: string[] = [];
  let start = 0;
  let end = 0;
  for (const character of text) {
    if (between.has(character)) {
      tokens.push(text.slice(start, end));
      start = end + character.length;
    }
    end += character.length;
  }
  return elements([...tokens, text.slice(start)]);
});

/** EXSLT str:split(): elements `token` with what stands between the separators; without one, with each character. */
export const splitText = counted({ units: 8 }, (text: string, separator = " "): NodeSet => {
  return elements(separator === "" ? [...text] : partsBetween(text, separator));
});

/** EXSLT str:replace() of one text by another one. */
export const replaceText = counted(
  { units: 64 },
  (text: string, search: string, replacement: string): string => {
    const parts = partsBetween(text, search);
    checkLength(text.length + (parts.length - 1) * replacement.length);
    return parts.join(replacement);
  },
);

/** Empty texts make no element. */
function elements(texts: readonly string[]): NodeSet {
  const tree = new ResultTree();
  for (const text of texts) {
    if (text === "") continue;
    tree.open("token", "", []);
    tree.text(text);
    tree.close();
  }
  return new NodeSet(tree.finish().children, true);
}
