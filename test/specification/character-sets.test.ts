import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { elsewhere } from "../support/other-servers.js";
import { apiFiles } from "../support/samples.js";
import { built, served } from "../support/served.js";
import { type RunningProcess, type RunningServer, upstream } from "../support/servers.js";

const from = `<request content="u">{ "url": {{ concat($env/UP, "/") }}, "headers": { "x-answer": {{ $request/headers/x-answer }}, "x-type": {{ $request/headers/x-type }} } }</request>`;
/** Types of texts, and the bytes of `é€“ж` in them. */
const echoed: readonly (readonly [type: string, bytes: string])[] = [
  ["text/plain; charset=iso-8859-1", "\xe9\x80\x93?"],
  ["text/csv; header=present; charset=koi8-r", "???\xd6"],
  ["text/html; charset=iso-8859-1", "\xe9&#8364;&#8220;&#1078;"],
  ["text/html; charset=windows-1251", "&#233;&#8364;&#8220;\xe6"],
  ["text/xml; charset=us-ascii", "\xe9&#8364;&#8220;&#1078;"],
  ["image/svg+xml; charset=latin1", "\xe9&#8364;&#8220;&#1078;"],
  ["text/plain", "\xc3\xa9\xe2\x82\xac\xe2\x80\x9c\xd0\xb6"],
  ["text/plain; charset=UTF-8", "\xc3\xa9\xe2\x82\xac\xe2\x80\x9c\xd0\xb6"],
  ["text/plain; charset=x-none-such", "\xc3\xa9\xe2\x82\xac\xe2\x80\x9c\xd0\xb6"],
];

const flows = {
  "/body": `<template>{ "a": {{ string($body) }} }</template>`,
  "/json": `<template>{ "a": {{ $body/json/a }} }</template>`,
  "/form": `<template>{ "a": {{ $request/post/a }} }</template>`,
  "/text": `${from}<template>{ "a": {{ body("u") }} }</template>`,
  "/members": `${from}<template>{ "a": {{ string(content("u")//a) }} }</template>`,
  ...Object.fromEntries(
    echoed.map(([type], index) => [`/echo/${index}`, `<echo mime="${type}">é€“ж</echo>`]),
  ),
  "/copy": `<set-response-headers>{ "Content-Type": {{ $request/get/type }} }</set-response-headers><eval out="$t">$request/get/text</eval><copy in="$t"/>`,
  "/field": `<set-response-headers>{ "Content-Type": {{ $request/get/type }} }</set-response-headers><template>{ "a": {{ $request/get/text }} }</template>`,
  "/sent": `<request>{ "url": {{ concat($env/UP, "/echo") }}, "body": { "mime": {{ $request/get/type }}, "value": {{ $request/get/text }} } }</request><pass-body mime="application/octet-stream"/>`,
  "/upload": `<request>{ "url": {{ concat($env/UP, "/echo") }}, "uploads": [{ "name": "a", "filename": "a.txt", "mime": {{ $request/get/type }}, "value": {{ $request/get/text }} }] }</request><pass-body mime="application/octet-stream"/>`,
  "/query": `<request>{ "url": {{ concat($env/UP, "/query") }}, "encoding": "ISO-8859-1", "query": { "a": {{ $request/get/text }} } }</request><pass-body mime="application/octet-stream"/>`,
};

let system: RunningServer;
let out = "";
beforeAll(async () => {
  system = await upstream(async (request, response) => {
    const { "x-answer": answer = "", "x-type": type = "" } = request.headers;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === "/echo") response.end(Buffer.concat(chunks));
    else if (request.url?.startsWith("/query")) response.end(request.url);
    else response.setHeader("content-type", String(type)).end(Buffer.from(String(answer), "hex"));
  });
  out = await built(apiFiles(flows));
});
afterAll(() => system.stop());

/** Bytes and text. */
type Sample = readonly [bytes: readonly number[], text: string];

const controls: Sample = [
  [...Array.from({ length: 32 }, (_, index) => 0x80 + index), 0xa0, 0xe9, 0xff],
  "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ\xa0éÿ",
];

/** All names of windows-1252 in the Encoding Standard, and sets that platforms have got wrong. */
const windows1252 =
  "ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252".split(
    " ",
  );
const sets: Readonly<Record<string, Sample>> = {
  ...Object.fromEntries(windows1252.map((label) => [label, controls])),
  "ISO-8859-1": controls,
  '" Latin1 "': controls,
  "koi8-u": [[0xa4, 0xae, 0xbe, 0xc0], "єўЎю"],
  "koi8-r": [[0xa3, 0xc0], "ёю"],
  "windows-1250": [[0x80, 0x9c], "€ś"],
  "windows-1251": [[0x80, 0xe9], "Ђй"],
  "windows-1253": [[0xc1, 0xaa], "Α\ufffd"],
  "windows-1255": [[0x81, 0xca, 0xe0], "\x81\u05baא"],
  "windows-874": [[0x80, 0xdb, 0xfc, 0xa1], "€\ufffd\ufffdก"],
  ibm866: [[0x80, 0x7f, 0xff], "А\x7f\xa0"],
  "iso-8859-2": [[0x80, 0xb1], "\x80ą"],
  "iso-8859-15": [[0xa4, 0xe9], "€é"],
  "iso-8859-16": [[0xa1, 0xa4, 0xaa, 0xff], "Ą€Șÿ"],
  macintosh: [[0x80, 0xca], "Ä\xa0"],
  "utf-8": [[0xc3, 0xa9, 0xff], "é\ufffd"],
  "x-none-such": [[0xc3, 0xa9], "é"],
};

