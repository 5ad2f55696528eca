import { expect, test } from "vitest";
import { compileFiles } from "../support/compile.js";
import { findings } from "../support/findings.js";
import { apiFiles, samples } from "../support/samples.js";
import { value } from "./value.js";

const files = {
  "user.json": `{ "name": "brenda", "tags": ["a", "b"], "deep": { "k": "v" }, "nil": null, "__proto__": "own" }\n`,
  "conf/list.json": "[1, 2]",
  "conf/one.json": "5",
  "broken.json": "{",
};

samples(
  "json-doc",
  [
    value("json-doc('user.json')/name", "brenda"),
    value("json-doc('./conf/../user.json')/tags/value[2]", "b"),
    value("json-doc('fit://site/user.json')/deep/k", "v"),
    value("json-doc('fit://project/user.json')/deep/k", "v"),
    value("json-doc('/conf/list.json')", [1, 2]),
    value("sum(json-doc('conf/list.json')/value)", 3),
    value("json-doc('conf/one.json') + 1", 6),
    value("json-doc('user.json')/none", null),
    value("name(json-doc('user.json'))", "json"),
    value("json-doc('user.json')/__proto__", "own"),
    {
      ...value("json-doc('https://example.com/a.json')", null),
      check: ({ log }) =>
        expect(log).toMatchObject([
          { topic: "json-doc", message: "https://example.com/a.json cannot be read here." },
        ]),
    },
    {
      name: "in a condition",
      flow: `<echo if="json-doc('fit://site/user.json')/maintenance" status="503">down</echo><echo if="json-doc('fit://site/user.json')/name">up</echo>`,
      text: "up",
    },
  ],
  { files },
);

samples(
  "lookup",
  [
    value("lookup('user.json', 'name')", "brenda"),
    value("lookup('user.json', 'tags')", '["a","b"]'),
    value("lookup('fit://site/user.json', 'deep')", '{"k":"v"}'),
    value("lookup('fit://project/user.json', 'name')", "brenda"),
    value("lookup('user.json', 'none')", ""),
    value("lookup('user.json', 'none', 'John Doe')", "John Doe"),
    value("lookup('user.json', 'nil', 'x')", ""),
    value("lookup('user.json', 'constructor', 'x')", "x"),
    value("lookup('user.json', '__proto__', 'x')", "own"),
    value("lookup('user.json', $request/get/key)", "brenda", "key=name"),
    value("lookup('conf/list.json', 'value', 'x')", "x"),
    value("json-parse(lookup('user.json', 'tags'))/value[1]", "a"),
  ],
  { files },
);

findings("Paths of JSON files", {
  "a file that does not exist": {
    flow: "<template>{{ json-doc('usr.json') }}</template>",
    options: { files },
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW4011 There is no file usr\.json/,
  },
  "a file outside of the flow directory": {
    flow: "<template>{{ json-doc('../../etc/passwd') }}</template>",
    finds: "error",
    message: /FLOW4012/,
  },
  "a file that is no JSON": {
    flow: "<template>{{ lookup('broken.json', 'a') }}</template>",
    options: { files },
    finds: "error",
    message: /FLOW2016 broken\.json is no JSON/,
  },
  "a path that is known at run time only": {
    flow: "<template>{{ json-doc($request/get/file) }}</template>",
    finds: "error",
    message: /FLOW2014 json-doc\(\) needs a constant path/,
  },
  "another location": {
    flow: "<template>{{ json-doc('https://example.com/a.json') }}</template>",
    finds: "warning",
    message: /FLOW2015 json-doc\(\) cannot read https/,
  },
});

test("A file becomes one module, however often it is read", async () => {
  const flow = `<template>[ {{ json-doc("user.json")/name }}, {{ lookup("user.json", "name") }} ]</template>`;
  const { modules } = await compileFiles(apiFiles({ "/x": flow }, { files }));
  const assets = modules.filter(({ path }) => path.startsWith("assets/"));
  expect(assets.map(({ path }) => path)).toStrictEqual(["assets/user-json.ts"]);
  expect(assets[0]?.text).toContain("export const userJson = jsonParse(");
  const endpoint = modules.find(({ path }) => path.startsWith("endpoints/"))?.text;
  expect(endpoint).toContain("members(userJson).name");
  expect(endpoint).toContain('lookup(userJson, "name")');
});
