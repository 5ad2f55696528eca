/** The attributes of `<template>`; what stands in its body is tested in `test/templates/`. */
import { expect } from "vitest";
import { samples } from "../support/samples.js";

const templated = (template: string, show = "$x") =>
  `<template out="$x">${template}</template><template>{{ ${show} }}</template>`;

const twoNumbers = "{{if $request/get/broken}} 1 2 {{else}} 1 {{end}}";

samples(
  "template",
  {
    "src: the template is in a file of its own": {
      flow: `<template out="$user">{ "name": "Ada" }</template><template in="$user" src="hello.tmpl"/>`,
      json: { hello: "Ada" },
    },
    "check: what is no JSON is logged, and sent": {
      flow: `<template>${twoNumbers}</template>`,
      request: { query: "broken=1" },
      check: ({ text, log }) => {
        expect(text.trim()).toBe("1 2");
        expect(log).toEqual([expect.objectContaining({ topic: "template" })]);
      },
    },
    "check: not if it is false": {
      flow: `<template check="false">${twoNumbers}</template>`,
      request: { query: "broken=1" },
      check: ({ text, log }) => {
        expect(text.trim()).toBe("1 2");
        expect(log).toEqual([]);
      },
    },
    "out: text that is no JSON is a string": {
      flow: `<template out="$x" check="false">${twoNumbers}</template><template>{{ $x }}</template>`,
      request: { query: "broken=1" },
      check: ({ json }) => expect(String(json()).trim()).toBe("1 2"),
    },
  },
  { files: { "hello.tmpl": '{ "hello": {{ name }} }' } },
);

// "Structured JSON variables are created with `<template out="$name">` whose body is a JSON template."
samples("template with out", {
  "defines an object": {
    flow: templated(`{ "stage": "prod", "mock": {{ boolean($request/get/mock) }}, "answer": {{ 6 * 7 }} }`),
    json: { stage: "prod", mock: false, answer: 42 },
  },
  "defines an array": { flow: templated("[ 1, [ 2 ], {} ]"), json: [1, [2], {}] },
  "defines a string": { flow: templated(`"a"`), json: "a" },
  "defines a number, which can be calculated with": { flow: templated("42", "$x + 1"), json: 43 },
  "defines a boolean": { flow: templated("false", "not($x)"), json: true },
  "has its members below the variable, without `json`": {
    flow: templated(`{ "a": { "b": 5 } }`, "$x/a/b"),
    json: 5,
  },
  "has no `json` segment": { flow: templated(`{ "a": { "b": 5 } }`, "$x/json/a/b"), json: null },
  "has its items as `value`": { flow: templated(`{ "a": [ 5, 6 ] }`, "$x/a/value[2]"), json: 6 },
  "uses other variables, structures too": {
    flow: `<template out="$a">{ "b": 1 }</template>${templated(`{ "copy": {{ $a }}, "part": {{ $a/b }} }`)}`,
    json: { copy: { b: 1 }, part: 1 },
  },
  "does not change the response": {
    flow: `<template>"first"</template><template out="$x">"second"</template>`,
    json: "first",
  },
  "is looped over": {
    flow: `<template out="$x">[ { "n": 1 }, { "n": 2 } ]</template><template>[ {{loop $x}} {{ n }} {{end}} ]</template>`,
    json: [1, 2],
  },
  "is the context of `in`": {
    flow: `<template out="$x">{ "n": 1 }</template><template in="$x">{{ n }}</template>`,
    json: 1,
  },
  "may have members with names of JavaScript's own": {
    flow: templated(
      `{ "constructor": 1, "toString": 2, "__proto__": 3, "length": 4 }`,
      "$x/constructor + $x/toString + $x/__proto__ + $x/length",
    ),
    json: 10,
  },
  "has no members that it was not given": {
    flow: templated("{}", "count($x/constructor | $x/toString | $x/__proto__)"),
    json: 0,
  },
});