interface Asked {
  readonly path: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly isUpstream?: boolean;
}

async function read(app: RunningProcess, { path, type, bytes, isUpstream = false }: Asked) {
  const response = isUpstream
    ? await app.get(`/t${path}`, {
        headers: { "x-type": type, "x-answer": Buffer.from(bytes).toString("hex") },
      })
    : await app.get(`/t${path}`, {
        method: "POST",
        headers: { "content-type": type },
        body: bytes as Uint8Array<ArrayBuffer>,
      });
  return (await response.json()) as { a: string };
}

const joined = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

/** The readers of text, and what is around it in a body of theirs. */
const readers: Readonly<Record<string, (label: string, bytes: readonly number[]) => Asked>> = {
  "the client's text": (label, bytes) => ({
    path: "/body",
    type: `text/plain; charset=${label}`,
    bytes: joined(bytes),
  }),
  "the client's XML": (label, bytes) => ({
    path: "/body",
    type: `application/xml; charset=${label}`,
    bytes: joined(bytes),
  }),
  "the client's JSON": (label, bytes) => ({
    path: "/json",
    type: `application/json; charset=${label}`,
    bytes: joined('{"a":"', bytes, '"}'),
  }),
  "a form": (label, bytes) => ({
    path: "/form",
    type: `application/x-www-form-urlencoded; charset=${label}`,
    bytes: joined("a=", bytes),
  }),
  "a part of a form": (label, bytes) => ({
    path: "/form",
    type: "multipart/form-data; boundary=b",
    bytes: joined(
      `--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=${label}\r\n\r\n`,
      bytes,
      "\r\n--b--\r\n",
    ),
  }),
  "an upstream system's text": (label, bytes) => ({
    path: "/text",
    type: `text/csv; charset=${label}`,
    bytes: joined(bytes),
    isUpstream: true,
  }),
  ...Object.fromEntries(
    ["application/xml", "text/xml", "application/soap+xml", "text/html"].map((type) => [
      `an upstream system's ${type}`,
      (label: string, bytes: readonly number[]) => ({
        path: "/members",
        type: `${type}; charset=${label}`,
        bytes: joined("<a>", bytes, "</a>"),
        isUpstream: true,
      }),
    ]),
  ),
  ...Object.fromEntries(
    ["application/json", "application/problem+json"].map((type) => [
      `an upstream system's ${type}`,
      (label: string, bytes: readonly number[]) => ({
        path: "/members",
        type: `${type}; charset=${label}`,
        bytes: joined('{"a":"', bytes, '"}'),
        isUpstream: true,
      }),
    ]),
  ),
};

/** What an upstream system's XML is not, if it is no text in its set. */
const isStrict = (reader: string, text: string): boolean => /xml/.test(reader) && text.includes("\ufffd");

const node = { name: "node", needs: { name: "Node", isThere: true }, start: served };

