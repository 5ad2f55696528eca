/** Input that nobody meant well: every failure is one of ours, and no name is special. */
import fc from "fast-check";
import type { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { TreeLimitError } from "../../runtime/base/tree-limits.js";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import type { Found, JsonValue } from "../../runtime/data/model/values.js";
import { parseXml, XmlSyntaxError } from "../../runtime/data/xml/parse-xml.js";
import { ask, flow } from "../support/samples.js";
import { compileExpression, compileTemplate, untyped } from "./compiled.js";
import { expressions, render } from "./expressions.js";
import { jsonDocuments, oddNames } from "./json-documents.js";
import { settings } from "./settings.js";
import { texts, xmlSamples } from "./xml-documents.js";
import { scraps } from "./xml-scraps.js";

const isOurs = (error: unknown) => error instanceof XmlSyntaxError || error instanceof TreeLimitError;

function failsWell(action: () => unknown): void {
  try {
    action();
  } catch (error) {
    if (!isOurs(error)) throw error;
  }
}

const $ = { number: 1, string: "a", boolean: true, nodes: undefined, unset: undefined };

describe("XML", () => {
  const scrap = fc.constantFrom(...scraps, "\u0000", "\ud800");

  test("scraps of markup, and documents with a scrap in them", () => {
    fc.assert(
      fc.property(fc.array(scrap, { maxLength: 12 }), (parts) => failsWell(() => parseXml(parts.join("")))),
      settings(4000),
    );
    fc.assert(
      fc.property(xmlSamples(texts), fc.nat(), scrap, ({ text }, at, inserted) => {
        const place = at % (text.length + 1);
        failsWell(() => parseXml(`${text.slice(0, place)}${inserted}${text.slice(place)}`));
        failsWell(() => parseXml(text.slice(0, place)));
      }),
      settings(2000),
    );
  });
});

describe("expressions", () => {
  const tokens = fc.constantFrom(
    "a",
    "*",
    "/",
    "//",
    ".",
    "..",
    "@",
    "::",
    "child",
    "self",
    "[",
    "]",
    "(",
    ")",
    "1",
    "'x'",
    "$number",
    "$nodes",
    "and",
    "or",
    "div",
    "mod",
    "-",
    "+",
    "=",
    "!=",
    "<",
    ">=",
    "|",
    ",",
    "text()",
    "node()",
    "count",
    "not",
    "string",
    "p:a",
    "p:*",
    "__proto__",
    "constructor",
  );

  test("whatever compiles, runs", () => {
    let compiles = 0;
    fc.assert(
      fc.property(fc.array(tokens, { minLength: 1, maxLength: 7 }), (parts) => {
        const source = parts.join(" ");
        let compiled: ReturnType<typeof compileExpression>;
        try {
          compiled = compileExpression(source, untyped);
        } catch (error) {
          // A list of diagnostics, and nothing else.
          expect(String(error)).toContain(`Error: ${source}: `);
          return;
        }
        compiles++;
        for (const value of [{ a: [1, { a: "x" }] }, [], "", null] as JsonValue[]) {
          expect(compiled.json(new JsonDocument(value), $), source).toBeDefined();
        }
      }),
      settings(6000),
    );
    expect(compiles).toBeGreaterThan(300);
  });

  test("over documents that nest or grow beyond the limits", () => {
    const deep = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`) as JsonValue;
    const wide = Array.from({ length: 600_000 }, (_, index) => index);
    const { any } = expressions(
      { elements: ["a", "value", "*"], attributes: ["*"], texts: ["1"], isXml: false },
      1,
    );
    fc.assert(
      fc.property(any, (tree) => {
        const compiled = compileExpression(render(tree), untyped);
        for (const value of [deep, { a: deep, value: wide }])
          failsWell(() => compiled.natural(new JsonDocument(value), $) as Found);
      }),
      settings(60),
    );
  });
});

describe("names", () => {
  test("no member name is special to a path, a pair, a loop or a placeholder", () => {
    const templates = oddNames
      .filter((name) => /^[a-z_]+$/i.test(name))
      .map((name) => ({
        name,
        child: compileTemplate(`{{ ${name} }}`),
        pair: compileTemplate(`{ {{: ${name} }} }`),
        literal: compileTemplate(
          `{ ${JSON.stringify(name)}: {{ ${name} }}, {{ "${name}" }}: {{ count(${name}) }} }`,
        ),
        steps: compileTemplate(`{{ count(*[name() = "${name}"]) + count(${name}/..) }}`),
      }));
    expect(templates.map(({ name }) => name)).toContain("__proto__");
    fc.assert(
      fc.property(jsonDocuments(oddNames), (value) => {
        const object: JsonValue =
          typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
        const members = new Map(Object.entries(object));
        const pristine = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
        for (const { name, child, pair, literal, steps } of templates) {
          const own = members.has(name);
          const one = members.get(name) ?? null;
          const entry = (of: JsonValue) => `{${JSON.stringify(name)}:${JSON.stringify(of)}}`;
          expect(JSON.stringify(child.run(object, $)), child.code).toBe(JSON.stringify(one));
          expect(JSON.stringify(pair.run(object, $)), pair.code).toBe(own ? entry(one) : "{}");
          expect(JSON.stringify(literal.run(object, $)), literal.code).toBe(entry(own ? 1 : 0));
          expect(steps.run(object, $), steps.code).toBe(own ? 2 : 0);
        }
        expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(pristine);
      }),
      settings(300),
    );
  });
});

describe("a body of any depth is answered", () => {
  const arrays = (depth: number) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
  const send = (app: Hono, body: string) =>
    ask(app, { method: "POST", headers: { "content-type": "application/json" }, body });

  test.each([
    ["copied", 200, '<template>{ "copy": {{ $body/json }}, "text": {{ string($body) }} }</template>'],
    ["walked", 200, '<template>{ "nodes": {{ count($body//node()) }} }</template>'],
    ["part of an error", 409, '<error status="409">{ "message": "No", "body": {{ $body/json }} }</error>'],
    [
      "made text",
      200,
      '<eval out="$x">json-stringify($body/json)</eval><template>{ "x": {{ $x }} }</template>',
    ],
  ])("where it is %s", async (_, usual, content) => {
    const app = await flow(content);
    for (const make of [arrays, objects]) {
      expect((await send(app, make(1_000))).status).toBe(usual);
      const { status, text, log } = await send(app, make(100_000));
      expect({ status, ...JSON.parse(text).error }).toMatchObject({
        status: 400,
        code: 3204,
        info: ["The request body nests deeper than 2048 levels."],
      });
      expect(log.filter(({ topic }) => topic === "internal")).toEqual([]);
    }
  });

  test("and with an error flow, which may read it, too", async () => {
    const app = await flow("<template>{{ $body/json }}</template>", {
      error: '<template>{ "code": {{ $error/code }}, "body": {{ $body/json }} }</template>',
    });
    expect((await send(app, arrays(100_000))).status).toBe(400);
  });

  test("where only its surface is read", async () => {
    const app = await flow("<template>{{ count($body/json/value) }}</template>");
    expect((await send(app, arrays(100_000))).json()).toBe(1);
  });
});
