/**
 * Two libraries watch over the reference that everything else is measured by. Where they are known to leave the
 * recommendation, the expression is left out, and why is said here.
 */
import fc from "fast-check";
import * as fontoxpath from "fontoxpath";
import { describe, expect, test } from "vitest";
import xpath from "xpath";
import type { Axis } from "../../compiler/syntax/xpath.js";
import { ATTRIBUTE, type DomNode, place } from "./dom.js";
import { expressions, mentions, render, type Tree } from "./expressions.js";
import { evaluate } from "./reference.js";
import { call, rewrite } from "./rewrite.js";
import { settings } from "./settings.js";
import { attributeNames, elementNames, texts, xmlSamples } from "./xml-documents.js";

const words = { elements: [...elementNames, "*", "p:*"], attributes: attributeNames, texts, isXml: true };
const variables = { number: 0, string: "", boolean: true, nodes: [], unset: [] };
const prefixes: Readonly<Record<string, string>> = {
  p: "urn:p",
  xml: "http://www.w3.org/XML/1998/namespace",
};

const hasAxis = (tree: Tree, ...axes: readonly Axis[]) =>
  mentions(tree, (one) => "axis" in one && axes.includes(one.axis));
const calls = (tree: Tree, ...names: readonly string[]) =>
  mentions(tree, (one) => "kind" in one && one.kind === "call" && names.includes(one.name));
const hasVariables = (tree: Tree) => mentions(tree, (one) => "kind" in one && one.kind === "variable");

/**
 * §2.3: "A node test * is true for any node of the principal node type", which is the element for every axis but two. So
 * `@x/self::*` is empty; both libraries find the attribute.
 */
const namesAttributeItself = (tree: Tree) =>
  hasAxis(tree, "attribute") &&
  mentions(
    tree,
    (one) =>
      "axis" in one &&
      one.test.kind === "name" &&
      ["self", "ancestor-or-self", "descendant-or-self"].includes(one.axis),
  );

describe("xpath", () => {
  /**
   * - §2.2: `following` of an element takes in its descendants, and goes astray from an attribute; `preceding` takes in
   *   the ancestors.
   * - §5.4: namespaces are looked for among the attributes.
   * - §3.7: "2." is a syntax error. §4.4: "1." is no number, and \s is white space.
   * - §4.1: local-name() of a document is "#document".
   * - §4.2: lengths are in UTF-16 units; substring() with NaN counts from 0; translate() loses its last target.
   */
  const leaves = (tree: Tree): boolean =>
    hasVariables(tree) ||
    mentions(tree, (one) => "kind" in one && one.kind === "number" && one.text.endsWith(".")) ||
    namesAttributeItself(tree) ||
    hasAxis(tree, "following", "preceding", "namespace") ||
    calls(tree, "local-name", "substring", "string-length", "translate", "id", "lang", "namespace-uri");
  /** §4.4: a node-set is converted by Number(), to which "" is 0; its string is not. */
  const spelledOut = (tree: Tree): Tree =>
    rewrite(tree, {
      part: (one) => {
        switch (one.kind) {
          case "negate":
            return { ...one, operand: asNumber(one.operand) };
          case "binary":
            return ["+", "-", "*", "div", "mod"].includes(one.operator)
              ? { ...one, left: asNumber(one.left), right: asNumber(one.right) }
              : one;
          case "call":
            return ["floor", "ceiling", "round", "number"].includes(one.name)
              ? { ...one, arguments: one.arguments.map(asNumber) }
              : one;
          default:
            return one;
        }
      },
    });
  const asNumber = (tree: Tree): Tree => (isNodes(tree) ? call("number", call("string", tree)) : tree);
  const isNodes = (tree: Tree) =>
    tree.kind === "path" || tree.kind === "filter" || (tree.kind === "binary" && tree.operator === "|");
  const odd = new Set([
    "1.",
    "\u00a05",
    "",
    " ",
    "1e3",
    "0x10",
    "+1",
    "Infinity",
    "-0",
    "😀x",
    "\n4\t",
    " 3 ",
  ]);
  const plainTexts = texts.filter((text) => !odd.has(text));

  test("agrees", () => {
    const { any } = expressions({ ...words, texts: plainTexts }, 2);
    const select = xpath.useNamespaces(prefixes);
    let compared = 0;
    fc.assert(
      fc.property(xmlSamples(plainTexts), any, ({ dom, text }, tree) => {
        if (leaves(tree)) return;
        const source = render(spelledOut(tree));
        const expected = evaluate(tree, { node: dom, position: 1, last: 1, variables });
        let found: unknown;
        try {
          found = select(source, dom as unknown as Node);
        } catch (error) {
          // §3.7: a `*` after a comma, and a few more, are beyond it.
          if (String(error).includes("XPath parse error")) return;
          throw error;
        }
        compared++;
        if (Array.isArray(expected)) {
          // The order of the array is that of the evaluation; that of the document is for string() to use.
          const places = (nodes: readonly DomNode[]) => nodes.map(place).sort();
          expect(places(found as DomNode[]), `${source}\n${text}`).toEqual(places(expected));
        } else expect(found, `${source}\n${text}`).toEqual(expected);
      }),
      settings(3000),
    );
    expect(compared).toBeGreaterThan(1000);
  });
});

describe("fontoxpath", () => {
  /** §5.3: the order of an element's attributes is the implementation's choice; fontoxpath's is by name. */
  const dependsOnAttributeOrder = (tree: Tree) =>
    hasAxis(tree, "attribute") && mentions(tree, (one) => "predicates" in one && one.predicates.length > 0);
  const places = (nodes: readonly DomNode[]) => [
    ...nodes.filter(({ nodeType }) => nodeType !== ATTRIBUTE).map(place),
    ...nodes
      .filter(({ nodeType }) => nodeType === ATTRIBUTE)
      .map(place)
      .sort(),
  ];

  test("agrees on paths", () => {
    const { nodes } = expressions(words, 2);
    let compared = 0;
    fc.assert(
      fc.property(xmlSamples(texts), nodes, ({ dom, text }, tree) => {
        if (hasVariables(tree) || namesAttributeItself(tree) || dependsOnAttributeOrder(tree)) return;
        const source = render(tree);
        const expected = evaluate(tree, { node: dom, position: 1, last: 1, variables });
        let found: readonly DomNode[];
        try {
          found = fontoxpath.evaluateXPathToNodes(source, dom as unknown as fontoxpath.Node, null, null, {
            namespaceResolver: (prefix) => prefixes[prefix] ?? (prefix === "" ? "" : null),
          }) as unknown as DomNode[];
        } catch {
          // XPath 3.1 has types, and fails where 1.0 converts.
          return;
        }
        compared++;
        expect(places(found), `${source}\n${text}`).toEqual(places(expected as readonly DomNode[]));
      }),
      settings(3000),
    );
    expect(compared).toBeGreaterThan(500);
  });
});
