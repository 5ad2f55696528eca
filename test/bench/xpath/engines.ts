import { createRequire } from "node:module";
import type * as Fontoxpath from "fontoxpath";
import { type DomNode, toXml } from "../../differential/dom.js";
import { makeTree, type Value } from "./documents.js";
import { type Expression, type Shape, spell } from "./expressions.js";

export const engineNames = ["flowc", "saxon-js", "fontoxpath", "xpath"] as const;
export type EngineName = (typeof engineNames)[number];

/** What makes an expression a function over one document; both are prepared once. */
export type Compile = (expression: Expression, index: number) => () => unknown;

/** A result in a form that all share: the value, or the string-values of the nodes. */
export type Outcome = string | number | boolean | readonly string[];

export interface Engine {
  readonly compile: Compile;
  outcome(result: unknown): Outcome;
}

type MakeEngine = (shape: Shape, value: Value, generated: string) => Promise<Engine>;

const require = createRequire(import.meta.url);

export const engines: Readonly<Record<EngineName, MakeEngine>> = {
  flowc: async (shape, value, generated) => {
    const { flows, jsonDocument, xmlDocument, textsOf } = (
      (await import(generated)) as { default: Generated }
    ).default;
    const document = shape === "json" ? jsonDocument(value) : xmlDocument(xmlText(shape, value));
    return {
      compile: (_, index) => {
        const flow = flows[shape][index] as Flow;
        const $: Variables = { document, result: undefined };
        return () => {
          flow($);
          return $.result;
        };
      },
      outcome: textsOf,
    };
  },

  "saxon-js": async (shape, value) => {
    const saxon = require("saxon-js") as SaxonJs;
    const document = await saxon.getResource({ type: "xml", text: xmlText(shape, value) });
    return {
      compile: (expression) => {
        const text = spell(expression, shape, "");
        // What it compiled beforehand cannot compare strings by a collation: it forgets to set one up.
        if (/starts-with|substring-after/.test(text)) return () => saxon.XPath.evaluate(text, document);
        const evaluate = saxon.XPath.compile(text);
        return () => evaluate(document);
      },
      outcome: (result) => domOutcome(typeof result === "object" ? [result ?? []].flat() : result),
    };
  },

  fontoxpath: async (shape, value) => {
    const fontoxpath = require("fontoxpath") as typeof Fontoxpath;
    const document = makeTree(shape, value) as unknown as Fontoxpath.Node;
    const { NODES, NUMBER, STRING } = fontoxpath.ReturnType;
    const returnTypes = { nodes: NODES, number: NUMBER, string: STRING };
    return {
      compile: (expression) => {
        const text = spell(expression, shape, "");
        const returns = returnTypes[expression.type];
        const made = fontoxpath.compileXPathToJavaScript(text, returns);
        if (!made.isAstAccepted) return () => fontoxpath.evaluateXPath(text, document, null, null, returns);
        const run = new Function(made.code) as Fontoxpath.CompiledXPathFunction;
        return () => fontoxpath.executeJavaScriptCompiledXPath(run, document);
      },
      outcome: domOutcome,
    };
  },

  xpath: async (shape, value) => {
    const xpath = require("xpath") as XPath;
    const node = makeTree(shape, value);
    return {
      compile: (expression) => {
        const parsed = xpath.parse(spell(expression, shape, ""));
        switch (expression.type) {
          case "nodes":
            return () => parsed.evaluateNodeSet({ node }).toUnsortedArray();
          case "number":
            return () => parsed.evaluateNumber({ node });
          case "string":
            return () => parsed.evaluateString({ node });
          default:
            return expression.type satisfies never;
        }
      },
      outcome: domOutcome,
    };
  },
};

/** What `generated.ts` makes of the generated flows. */
interface Generated {
  readonly flows: Readonly<Record<Shape, readonly Flow[]>>;
  jsonDocument(value: Value): unknown;
  xmlDocument(text: string): unknown;
  textsOf(result: unknown): Outcome;
}
interface Variables {
  readonly document: unknown;
  result: unknown;
}
type Flow = ($: Variables) => void;

interface SaxonJs {
  getResource(options: { type: "xml"; text: string }): Promise<unknown>;
  readonly XPath: {
    compile(text: string): (context: unknown) => unknown;
    evaluate(text: string, context: unknown): unknown;
  };
}

/** More than its own types tell. */
interface XPath {
  parse(text: string): {
    evaluateNodeSet(options: { node: DomNode }): { toUnsortedArray(): readonly DomNode[] };
    evaluateNumber(options: { node: DomNode }): number;
    evaluateString(options: { node: DomNode }): string;
  };
}

const xmlText = (shape: Shape, value: Value): string => toXml(makeTree(shape, value), new Map());

/** Sorted, since not all of them yield nodes in document order. */
const domOutcome = (result: unknown): Outcome =>
  Array.isArray(result) ? result.map(textOf).sort() : (result as Outcome);

function textOf(node: DomNode): string {
  let text = node.nodeValue ?? "";
  for (let child = node.firstChild; child !== null; child = child.nextSibling) text += textOf(child);
  return text;
}
