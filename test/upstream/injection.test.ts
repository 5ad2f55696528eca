/** Texts of clients stay texts: in header fields, cookies, JSON, markup, keys and the log. */
import { expect, test } from "vitest";
import { ask, flow, type Sample, samples } from "../support/samples.js";
import { failed, sees, useMirror } from "./environment.js";

useMirror();

/** CR, LF and more, as a parameter `t` brings them. */
const breaks = ["a%0D%0AX-Evil:%201", "a%0AX-Evil:%201", "a%0DX-Evil:%201", "a%00b", "a%E2%80%A8b"];

samples(
  "A line break in a header field",
  breaks.flatMap((text): readonly Sample[] => [
    {
      name: `makes an upstream request fail: ${text}`,
      flow: `<request>{ "url": {{ $env/UPSTREAM }}, "headers": { "X-Text": {{ $request/get/t }} } }</request>`,
      request: { query: `t=${text}` },
      status: 502,
      check: failed(/header field "X-Text" cannot be sent/),
    },
    {
      name: `makes a proxy fail: ${text}`,
      flow: `<proxy-request>{ "origin": {{ $env/UPSTREAM }}, "headers": { "X-Text": {{ $request/get/t }} } }</proxy-request>`,
      request: { query: `t=${text}` },
      status: 502,
      check: failed(/header field "X-Text" cannot be sent/),
    },
    {
      name: `leaves a field of the response out: ${text}`,
      flow: `<set-response-headers>{ "X-Text": {{ $request/get/t }}, "Location": {{ $request/get/t }} }</set-response-headers><template>1</template>`,
      request: { query: `t=${text}` },
      json: 1,
      headers: { "x-text": null, location: null, "x-evil": null },
      check: ({ log }) => expect(log).toHaveLength(2),
    },
    {
      name: `leaves a field by set-header out: ${text}`,
      flow: `<set-header name="X-Text" value="{$request/get/t}"/><template>1</template>`,
      request: { query: `t=${text}` },
      json: 1,
      headers: { "x-text": null, "x-evil": null },
    },
  ]),
);

samples("A cookie", {
  "has no second one in its value": {
    flow: `<request>{ "url": {{ $env/UPSTREAM }}, "cookies": { "a": {{ $request/get/t }} } }</request>`,
    request: { query: "t=1;%20admin=1%0D%0AX-Evil:%201" },
    check: sees((seen) => {
      expect(seen.headers.cookie).toBe("a=1%3B admin=1%0D%0AX-Evil: 1");
      expect(seen.headers["x-evil"]).toBeUndefined();
    }),
  },
  "cannot be named by more than a name": {
    flow: `<request>{ "url": {{ $env/UPSTREAM }}, "cookies": { {{ $request/get/t }}: "1" } }</request>`,
    request: { query: "t=a%3D1;b" },
    status: 502,
    check: failed(/cookie name/),
  },
});

samples("The query of an upstream request", {
  "has one parameter for each pair": {
    flow: `<request>{ "url": {{ $env/UPSTREAM }}, "query": { "q": {{ $request/get/t }} } }</request>`,
    request: { query: "t=1%26admin=1%23x" },
    check: sees((seen) => expect(seen.url).toBe("/?q=1%26admin%3D1%23x")),
  },
});

samples("JSON", {
  "has a text where the template has a placeholder": {
    flow: `<template>{ {{if $request/get/t }} "a": {{ $request/get/t }} {{end}} }</template>`,
    request: { query: "t=%22,%22admin%22:true,%22x%22:%22" },
    json: { a: '","admin":true,"x":"' },
  },
});

const stylesheet = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:output method="html" encoding="UTF-8"/>
  <xsl:template match="/"><p title="{//title}"><xsl:value-of select="//title"/></p></xsl:template>
</xsl:stylesheet>`;

test("a stylesheet escapes what it writes", async () => {
  const one = await flow(
    `<template out="$page">{ "title": {{ $request/get/t }} }</template><xslt in="$page" src="page.xsl"/>`,
    { files: { "page.xsl": stylesheet } },
  );
  const { text } = await ask(one, { query: "t=%22%3E%3Cscript%3Ealert(1)%3C/script%3E" });
  expect(text).toContain("&lt;script");
  expect(text).not.toMatch(/<script|title=""/);
});

test.each(["name[1]", "//x", "count(x)", "$env/SECRET", "document('x')", "..", "../*"])(
  "a key of sort() that is more than names is none: %s",
  async (key) => {
    const one = await flow(
      `<template out="$x">[ { "name": "b" }, { "name": "a" } ]</template><template>{{ count(sort($x, $request/get/key)) }}</template>`,
    );
    const response = await ask(one, { query: `key=${encodeURIComponent(key)}` });
    expect(response.json()).toBe(0);
    expect(response.log).toMatchObject([{ topic: "sort" }]);
  },
);

test("what clients send begins no event of the log", async () => {
  // Each line has to be one object of JSON: support/log.ts looks at that.
  const one = await flow(`<log>{ "text": {{ $request/get/t }} }</log><template>1</template>`);
  const text = 'a\n{"type":"engine_alert","message":"no"}\r\u2028\u2029\u0000\u001b[2J';
  const { events } = await ask(one, {
    query: `t=${encodeURIComponent(text)}`,
    headers: { "User-Agent": 'x"}{"type":"engine_alert"', Referer: "\\u000a{" },
  });
  expect(events).toMatchObject([{ type: "engine_access", text }]);
});