describe.each([node, ...elsewhere])("$name", ({ needs, start }) => {
  describe("reads", needing(needs), () => {
    let app: RunningProcess;
    beforeAll(async () => {
      app = await start(out, { UP: system.url });
    });

    test.each(Object.entries(readers))("%s in each set", async (reader, asked) => {
      const got: Record<string, string> = {};
      const expected: Record<string, string> = {};
      for (const [label, [bytes, text]] of Object.entries(sets)) {
        if (isStrict(reader, text) && reader !== "the client's XML") continue;
        got[label] = (await read(app, asked(label, bytes))).a;
        expected[label] = text;
      }
      expect(got).toEqual(expected);
    });

    const units = (text: string, isBig: boolean): Buffer => {
      const bytes = Buffer.from(text, "utf16le");
      return isBig ? bytes.swap16() : bytes;
    };
    const marked: readonly (readonly [string, (text: string) => Buffer])[] = [
      ["UTF-8", (text) => Buffer.from(`\ufeff${text}`)],
      ["UTF-16, low byte first", (text) => units(`\ufeff${text}`, false)],
      ["UTF-16, high byte first", (text) => units(`\ufeff${text}`, true)],
    ];
    test.each(marked)("the mark of %s wins over the content type", async (_, encoded) => {
      for (const charset of ["", "; charset=iso-8859-1", "; charset=utf-8", "; charset=utf-16be"]) {
        const one = (path: string, type: string, text: string, isUpstream: boolean) =>
          read(app, { path, type: type + charset, bytes: encoded(text), isUpstream });
        expect(await one("/body", "text/plain", "é€", false)).toEqual({ a: "é€" });
        expect(await one("/json", "application/json", '{"a":"é€"}', false)).toEqual({ a: "é€" });
        expect(await one("/text", "text/plain", "é€", true)).toEqual({ a: "é€" });
        expect(await one("/members", "application/xml", "<a>é€</a>", true)).toEqual({ a: "é€" });
        expect(await one("/members", "text/html", "<a>é€</a>", true)).toEqual({ a: "é€" });
        expect(await one("/members", "application/json", '{"a":"é€"}', true)).toEqual({ a: "é€" });
      }
    });

    test("UTF-16 without a mark", async () => {
      for (const [charset, isBig] of [
        ["utf-16", false],
        ["utf-16le", false],
        ["utf-16be", true],
      ] as const) {
        const type = `application/json; charset=${charset}`;
        const bytes = units('{"a":"é€"}', isBig);
        expect(await read(app, { path: "/json", type, bytes })).toEqual({ a: "é€" });
      }
    });

    test("a mark is a character of a form", async () => {
      const type = "application/x-www-form-urlencoded";
      const bytes = Buffer.from("a=\ufeffé");
      expect(await read(app, { path: "/form", type, bytes })).toEqual({ a: "\ufeffé" });
    });

    const declared: readonly (readonly [type: string, start: string, text: string])[] = [
      ["text/xml", '<?xml version="1.0" encoding="windows-1252"?>', "é€"],
      ["text/xml", "<?xml version='1.0' encoding='iso-8859-1' standalone='yes'?>", "é€"],
      ["application/rss+xml", '<?xml version="1.0" encoding="iso-8859-15"?>', "é\x80"],
      ["text/xml; charset=iso-8859-2", '<?xml version="1.0" encoding="windows-1252"?>', "é\x80"],
      ["text/html", '<meta charset="windows-1252">', "é€"],
      ["text/html", "<!DOCTYPE html><html><head><META CHARSET = iso-8859-1 />", "é€"],
      ["text/html", `<meta http-equiv="Content-Type" content="text/html; charset=latin1">`, "é€"],
      ["text/html", '<!-- <meta charset="koi8-r"> --><meta charset=cp1252>', "é€"],
      ["text/html", '<meta name="d" content="a charset=koi8-r"><meta charset=cp1252>', "é€"],
      ["text/html; charset=iso-8859-2", '<meta charset="windows-1252">', "é\x80"],
      ["text/html", `<meta name="${"x".repeat(1024)}"><meta charset="windows-1252">`, "\ufffd"],
      ["text/html", '<meta charset="utf-16">', "\ufffd"],
    ];
    test.each(declared)("%s: %s", async (type, start, text) => {
      const bytes = joined(start, "<a>", [0xe9, 0x80], "</a>");
      expect(await read(app, { path: "/members", type, bytes, isUpstream: true })).toEqual({ a: text });
    });
  });
});

describe("writes", () => {
  let app: RunningProcess;
  beforeAll(async () => {
    app = await served(out, { UP: system.url });
  });

  const written = async (path: string, type: string, text: string) => {
    const query = new URLSearchParams({ type, text });
    const response = await app.get(`/t${path}?${query}`);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(Number(response.headers.get("content-length") ?? bytes.length)).toBe(bytes.length);
    return bytes.toString("latin1");
  };
  const utf8 = (text: string) => Buffer.from(text).toString("latin1");

  test.each(["/copy", "/sent"])("%s", async (path) => {
    for (const label of windows1252)
      expect(await written(path, `text/plain; charset=${label}`, "é€“ж")).toBe("\xe9\x80\x93?");
    for (const [type, bytes] of echoed) expect(await written(path, type, "é€“ж")).toBe(bytes);
  });

  test("<echo>", async () => {
    for (const [index, [, bytes]] of echoed.entries())
      expect(await written(`/echo/${index}`, "", "")).toBe(bytes);
  });

  test("a form with an upload", async () => {
    const form = await written("/upload", "text/plain; charset=windows-1252", "é€");
    expect(form).toContain("\r\n\r\n\xe9\x80\r\n");
  });

  test("JSON, which says the same in each set", async () => {
    const json = await written("/field", "application/json; charset=iso-8859-1", "é€😀");
    expect(json).toBe('{"a":"\\u00e9\\u20ac\\ud83d\\ude00"}');
    expect(await written("/field", "application/json", "é€")).toBe(utf8('{"a":"é€"}'));
  });

  test("a type that the flow sets as a field", async () => {
    expect(await written("/field", "text/plain; charset=latin1", "é€")).toBe('{"a":"\xe9\x80"}');
  });

  test("a query", async () => {
    expect(await written("/query", "", "é€ж")).toBe("/query?a=%E9%80%3F");
  });
});
