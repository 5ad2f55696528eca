import { spend } from "../base/work.js";
import type { Node } from "../data/model/node.js";
import { parseNumber } from "../data/model/string-value.js";

/** An `xsl:sort`. Attributes with values that mean nothing are ignored. */
export interface SortKey {
  readonly key: (node: Node, position: number, last: number) => string;
  readonly order?: string;
  readonly dataType?: string;
  /** Only counts together with a language. */
  readonly caseOrder?: string;
  readonly lang?: string;
}

/** The cost of a comparison: by code points, and by the rules of a language. */
const stepsPerComparison = 1;
const stepsPerCollation = 8;

/**
 * XSLT 1.0 §10. Texts are in the order of their code points, as in libxslt; or in that of a language, if one is given.
 * Nodes with equal keys stay in their order.
 */
export function sorted(nodes: readonly Node[], keys: readonly SortKey[]): readonly Node[] {
  if (nodes.length < 2) return nodes;
  const comparisons = keys.map((key) => comparison(nodes, key));
  const places = nodes.map((_, index) => index);
  places.sort((left, right) => {
    for (const compare of comparisons) {
      const difference = compare(left, right);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return places.map((place) => nodes[place] as Node);
}

/** Compares nodes by their places. Keys that no comparison asks for are never computed. */
type Comparison = (left: number, right: number) => number;

function comparison(nodes: readonly Node[], key: SortKey): Comparison {
  const compare = key.dataType === "number" ? byNumber(nodes, key) : byText(nodes, key);
  return key.order === "descending" ? (left, right) => compare(right, left) : compare;
}

/** Values that are no numbers come first. */
function byNumber(nodes: readonly Node[], key: SortKey): Comparison {
  let values: Float64Array | undefined;
  return (left, right) => {
    values ??= Float64Array.from(textsOf(nodes, key), parseNumber);
    spend(stepsPerComparison);
    const [one = 0, other = 0] = [values[left], values[right]];
    if (Number.isNaN(one)) return Number.isNaN(other) ? 0 : -1;
    if (Number.isNaN(other)) return 1;
    return one < other ? -1 : one > other ? 1 : 0;
  };
}

function byText(nodes: readonly Node[], key: SortKey): Comparison {
  let texts: readonly string[] | undefined;
  const collator = collatorOf(key);
  const steps = collator === undefined ? stepsPerComparison : stepsPerCollation;
  const compare = collator?.compare ?? compareCodePoints;
  return (left, right) => {
    texts ??= textsOf(nodes, key);
    spend(steps);
    return compare(texts[left] as string, texts[right] as string);
  };
}

function textsOf(nodes: readonly Node[], { key }: SortKey): readonly string[] {
  return nodes.map((node, index) => key(node, index + 1, nodes.length));
}

/** `undefined` if no language is given, or one that the platform does not know. */
function collatorOf({ lang = "", caseOrder }: SortKey): Intl.Collator | undefined {
  try {
    if (Intl.Collator.supportedLocalesOf(lang).length === 0) return undefined;
    return new Intl.Collator(lang, { caseFirst: caseFirsts.get(caseOrder ?? "") ?? "false" });
  } catch {
    return undefined; // no tag of a language
  }
}

const caseFirsts: ReadonlyMap<string, "upper" | "lower"> = new Map([
  ["upper-first", "upper"],
  ["lower-first", "lower"],
]);

/** The order of UTF-8, in which characters beyond the BMP come last. In JavaScript's, surrogates come before U+E000. */
function compareCodePoints(left: string, right: string): number {
  if (left === right) return 0;
  const length = Math.min(left.length, right.length);
  let index = 0;
  while (index < length && left.charCodeAt(index) === right.charCodeAt(index)) index++;
  spend(index / 16);
  if (index === length) return left.length - right.length;
  const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)];
  const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000;
  if (isSurrogate(one) === isSurrogate(other)) return one - other;
  return isSurrogate(one) ? 1 : -1;
}
