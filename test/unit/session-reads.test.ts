/**
 * A flow is read again when the form of a file that it leads to changes: its text, its bytes, or that it can be read. Also in
 * a session after the one that has found the flow unchanged, and beside another flow that has changed.
 */
import { expect, test } from "vitest";
import { type Build, Session } from "../../compiler/session/session.js";
import type { Input } from "../../compiler/source/files.js";
import { type Files, inputOf } from "../support/compile.js";

const sheet = (text: string) =>
  `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><o>${text}</o></xsl:template></xsl:stylesheet>`;

const files: Files = {
  "swagger.yaml": `swagger: "2.0"
paths: { /a: { get: { x-flow: a.xml } }, /other: { get: { x-flow: other.xml } } }`,
  "other.xml": "<flow><template>1</template></flow>",
};

interface Row {
  /** The content of the flow. */
  readonly flow: string;
  readonly path: string;
  readonly before: Content;
  readonly after: Content;
}

/** What is in a file, or the size of one that cannot be read. */
type Content = string | Uint8Array | number;

const rows: Readonly<Record<string, Row>> = {
  "a template": { flow: `<template src="t.json"/>`, path: "t.json", before: "[1]", after: "[2]" },
  "a template that is none any more": {
    flow: `<template src="t.json"/>`,
    path: "t.json",
    before: "[1]",
    after: "{{if",
  },
  JSON: {
    flow: `<template>{{ json-doc("j.json")/a }}</template>`,
    path: "j.json",
    before: '{ "a": 1 }',
    after: '{ "b": 1 }',
  },
  "an XML document": {
    flow: `<template>{{ string(fit-document("d.xml")/a) }}</template>`,
    path: "d.xml",
    before: "<a/>",
    after: "<b/>",
  },
  "a stylesheet": {
    flow: `<xslt in="d.xml" src="s.xsl"/>`,
    path: "s.xsl",
    before: sheet("1"),
    after: sheet("2"),
  },
  "a sub-flow": {
    flow: `<sub-flow src="sub.xml"/>`,
    path: "sub.xml",
    before: "<flow><template>1</template></flow>",
    after: "<flow><template>2</template></flow>",
  },
  "a file to send": {
    flow: `<serve dir="htdocs" fallback-doc="/index.html"/>`,
    path: "htdocs/index.html",
    before: "<p>1</p>",
    after: "<p>2</p>",
  },
  "bytes to send that are no text": {
    flow: `<serve dir="htdocs" fallback-doc="/index.html"/>`,
    path: "htdocs/index.html",
    before: Uint8Array.of(0xff, 0xfe),
    after: Uint8Array.of(0xfe, 0xff),
  },
  "a file to send that cannot be read any more": {
    flow: `<serve dir="htdocs" fallback-doc="/index.html"/>`,
    path: "htdocs/index.html",
    before: "<p>1</p>",
    after: 8,
  },
  "a file beside the one to send that cannot be read any more": {
    flow: `<serve dir="htdocs" fallback-doc="/index.html"/>`,
    path: "htdocs/more.html",
    before: "<p>1</p>",
    after: 8,
  },
  "the size of a file that cannot be read": {
    flow: `<serve dir="htdocs" fallback-doc="/index.html"/>`,
    path: "htdocs/more.html",
    before: 8,
    after: 20 * 1024 * 1024,
  },
};

function inputWith({ flow, path }: Row, now: Content, other: number): Input {
  const input = inputOf({
    ...files,
    "other.xml": `<flow><template>${other}</template></flow>`,
    ...(flow.includes("d.xml") && { "d.xml": "<a/>" }),
    ...(flow.includes("serve") && { "htdocs/index.html": "<p>index</p>" }),
    "a.xml": `<flow>${flow}</flow>`,
    [path]: typeof now === "number" ? "" : now,
  });
  if (typeof now !== "number") return input;
  return {
    ...input,
    read: (file) => (file === path ? undefined : input.read(file)),
    readBytes: (file) => (file === path ? undefined : input.readBytes(file)),
    inspect: (file) => (file === path ? { size: now, isReadable: false } : input.inspect(file)),
  };
}

const plain = ({ files, diagnostics }: Build) => ({
  files: files.map(({ path, text }) => [path, text]),
  found: diagnostics.map(({ code, message, span }) => [code, message, span?.source.path, span?.start]),
});

test.each(Object.entries(rows))("%s", async (_, row) => {
  const texts = new Map<string, string>();
  const store = {
    get: (key: string) => texts.get(key),
    set: (key: string, text: string) => void texts.set(key, text),
  };
  const staying = new Session({ stays: true });
  const built = async (input: Input) => {
    const [stayed, stored] = [await staying.build(input), await new Session({ store }).build(input)];
    expect(plain(stored)).toEqual(plain(stayed));
    return plain(stored);
  };
  const before = await built(inputWith(row, row.before, 1));
  // The flow is taken as it was.
  await built(inputWith(row, row.before, 2));
  const input = inputWith(row, row.after, 2);
  const after = await built(input);
  expect(after).toEqual(plain(await new Session().build(input)));
  expect(await built(inputWith(row, row.before, 1))).toEqual(before);
  expect(after).not.toEqual(before);
});
