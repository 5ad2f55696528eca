/** The same over JSON, measured by the tree that Object XML Notation says it is; and values against nodes. */
import fc from "fast-check";
import { expect } from "vitest";
import { JsonDocument, nodesOf } from "../../runtime/data/json/json-node.js";
import type { Node } from "../../runtime/data/model/node.js";
import { NodeSet } from "../../runtime/data/model/node-set.js";
import { type Found, Selection } from "../../runtime/data/model/values.js";
import { json, string } from "../../runtime/data/xpath/convert.js";
import { count } from "../../runtime/language/functions/number-functions.js";
import { compileExpression, untyped, type VariableTypes } from "./compiled.js";
import { allNodes, chooseNode, type DomNode, ELEMENT, place } from "./dom.js";
import { expressions, render, type Tree } from "./expressions.js";
import { jsonDocuments, memberNames, notation } from "./json-documents.js";
import { counterpart, placeOf } from "./nodes.js";
import { evaluate, type Focus, isEmpty, toText } from "./reference.js";
import { settings } from "./settings.js";
import { texts } from "./xml-documents.js";

const words = {
  elements: [...memberNames, "__proto__", "constructor", "*"],
  attributes: ["name", "string", "number", "object", "null", "*"],
  texts,
  isXml: false,
};
const known: VariableTypes = {
  number: "number",
  string: "string",
  boolean: "boolean",
  nodes: "nodes",
  unset: "nodes",
};

function agree(
  tree: Tree,
  node: DomNode,
  item: Found,
  document: Node,
  nodes: readonly DomNode[],
  typed: boolean,
  skipEmpty: boolean,
): void {
  const source = render(tree);
  const variables = { number: 2, string: "a", boolean: true, nodes, unset: [] };
  const focus: Focus = { node, position: 1, last: 1, variables };
  const expected = evaluate(tree, focus);
  if (isEmpty(expected) && skipEmpty) return;
  const compiled = compileExpression(source, typed ? known : untyped);
  const set = nodes.map((one) => counterpart(one, document));
  const $ = { ...variables, nodes: new NodeSet(set, set.length < 2), unset: undefined };
  const message = `${source}\nat ${place(node)} in ${JSON.stringify(document.toJson())}\n${compiled.code}`;
  const natural = compiled.natural(item, $);
  if (Array.isArray(expected)) {
    const places = expected.map(place);
    const placesOf = (found: Found) => nodesOf(found).map(placeOf);
    expect(count(natural), message).toBe(expected.length);
    expect(placesOf(compiled.value(item, $)), message).toEqual(places);
    if (compiled.nodes !== undefined) expect(placesOf(compiled.nodes(item, $)), message).toEqual(places);
    const [first] = expected;
    const value = first === undefined ? null : counterpart(first, document).toJson();
    expect(compiled.json(item, $), message).toEqual(value);
  } else {
    expect(
      Object.is(natural, expected),
      `${message}\n${String(natural)} instead of ${String(expected)}`,
    ).toBe(true);
  }
}

/** Any expression, any document, any context node. */
export function agreeOverJson(runs: number): void {
  const { any } = expressions(words);
  fc.assert(
    fc.property(
      jsonDocuments(),
      any,
      fc.nat(),
      fc.array(fc.nat(), { maxLength: 3 }),
      fc.boolean(),
      (value, tree, at, chosen, typed) => {
        const dom = notation(value);
        const all = allNodes(dom);
        const node = chooseNode(dom, at);
        const nodes = all.filter((_, index) => chosen.some((each) => each % all.length === index));
        const document = new JsonDocument(value);
        agree(tree, node, counterpart(node, document), document, nodes, typed, at % 4 > 0);
      },
    ),
    settings(runs),
  );
}

/** A context item that is plain JSON, as loops give it to expressions that do not climb. */
export function agreeOverItems(runs: number): void {
  const { any } = expressions(words, 2);
  fc.assert(
    fc.property(jsonDocuments(), any, fc.nat(), (value, tree, at) => {
      const compiled = compileExpression(render(tree), untyped);
      fc.pre(!compiled.climbs);
      const dom = notation(value);
      const elements = allNodes(dom).filter(({ nodeType }) => nodeType === ELEMENT);
      const node = elements[at % elements.length] ?? dom;
      const document = new JsonDocument(value);
      const item = counterpart(node, document).toJson();
      const variables = { number: 2, string: "a", boolean: true, nodes: [], unset: [] };
      const expected = evaluate(tree, { node, position: 1, last: 1, variables });
      if (isEmpty(expected) && at % 4 > 0) return;
      const $ = { ...variables, nodes: undefined, unset: undefined };
      const natural = compiled.natural(item, $);
      const message = `${render(tree)}\nwith ${JSON.stringify(item)}\n${compiled.code}`;
      if (!Array.isArray(expected)) {
        expect(
          Object.is(natural, expected),
          `${message}\n${String(natural)} instead of ${String(expected)}`,
        ).toBe(true);
        return;
      }
      const values = expected.map((one) => counterpart(one, document).toJson());
      for (const found of [natural, compiled.value(item, $)]) {
        expect(itemsOf(found).map(json), message).toEqual(values);
        expect(count(found), message).toBe(values.length);
        expect(string(found), message).toBe(toText(expected));
      }
      // Where `.` itself is wanted as a node, the expression around it climbs.
      if (compiled.nodes !== undefined && compiled.code !== "item")
        expect(itemsOf(compiled.nodes(item, $)).map(json), message).toEqual(values);
      expect(compiled.json(item, $), message).toEqual(values[0] ?? null);
    }),
    settings(runs),
  );
}

const itemsOf = (found: Found): readonly Found[] =>
  found instanceof Selection ? found.toItems() : found === undefined ? [] : [found];
