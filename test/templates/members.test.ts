/** Template commands between members: pair producer and comma; and the comment. */
import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { rendered, renderedXml } from "./rendered.js";

const simple = { foo: 1, bar: [{ key: "value" }], baz: 3, "ba z": { key: "value" }, none: null };
const hostile = JSON.parse('{ "__proto__": { "a": 1 }, "constructor": 2 }') as unknown;

/** The members in their order, which `toStrictEqual` does not look at. */
const inOrder = (json: object) => ({
  check: ({ text }: { text: string }) => expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(json)),
});

samples("Pair producer", [
  rendered("{ {{: foo | bar }} }", simple, { foo: 1, bar: [{ key: "value" }] }),
  rendered(
    "{ {{: bar | foo }} }",
    simple,
    { foo: 1, bar: [{ key: "value" }] },
    inOrder({ foo: 1, bar: [{ key: "value" }] }),
  ),
  rendered("{ {{: *[not(name() = 'bar')] }} }", simple, {
    foo: 1,
    baz: 3,
    "ba z": { key: "value" },
    none: null,
  }),
  rendered('{ {{: * }} "add": "this" }', { foo: 1, bar: 2 }, { foo: 1, bar: 2, add: "this" }),
  rendered('{ "add": "this" {{,}} {{: * }} }', { foo: 1 }, { add: "this", foo: 1 }),
  rendered('{ {{: missing }} "add": "this" }', simple, { add: "this" }),
  rendered("{ {{: missing }} {{: foo }} {{: missing }} {{: baz }} }", simple, { foo: 1, baz: 3 }),
  rendered("{ {{: none }} }", simple, { none: null }),
  rendered("{ {{: json-element[@name = 'ba z'] }} }", simple, { "ba z": { key: "value" } }),
  rendered("{ {{: bar/value/key | foo }} }", simple, { foo: 1, key: "value" }),
  rendered('{ "foo": 0, {{: foo }} }'.replace(", {{", " {{,}} {{"), simple, { foo: 1 }),
  rendered('{ {{: foo }} "foo": 0 }', simple, { foo: 0 }),
  rendered("{ {{: value }} }", [1, 2], { value: 2 }),
  rendered("{ {{: . }} }", simple, { json: simple }),
  rendered("{ {{: foo/text() }} }", simple, {}),
  rendered('{ "a": { {{with bar/value}} {{: * }} {{end}} } }', simple, { a: { key: "value" } }),
  rendered("{ {{: $request/method | $request/purpose }} }", simple, { method: "POST", purpose: "main" }),
  rendered(
    "{ {{: $request/get/a }} }",
    null,
    { a: "1" },
    { request: { method: "POST", json: {}, query: "a=1" } },
  ),
  rendered("{ {{: */@name }} }", { "1": null }, { name: "1" }),
  rendered("{ {{: * }} }", hostile, hostile, inOrder(hostile as object)),
  rendered("{ {{: __proto__ | constructor | toString }} }", hostile, hostile, inOrder(hostile as object)),
  renderedXml(
    "{ {{: @foo | //bar | //baz/text() | //comment() }} }",
    '<root foo="1"><bar>2</bar><baz>3</baz><!-- a comment --></root>',
    { foo: 1, bar: 2 },
  ),
  renderedXml("{ {{: * }} }", '<r xmlns:p="urn:p"><a>x</a><p:b>y</p:b></r>', { a: "x", "p:b": "y" }),
  renderedXml(
    "{ {{: * }} }",
    "<r><a>-1.5</a><b>007</b><c>1.10</c><d>1e3</d><e>Infinity</e><f> 1</f><g/><h>9007199254740993</h><i>-0</i></r>",
    {
      a: -1.5,
      b: "007",
      c: "1.10",
      d: "1e3",
      e: "Infinity",
      f: " 1",
      g: "",
      h: "9007199254740993",
      i: "-0",
    },
  ),
  renderedXml("{ {{: * }} }", '<r><a string="">1</a><b object=""><c>1</c></b></r>', {
    a: "1",
    b: { c: "1" },
  }),
  renderedXml('{ {{: a }} "b": {{ a }}, "c": {{ array(a) }} }', "<r><a>1</a></r>", {
    a: 1,
    b: "1",
    c: ["1"],
  }),
]);

