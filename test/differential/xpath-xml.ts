/** Compiled expressions over XML against the recommendation, read to the letter: any expression, any document, any context node. */
import fc from "fast-check";
import { expect } from "vitest";
import { nodesOf } from "../../runtime/data/json/json-node.js";
import { NodeSet } from "../../runtime/data/model/node-set.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { count } from "../../runtime/language/functions/number-functions.js";
import { compileExpression, untyped, type VariableTypes } from "./compiled.js";
import { allNodes, chooseNode, place } from "./dom.js";
import { expressions, render } from "./expressions.js";
import { counterpart, placeOf } from "./nodes.js";
import { evaluate, type Focus, isEmpty, toText } from "./reference.js";
import { settings } from "./settings.js";
import { attributeNames, elementNames, texts, xmlSamples } from "./xml-documents.js";

const words = { elements: [...elementNames, "*", "p:*"], attributes: attributeNames, texts, isXml: true };
const { any } = expressions(words);

const known: VariableTypes = {
  number: "number",
  string: "string",
  boolean: "boolean",
  nodes: "nodes",
  unset: "nodes",
};

export function agreeOverXml(runs: number): void {
  fc.assert(
    fc.property(
      xmlSamples(texts),
      any,
      fc.nat(),
      fc.array(fc.nat(), { maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom(...texts),
      fc.constantFrom(0, 1, 2, -1.5, Number.NaN, Number.POSITIVE_INFINITY),
      (sample, tree, at, chosen, typed, string, number) => {
        const all = allNodes(sample.dom);
        const node = chooseNode(sample.dom, at);
        const nodes = all.filter((_, index) => chosen.some((each) => each % all.length === index));
        const variables = { number, string, boolean: at % 2 === 0, nodes, unset: [] };
        const focus: Focus = { node, position: 1, last: 1, variables };
        const source = render(tree);
        const expected = evaluate(tree, focus);
        if (isEmpty(expected) && at % 4 > 0) return;

        const document = parseXml(sample.text);
        const compiled = compileExpression(source, typed ? known : untyped);
        const item = counterpart(node, document);
        const set = nodes.map((one) => counterpart(one, document));
        const $ = { ...variables, nodes: new NodeSet(set, set.length < 2), unset: undefined };
        const message = `${source}\nat ${place(node)} in ${sample.text}\n${compiled.code}`;
        const natural = compiled.natural(item, $);
        if (Array.isArray(expected)) {
          const places = expected.map(place);
          expect(nodesOf(natural).map(placeOf), message).toEqual(places);
          expect(nodesOf(compiled.value(item, $)).map(placeOf), message).toEqual(places);
          if (compiled.nodes !== undefined)
            expect(nodesOf(compiled.nodes(item, $)).map(placeOf), message).toEqual(places);
          expect(count(natural), message).toBe(expected.length);
        } else {
          // Zeros have a sign, which division shows: 1 div round(-0.2) is -Infinity.
          expect(
            Object.is(natural, expected),
            `${message}\n${String(natural)} instead of ${String(expected)}`,
          ).toBe(true);
        }
        const json = compiled.json(item, $);
        expect(typeof json === "number" ? Number.isFinite(json) : json !== undefined, message).toBe(true);
        if (typeof json === "string" && Array.isArray(expected)) expect(json, message).toBe(toText(expected));
      },
    ),
    settings(runs),
  );
}
