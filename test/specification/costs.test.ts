/**
 * Requests that once kept a server busy for many seconds: each costs what its steps allow, and is answered or
 * refused.
 */
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import { inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { type MeasuredProcess, serveMeasured } from "../support/measured.js";
import { apiFiles } from "../support/samples.js";
import { sheet } from "../xslt/xsltproc.js";

const maxSteps = 2_000_000;

/** Milliseconds of the processor: 1 µs a step, where a step takes about 0.1. */
const most = maxSteps / 1000;

const items = (count: number): string => "<i/>".repeat(count);
const deep = (levels: number, inside: string): string =>
  `${"<d>".repeat(levels)}${inside}${"</d>".repeat(levels)}`;
const namespaces = Array.from({ length: 9000 }, (_, index) => `xmlns:p${index}="u"`).join(" ");
const loop = (value: string): string =>
  `<template>[ {{loop $body/json/list}} {{ ${value} }} {{end}} ]</template>`;

interface Fault {
  readonly text: string;
  readonly flow?: string;
  /** The stylesheet that transforms the text, in place of a flow. */
  readonly stylesheet?: string;
}

const faults: Readonly<Record<string, Fault>> = {
  "string-length() over a deep tree": {
    flow: "<template>{{ count(xml-parse($body/json/text)//*[string-length() &gt; 3]) }}</template>",
    text: deep(2000, "x".repeat(900_000)),
  },
  "copies of elements with 9,000 namespaces in scope": {
    text: `<r ${namespaces}>${items(30_000)}</r>`,
    stylesheet: sheet(
      '<xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy></xsl:template>',
    ),
  },
  "format-number() with an empty picture": {
    text: `<r>${items(3000)}</r>`,
    stylesheet: sheet(
      `<xsl:template match="/"><o><xsl:for-each select="//i">
        <xsl:for-each select="//i"><xsl:value-of select="format-number(1.5, '')"/></xsl:for-each>
      </xsl:for-each></o></xsl:template>`,
    ),
  },
  "html-parse() of elements that are not closed": {
    flow: loop("count(html-parse($body/json/text)//*)"),
    text: "<b><p>".repeat(20_000),
  },
  "html-parse() of what does not belong in tables": {
    flow: "<template>{{ count(html-parse($body/json/text)//*) }}</template>",
    text: "<table><b>".repeat(100_000),
  },
  "inflating what becomes too much": {
    flow: loop("string-length(apply-codecs($body/json/text, 'base64-decode', 'inflate'))"),
    text: deflateRawSync(Buffer.alloc(70_000_000)).toString("base64"),
  },
  "looking for what is nearly there": {
    flow: loop("contains($body/json/text, concat(substring($body/json/text, 20000), 'b', $body/json/text))"),
    text: "a".repeat(40_000),
  },
  "looking for what differs far from its end": {
    flow: loop("substring-before(substring($body/json/text, 20001), $body/json/text)"),
    text: `${"a".repeat(10_000)}b${"a".repeat(80_000)}`,
  },
  "looking for a few characters": {
    flow: loop("contains($body/json/text, concat(substring($body/json/text, 1, 5), 'b'))"),
    text: "a".repeat(95_000),
  },
  "comparing equal texts": {
    flow: loop("concat($body/json/text, 'a') = concat($body/json/text, string('a'))"),
    text: "é".repeat(95_000),
  },
  "Base64 of what is no text": { flow: loop("base64-decode($body/json/text)"), text: "/f//".repeat(24_000) },
  "urldecode() of what is no text": {
    flow: loop("urldecode($body/json/text)"),
    text: "%ff%c3".repeat(16_000),
  },
  "replace() by a long text": {
    flow: loop("replace('none', '/a/', $body/json/text)"),
    text: "$".repeat(95_000),
  },
  "verify-xmldsig() of what is not signed": {
    flow: loop("verify-xmldsig($body/json/text)"),
    text: `<a>${"<a b='1'>x</a>".repeat(500)}</a>`,
  },
  "patterns of the client": {
    flow: loop("matches('aaab', $body/json/text)"),
    text: "a".repeat(1_000_000),
  },
};

let server: MeasuredProcess;

beforeAll(async () => {
  const list = Object.values(faults);
  const transform = (index: number): string =>
    `<eval out="$x">$body/json/text</eval><xslt src="sheet${index}.xsl" in="$x"/>`;
  const { files } = await new Session().build(
    inputOf(
      apiFiles(
        {
          "/waiting": loop(
            "count(jwt-decode($body/json/text, 'YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw'))",
          ),
          ...Object.fromEntries(list.map(({ flow }, index) => [`/${index}`, flow ?? transform(index)])),
        },
        {
          files: Object.fromEntries(
            list.flatMap(({ stylesheet }, index) => (stylesheet ? [[`sheet${index}.xsl`, stylesheet]] : [])),
          ),
        },
      ),
    ),
  );
  const directory = scratchDirectory("costs");
  writeFiles(directory, files);
  server = await serveMeasured(directory, { FLOW_MAX_STEPS: String(maxSteps) });
});

afterAll(() => server?.stop());

test.each(Object.entries(faults))("%s", async (name, { text }) => {
  const list = Array.from({ length: 20_000 }, () => 0);
  const { status, time } = await server.measure(`/t/${Object.keys(faults).indexOf(name)}`, { text, list });
  expect([200, 503]).toContain(status);
  expect(time).toBeLessThan(most);
});

test("others are answered while a loop calls functions that wait", async () => {
  let isOver = false;
  const list = Array.from({ length: 100_000 }, () => 0);
  const loop = server.measure("/t/waiting", { text: "x", list }).finally(() => {
    isOver = true;
  });
  let answered = 0;
  for (; !isOver; answered++) await fetch(`${server.url}/t/none`).then((response) => response.text());
  expect(await loop).toMatchObject({ status: 200 });
  expect(answered).toBeGreaterThan(10);
});
