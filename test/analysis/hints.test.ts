/** The hints of the build about the text to write instead, where authors know other languages better. */
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { apiFiles } from "../support/samples.js";

const request = '<request content="u">{ "url": "http://a.test/" }</request>';

/** The hints of the findings, one a line. */
const hints = async (files: Parameters<typeof diagnose>[0]) =>
  (await diagnose(files)).map(({ message, hint }) => hint ?? message).join("\n");

test.each([
  [
    "a list of members",
    `<template>{ {{: a, b }} }</template>`,
    /\| joins paths, as in \{\{: id \| name \}\}/,
  ],
  ["an index from 0", `${request}<eval out="$x">content("u")/json/items/0/id</eval>`, /value\[1\]/],
  ["is null", '<error if="$body/json/a is null"/>', /not\(…\)/],
  ["swapped arguments", "<error if=\"matches('^a$', $body/json/a)\"/>", /swap them/],
  ["requests as elements", `<requests>${request}</requests>`, /a request for each ID/],
  ["two ampersands", '<error if="$body/json/a && $body/json/b"/>', /^Write &amp;.* called and\.$/],
  ["++", '<eval out="$n">1</eval><eval out="$n">$n++</eval>', /\$n \+ 1/],
  ["True", '<template>{ "a": {{ True }} }</template>', /^Write true\(\)\.$/],
  ["a comparison with True", '<error if="$body/json/a = True"/>', /^Write 'true'\.$/],
  ["a member after a call", `${request}<template>{{ content("u").json }}</template>`, /\)\/name/],
])("%s", async (_, flow, expected) => expect(await hints(apiFiles({ "/x": flow }))).toMatch(expected));

test.each([
  ["in: body", "parameters: [{ in: body, name: b, schema: { type: object } }]", /requestBody: \{/],
  ["an open list", "tags: [a, b", /^This list in \[ \] needs a \] at its end/],
])("%s in OpenAPI 3", async (_, member, expected) => {
  const description = `openapi: 3.0.3
info: { title: a, version: "1" }
paths:
  /a:
    post:
      x-flow: a.xml
      ${member}
      responses: { "200": { description: ok } }
`;
  const flow = "<flow><template>{}</template></flow>";
  expect(await hints({ "swagger.yaml": description, "a.xml": flow })).toMatch(expected);
});
