/** The demands that the JSON of `<request>` can make, beyond the specification's own tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withEnv } from "../runtime-http/support.js";
import { ask, flow, type Sample, samples } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { failed, sees, useMirror } from "./environment.js";
import type { Mirrored } from "./mirror.js";

useMirror();

const request = (more: string, path = "/x") =>
  `<request>{ "url": {{ concat($env/UPSTREAM, "${path}") }}, ${more} }</request>`;

/** JSON of which the build does not look at what it says. */
const computed = (json: string, use: (value: string) => string): string =>
  `<template out="$computed">${json}</template>${use("{{ $computed }}")}`;

const seesUrl = (url: string) => sees((seen) => expect(seen.url).toBe(url));

samples("encoding", {
  "of the query": {
    flow: request(`"encoding": "ISO-8859-1", "query": { "ä b": "ü~", "c": "日" }`),
    check: seesUrl("/x?%E4%20b=%FC~&c=%3F"),
  },
  "of the URL, and of a query in it": {
    flow: request(`"encoding": "ISO-8859-1"`, "/ä/b?c=ü%20"),
    check: seesUrl("/%E4/b?c=%FC%20"),
  },
  "of a query that is a string": {
    flow: request(`"encoding": "iso-8859-15", "query": "a=€"`),
    check: seesUrl("/x?a=%A4"),
  },
  "of form data": {
    flow: request(`"encoding": "ISO-8859-1", "post": { "ä": "ü +" }`),
    check: sees((seen) => expect(seen.body).toBe("%E4=%FC+%2B")),
  },
  "UTF-8 is the default": {
    flow: request(`"encoding": "utf-8", "query": { "ä": "1" }, "post": { "ä": "ü +" }`),
    check: sees((seen) => expect(seen).toMatchObject({ url: "/x?%C3%A4=1", body: "%C3%A4=%C3%BC+%2B" })),
  },
  ...["UTF-16", "Shift_JIS", "no-charset"].map(
    (name): Sample => ({
      name: `${name} cannot be written`,
      flow: request(`"encoding": {{ string("${name}") }}`),
      status: 502,
      check: failed(/cannot be written in this encoding/),
    }),
  ),
});

samples("query-encoding-raw-chars", {
  "stay as they are": {
    flow: request(`"query": { "a[]": "b,c;d" }, "options": { "query-encoding-raw-chars": "[]," }`),
    check: seesUrl("/x?a[]=b,c%3Bd"),
  },
  "in another charset, too": {
    flow: request(
      `"encoding": "latin1", "query": { "a:": "ä" }, "options": { "query-encoding-raw-chars": ":" }`,
    ),
    check: seesUrl("/x?a:=%E4"),
  },
  "of a proxy": {
    flow: `<proxy-request>{ "origin": {{ $env/UPSTREAM }}, "stripEndpoint": true, "query": { "a": ":," }, "options": { "query-encoding-raw-chars": ":" } }</proxy-request>`,
    check: seesUrl("/?a=:%2C"),
  },
});

/** The parts of a form: name, file name, type and content. */
function partsOf({ headers, body }: Mirrored): readonly (readonly (string | undefined)[])[] {
  const [, boundary = ""] = /^multipart\/form-data; boundary=(.*)$/.exec(headers["content-type"] ?? "") ?? [];
  const pieces = body.split(`--${boundary}`);
  expect([pieces[0], pieces.at(-1)]).toEqual(["", "--\r\n"]);
  return pieces.slice(1, -1).map((piece) => {
    const part =
      /^\r\nContent-Disposition: form-data; name="([^"\r\n]*)"(?:; filename="([^"\r\n]*)")?(?:\r\nContent-Type: (.*))?\r\n\r\n([\s\S]*)\r\n$/;
    return part.exec(piece)?.slice(1) ?? [piece];
  });
}

const uploads = (list: string, more = "") =>
  `<template out="$json">{ "a": 1 }</template><eval out="$text">"some text"</eval>${request(`"uploads": ${list}${more}`)}`;

const seesParts = (...parts: readonly (readonly (string | undefined)[])[]): Sample["check"] =>
  sees((seen) => {
    expect(seen.method).toBe("POST");
    expect(partsOf(seen)).toEqual(parts);
  });

const none = undefined;