findings("Pair producers that cannot be", {
  "in an array": {
    flow: "<template>[ {{: a }} ]</template>",
    finds: "error",
    message: /0\.xml:2:13 error FLOW3009 .*pairs can only stand in an object/,
  },
  "as a value": {
    flow: `<template>{ "a": {{: a }} }</template>`,
    finds: "error",
    message: /0\.xml:2:18 error FLOW3009/,
  },
  "of a string": {
    flow: "<template>{ {{: 'a' }} }</template>",
    finds: "error",
    message: /0\.xml:2:17 error FLOW2007 .*this is a string/,
  },
  "with a comma behind it": {
    flow: `<template>{ {{: a }}, "b": 1 }</template>`,
    finds: "warning",
    message: /FLOW3010 .*where \{\{: a \}\} \(2:13\) finds nothing/,
  },
  "with no comma before it": {
    flow: `<template>{ "b": 1 {{: a }} }</template>`,
    finds: "warning",
    message: /FLOW3010 .*there is no comma before this/,
  },
});

const between = `{
  {{if maybe }} "foo": "bar" {{end}} {{,}}
  {{if perhaps }} "bar": "baz" {{end}} {{,}}
  {{: extra }}
}`;
const inside = `{
  {{if maybe }} "foo": "bar" {{,}} {{end}}
  {{if perhaps }} "bar": "baz" {{,}} {{end}}
  {{: extra }}
}`;
const ways = [true, false].flatMap((maybe) =>
  [true, false].flatMap((perhaps) => [true, false].map((extra) => ({ maybe, perhaps, extra }))),
);

samples("Members with the same name", [
  rendered('{ "a": 1, "b": 2, "a": 3 }', {}, { a: 3, b: 2 }, inOrder({ a: 3, b: 2 })),
  rendered('{ "a": 1, {{ "a" }}: 2 {{,}} {{: a }} }', { a: 3 }, { a: 3 }),
  rendered('{ "__proto__": 1, "__proto__": 2 }', {}, JSON.parse('{ "__proto__": 2 }')),
]);

samples("Comma", [
  ...[between, inside].flatMap((template, index) =>
    ways.map(({ maybe, perhaps, extra }) => ({
      ...rendered(
        template,
        { ...(maybe && { maybe }), ...(perhaps && { perhaps }), ...(extra && { extra }) },
        { ...(maybe && { foo: "bar" }), ...(perhaps && { bar: "baz" }), ...(extra && { extra }) },
      ),
      name: `${index === 0 ? "between" : "inside of"} conditions: ${maybe}, ${perhaps}, ${extra}`,
    })),
  ),
  rendered("[ {{,}} 1 {{,}} {{,}} 2 {{,}} ]", {}, [1, 2]),
  rendered("[ {{,}} ]", {}, []),
  rendered("{{,}} 1 {{,}}", {}, 1),
  rendered("[ 1, {{,}} 2 ]", {}, [1, 2]),
  rendered("[ {{loop .}} {{.}} {{,}} {{end}} {{,}} {{loop .}} {{.}} {{end}} ]", [1, 2], [1, 2, 1, 2]),
]);

findings("Commas that are needed", {
  "between conditions": {
    flow: `<template>{ {{if a}} "a": 1 {{end}} {{if b}} "b": 2 {{end}} {{: c }} }</template>`,
    finds: "warning",
    message: /FLOW3010 .*there is no comma before this/,
  },
  "with an expression": {
    flow: "<template>[ 1 {{, a}} 2 ]</template>",
    finds: "error",
    message: /0\.xml:2:15 error FLOW3002/,
  },
});

samples("Comment", [
  rendered("{ {{// an empty JSON object }} }", {}, {}),
  rendered("[ 1 {{// 2, }}, 3 {{//}} ]", {}, [1, 3]),
  rendered("{{// over\nseveral lines }} 1", {}, 1),
  rendered("{{// it's not \" paired, {{ $nothing [ }} 1", {}, 1),
  rendered('"{{// in a string }}a"', {}, "a"),
  {
    name: "an XML comment",
    flow: "<template>[ 1 <!-- , 2 --> ]</template>",
    json: [1],
  },
]);

findings("Comments that cannot be", {
  "without an end": {
    flow: "<template>{{// a } 1</template>",
    finds: "error",
    message: /0\.xml:2:11 error FLOW3001/,
  },
});
