import { describe, expect, test } from "vitest";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import type { Node } from "../../runtime/data/model/node.js";
import type { JsonValue } from "../../runtime/data/model/values.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { replaceElement } from "../../runtime/data/xml/replace-element.js";
import { XmlElement } from "../../runtime/data/xml/xml-node.js";
import { reverseAxes } from "../../runtime/data/xpath/axes.js";
import { select } from "../../runtime/data/xpath/node-path.js";
import { applyPredicates, type Predicate } from "../../runtime/data/xpath/predicate.js";
import { type Axis, matcher, type Step } from "../../runtime/data/xpath/step.js";

/** The same numbers each time. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function markup(next: (below: number) => number, depth: number): string {
  const name = "ab"[next(2)];
  const count = depth === 0 ? 0 : next(depth === 3 ? 30 : 3);
  const parts = Array.from({ length: count }, () =>
    next(4) === 0 ? `t${next(9)}<!--c-->` : markup(next, depth - 1),
  );
  return `<${name} x="${next(3)}">${parts.join("")}</${name}>`;
}

function json(next: (below: number) => number, depth: number): JsonValue {
  if (depth === 0) return [1, "t", "", null, true][next(5)] as JsonValue;
  if (next(3) === 0) return Array.from({ length: next(depth === 3 ? 24 : 3) }, () => json(next, depth - 1));
  return { a: json(next, depth - 1), b: json(next, depth - 1), c: next(9) };
}

const axes: readonly Axis[] = [
  "child",
  "descendant",
  "descendantOrSelf",
  "following",
  "followingSibling",
  "preceding",
  "precedingSibling",
];
const tests = ["a", "*", "node()", "text()", "value"];
const predicates: readonly (readonly Predicate[])[] = [
  [],
  [1],
  [3],
  [-1],
  [-2, 1],
  [(_, position) => position % 2 === 0],
  [(_, position, last) => position === last - 1, 1],
];

const trees = Array.from({ length: 6 }, (_, seed): [string, () => Node] =>
  seed % 2 === 0
    ? [`XML ${seed}`, () => parseXml(`<r>${markup(random(seed), 3)}${markup(random(seed + 99), 3)}</r>`)]
    : [`JSON ${seed}`, () => new JsonDocument({ a: json(random(seed), 3), r: json(random(seed + 99), 3) })],
);

const everyNode = (root: Node): readonly Node[] =>
  select(root, ...[{ axis: "descendantOrSelf", test: "node()", predicates: [] } as const])
    .nodes()
    .flatMap((node) => [node, ...node.attributes]);

/** XPath 1.0 §2.2, by definition and without a walk. */
function byDefinition(
  node: Node,
  all: readonly Node[],
  { axis, test: nodeTest, predicates: each }: Step,
): Node[] {
  const above = ancestors(node);
  const place = all.indexOf(node);
  const isOn = (other: Node, at: number): boolean => {
    if (other === node) return axis === "descendantOrSelf";
    if (other.type === "attribute") return false;
    const isBrother = node.type !== "attribute" && other.parent === node.parent;
    switch (axis) {
      case "child":
        return other.parent === node;
      case "descendant":
      case "descendantOrSelf":
        return ancestors(other).includes(node);
      case "following":
        return at > place && !ancestors(other).includes(node);
      case "preceding":
        return at < place && !above.includes(other);
      case "followingSibling":
        return at > place && isBrother;
      default:
        return at < place && isBrother;
    }
  };
  const passing = all.filter(isOn).filter(matcher(nodeTest, axis));
  const kept = applyPredicates(reverseAxes.has(axis) ? passing.reverse() : passing, each);
  return kept.toSorted((left, right) => all.indexOf(left) - all.indexOf(right));
}

function ancestors(node: Node): readonly Node[] {
  return node.parent === undefined ? [] : [node.parent, ...ancestors(node.parent)];
}

describe.each(trees)("axes of %s", (_, make) => {
  test.each(axes)("%s reaches the same nodes with an index as by definition", (axis) => {
    const all = everyNode(make());
    const everyStep = tests.flatMap((one) =>
      predicates.map((each): Step => ({ axis, test: one, predicates: each })),
    );
    for (let round = 0; round < 3; round++) {
      for (const node of all) for (const step of everyStep) select(node, step);
    }
    for (let place = 0; place < all.length; place += 7) {
      const node = all[place] as Node;
      for (const step of everyStep) {
        const found = select(node, step);
        const expected = byDefinition(node, all, step);
        expect([found.size, found.firstItem, found.nodes()]).toEqual([
          expected.length,
          expected[0],
          expected,
        ]);
      }
    }
  });
});

test("an index is forgotten when the tree changes", () => {
  const document = parseXml(`<r>${"<a><b/></a>".repeat(600)}<c/></r>`);
  const count = () => select(document, { axis: "descendant", test: "b", predicates: [] }).size;
  const change = () => {
    const top = document.documentElement?.elements.at(-1);
    if (!(top instanceof XmlElement)) throw new Error("no element");
    replaceElement(top, parseXml("<b/>").children);
  };
  for (let round = 0; round < 9; round++) expect(count()).toBe(600);
  change();
  for (let round = 0; round < 9; round++) expect(count()).toBe(601);
});
