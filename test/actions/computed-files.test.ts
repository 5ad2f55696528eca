/** Files whose names are computed at run time: what they reach, and what they never do. */
import { expect, test } from "vitest";
import { compileFiles } from "../support/compile.js";
import { apiFiles, type Sample, samples } from "../support/samples.js";

const files = {
  "files/css.json": '{"language":"css"}',
  "files/deep/ada.json": '{"language":"ada"}',
  "files/.json": '{"language":"none"}',
  "files/image.bin": "text",
  "secret.json": '{"secret":true}',
  "conf/secret.json": '{"secret":true}',
  "pages/home.html": "<html><h1>Home</h1></html>",
};

const mock = `<copy in="{concat('./files/', $request/get/name, '.json')}" out="$json"/>`;
const answer =
  '<if test="$json"><dump in="$json"/></if><else><set-status code="404"/><dump in="fit://request/empty" mime="text/x"/></else>';
const named = (name: string) => ({ query: `name=${encodeURIComponent(name)}` });

const found: readonly Sample[] = [
  { name: "a file that is there", flow: mock + answer, request: named("css"), json: { language: "css" } },
  {
    name: "one in a directory below",
    flow: mock + answer,
    request: named("deep/ada"),
    json: { language: "ada" },
  },
  {
    name: "by a way around",
    flow: mock + answer,
    request: named("deep/.././css"),
    json: { language: "css" },
  },
  { name: "of an empty name", flow: mock + answer, request: named(""), json: { language: "none" } },
  {
    name: "braces around a part, from the top of the flow directory",
    flow: `<copy in="fit://site/files/{$request/get/name}.json"/>`,
    request: named("css"),
    text: files["files/css.json"],
    headers: { "content-type": "application/json" },
  },
  {
    name: "any name with this extension",
    flow: `<dump in="{$request/get/name}.html"/>`,
    request: named("fit://site/pages/home"),
    text: files["pages/home.html"],
  },
  {
    name: "as the context of a template",
    flow: `<template in="pages/{$request/get/name}.html">{{ body/h1 }}</template>`,
    request: named("home"),
    json: "Home",
  },
];

const refused = [
  "none",
  "../secret",
  "../conf/secret",
  "..%2fsecret",
  "..\\secret",
  "deep/../../secret",
  "../../../../etc/passwd",
  "css.json\u0000",
  "/../secret",
  "fit://site/secret",
  "__proto__",
  "CSS",
].map(
  (name): Sample => ({
    name: `never ${JSON.stringify(name)}`,
    flow: mock + answer,
    request: named(name),
    status: 404,
    check: ({ log }) =>
      expect(log.map(({ topic, message }) => `${topic}: ${message}`)).toStrictEqual([
        expect.stringMatching(/^copy: There is no file ".*" to read\.$/),
      ]),
  }),
);

samples("files with computed names", [...found, ...refused], { files });

samples("content with a computed ID", [
  {
    name: "is read like any other",
    flow: `<template out="fit://request/content/a1">{ "a": 1 }</template><template in="fit://request/content/a{$request/get/name}">{{ a }}</template>`,
    request: named("1"),
    json: 1,
  },
  {
    name: "as content, byte for byte",
    flow: `<eval out="$t">"t"</eval><copy in="$t" out="fit://request/content/a1"/><dump in="fit://request/content/{$request/get/name}"/>`,
    request: named("a1"),
    text: "t",
  },
]);

test("only files that can be named become part of the app", async () => {
  const { modules } = await compileFiles(apiFiles({ "/x": mock }, { files }));
  const text = modules.map((module) => module.text).join("\n");
  expect(text).toContain("language");
  expect(text).not.toContain("secret");
  expect(text).not.toContain("image.bin");
});