samples("uploads", {
  "values and variables": {
    flow: uploads(`[
      { "name": "plain", "value": "some text" },
      { "name": "text", "value": "some text", "filename": "a.txt" },
      { "name": "html", "value": "&lt;p>", "filename": "a.html", "mime": "text/html" },
      { "name": "json", "value": { "b": [ 1 ] }, "filename": "b.json" },
      { "name": "variable", "src": "$json", "filename": "c.json" },
      { "name": "string", "src": "$text" }
    ]`),
    check: seesParts(
      ["plain", none, none, "some text"],
      ["text", "a.txt", "text/plain", "some text"],
      ["html", "a.html", "text/html", "<p>"],
      ["json", "b.json", "application/json", '{"b":[1]}'],
      ["variable", "c.json", "application/json", '{"a":1}'],
      ["string", none, none, "some text"],
    ),
  },
  "beside the fields of post": {
    flow: uploads(`[ { "name": "b", "value": "2" } ]`, `, "post": { "a": 1 }, "body": { "value": "no" }`),
    check: seesParts(["a", none, none, "1"], ["b", none, none, "2"]),
  },
  "the client's body": {
    flow: uploads(`[ { "name": "b", "src": "$body", "filename": "b" } ]`),
    request: { body: "\u0000ä", headers: { "content-type": "image/png" } },
    check: seesParts(["b", "b", "image/png", "\u0000ä"]),
  },
  "names that would end the field": {
    flow: uploads(`[ { "name": "a\\"; x=\\"", "value": "1", "filename": "b\\r\\nX-C: \\"" } ]`),
    check: seesParts(["a%22; x=%22", "b%0D%0AX-C: %22", "text/plain", "1"]),
  },
  ...[
    `{}`,
    `[ 1 ]`,
    `[ { "value": "1" } ]`,
    `[ { "name": "" } ]`,
    `[ { "name": "a", "mime": "a\\nb" } ]`,
  ].map(
    (list): Sample => ({
      name: `${list} fails`,
      flow: computed(list, uploads),
      status: 502,
      check: failed(/upload/),
    }),
  ),
});

samples("what no flow of the app names", {
  ...[
    { encoding: "latin1" },
    { uploads: [] },
    ...["proxy-server", "tls-version", "ignore-certificate-errors"].map((name) => ({
      options: { [name]: true },
    })),
  ].map(
    (config): Sample => ({
      name: `fails: ${JSON.stringify(config)}`,
      flow: `<template out="$config">{ "main": {{ $body/json }} }</template><requests src="$config"/>`,
      request: { json: { url: "http://127.0.0.1:1/", ...config } },
      status: 502,
      check: failed(/cannot (be written|send uploads|carry out)/),
    }),
  ),
});

samples("set-response-headers", {
  "takes the place of what the upstream sends": {
    flow: `${request(
      `"options": { "set-response-headers": { "Cache-Control": "s-maxage=3600", "Set-Cookie": ["a=1", "b=2"], "X-Gone": null } }`,
      "/?field=cache-control:no-store&amp;field=x-gone:1",
    )}<template>{{ $upstream/main/headers }}</template>`,
    check: ({ json }) => {
      expect(json()).toMatchObject({ "cache-control": "s-maxage=3600", "set-cookie": ["a=1", "b=2"] });
      expect(json()).not.toHaveProperty("x-gone");
    },
  },
  "reaches the client of a proxy": {
    flow: `<proxy-request>{ "origin": {{ $env/UPSTREAM }}, "options": { "set-response-headers": { "X-Up": 2 } } }</proxy-request>`,
    request: { query: "field=x-up:1" },
    headers: { "x-up": "2" },
  },
  ...[`{ "Content-Length": "1" }`, `{ "a b": "1" }`, `{ "a": "1\\n2" }`, `{ "a": {} }`].map(
    (fields): Sample => ({
      name: `${fields} fails`,
      flow: computed(fields, (value) => request(`"options": { "set-response-headers": ${value} }`)),
      status: 502,
      check: failed(/response header field/),
    }),
  ),
});

describe("time-to-first-byte-timeout", () => {
  let slow: RunningServer;
  beforeAll(async () => {
    slow = await upstream(async (incoming, response) => {
      const [, head = "0", body = "0"] = incoming.url?.split("/") ?? [];
      await new Promise((resolve) => setTimeout(resolve, Number(head)));
      response.writeHead(200).write("a");
      await new Promise((resolve) => setTimeout(resolve, Number(body)));
      response.end("b");
    });
  });
  afterAll(() => slow.stop());

  const get = async (path: string, options: object) =>
    ask(await flow(`<request>${JSON.stringify({ url: `${slow.url}${path}`, options })}</request>`));

  test("counts until the response begins", async () => {
    failed(/No first byte within 0\.2 s/, 504)(await get("/500/0", { "time-to-first-byte-timeout": 0.2 }));
    expect((await get("/0/500", { "time-to-first-byte-timeout": 0.2 })).text).toBe("ab");
  });

  test("has a default", async () => {
    await withEnv({ FLOW_DEFAULT_TTFB_TIMEOUT: "0.2" }, async () => {
      failed(/No first byte within 0\.2 s/, 504)(await get("/500/0", {}));
      expect((await get("/300/0", { "time-to-first-byte-timeout": 1 })).text).toBe("ab");
    });
  });
});
