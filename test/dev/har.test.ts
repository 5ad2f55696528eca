/** Requests as HAR 1.2, from and to other programs. */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, onTestFinished, test } from "vitest";
import { readHar } from "../../bin/commands/dev/har/read.js";
import type { Har } from "../../bin/commands/dev/har/write.js";
import { writeHar } from "../../bin/commands/dev/har/write.js";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { Masks } from "../../runtime/observe/trace/masks.js";
import { describing } from "../commands/app.js";
import { upstream } from "../support/servers.js";
import { DevServer } from "./support/dev-server.js";
import { body, exchange, traceOf } from "./support/traces.js";

const validate = harValidator();

/** The published schemas of HAR 1.2. */
function harValidator() {
  const require = createRequire(import.meta.url);
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
  const directory = join(dirname(require.resolve("har-schema/package.json")), "lib");
  for (const file of readdirSync(directory).filter((name) => name.endsWith(".json")))
    ajv.addSchema(JSON.parse(readFileSync(join(directory, file), "utf8")));
  const valid = ajv.getSchema("har.json#");
  if (valid === undefined) throw new Error("there is no schema of HAR");
  return (har: unknown) => {
    valid(har);
    return valid.errors ?? [];
  };
}

const written = (...traces: Trace[]): Har =>
  JSON.parse(JSON.stringify(writeHar(traces, "http://127.0.0.1:8080", "1.2.3"))) as Har;

const read = (har: unknown, shows = false) => readHar(har, () => new Masks(new Set(["own"]), shows));

const trace = traceOf({
  method: "POST",
  target: "/api/users?name=Mei&x=1",
  fields: [
    ["cookie", "***"],
    ["accept", "*/*"],
  ],
  sent: body("application/json", '{"a":1}'),
  flow: "users/create.xml",
  status: 201,
  answer: body("text/plain", "made"),
});

/** With a redirect, a cached and invalid answer, a failure, and a request that was never sent. */
const asking = traceOf({
  target: "/api/a",
  flow: "a.xml",
  answer: body("text/plain", "made"),
  events: [
    exchange("users", "https://users.example/v1?limit=5", body("application/json", "[1]"), {
      at: 2.5,
      place: "a.xml:3:5",
      request: {
        method: "POST",
        target: "https://users.example/v1?limit=5",
        fields: [
          ["authorization", "***"],
          ["content-type", "image/png"],
        ],
        body: { base64: "iVBORw0KGgo=", bytes: 8 },
      },
      timing: { connected: 1, firstByte: 4, ended: 4.5 },
      isReused: false,
      cache: "revalidated",
      violations: ["The body has no id."],
    }),
    exchange(
      "users",
      "https://users.example/v2",
      { ...body("text/plain", "x"), isCut: true, bytes: 99 },
      {
        at: 8,
        hop: 1,
        timing: { connected: 0.5 },
        isReused: true,
      },
    ),
    {
      kind: "upstream",
      at: 9,
      id: "main",
      hop: 0,
      request: { method: "", target: "", fields: [] },
      failure: "Could not connect.",
      timing: { ended: 2 },
      isMocked: true,
    },
  ],
});

const exchangesOf = ({ events }: Trace) => events.filter(({ kind }) => kind === "upstream");

describe("a HAR that is written", () => {
  test("is valid, and has the upstream exchanges of a request behind it", () => {
    const har = written(asking, trace);
    expect(validate(har)).toEqual([]);
    expect(har.log.entries).toMatchObject([
      { _flowc: { id: asking.id } },
      {
        startedDateTime: new Date(asking.startedAt + 2.5).toISOString(),
        time: 4.5,
        timings: { blocked: 0, connect: 1, send: 0, wait: 3, receive: 0.5 },
        request: { method: "POST", url: "https://users.example/v1?limit=5" },
        response: { status: 200, content: { text: "[1]" } },
        _parent: asking.id,
        _initiator: { type: "script", url: "a.xml", lineNumber: 2 },
      },
      {
        timings: { blocked: 0.5, connect: 0, wait: 0, receive: 0 },
        _initiator: { type: "script", url: "a.xml" },
      },
      { time: 2, timings: { wait: 2 }, response: { status: 0 }, _error: "Could not connect." },
      { request: { method: "POST", url: "http://127.0.0.1:8080/api/users?name=Mei&x=1" } },
    ]);
    for (const { time, timings } of har.log.entries)
      expect(Object.values(timings).reduce((sum, each) => sum + each)).toBe(time);
  });

  test("is valid, and has the request and its answer", () => {
    const har = written(trace);
    expect(validate(har)).toEqual([]);
    expect(har.log.creator).toEqual({ name: "flowc", version: "1.2.3" });
    expect(har.log.entries).toMatchObject([
      {
        startedDateTime: new Date(trace.startedAt).toISOString(),
        time: 1,
        request: {
          method: "POST",
          url: "http://127.0.0.1:8080/api/users?name=Mei&x=1",
          queryString: [
            { name: "name", value: "Mei" },
            { name: "x", value: "1" },
          ],
          postData: { mimeType: "application/json", text: '{"a":1}' },
          bodySize: 7,
        },
        response: { status: 201, statusText: "Created", content: { size: 4, text: "made" } },
      },
    ]);
  });

  test.each([
    ["<script>", "/api/<script>alert(1)</script>?q=\"'`{}|\\^[]"],
    ["broken escapes", "/api/%zz/%"],
    ["half a character", "/api/\ud800/\u{1f600}"],
    ["a fragment", "/a#b#c"],
  ])("is valid for a target with %s", (_, target) => {
    expect(validate(written({ ...trace, request: { ...trace.request, target } }))).toEqual([]);
  });

  test("is valid without an answer, without bodies, with bytes and with bodies that were cut", () => {
    const bytes = body("image/png", Uint8Array.of(0, 255, 128));
    const har = written(
      { ...trace, response: undefined, duration: undefined },
      traceOf({ target: "/", flow: "" }),
      traceOf({ target: "/", flow: "", sent: bytes, answer: { ...bytes, isCut: true, bytes: 9000 } }),
      traceOf({ target: "/", flow: "", answer: { type: "image/png", bytes: 3, isCut: true } }),
    );
    expect(validate(har)).toEqual([]);
    expect(har.log.entries[0]?.response.status).toBe(0);
    expect(har.log.entries[2]?.response.content).toMatchObject({ encoding: "base64", size: 9000 });
  });

  test("has the cookies that were sent and set", () => {
    const { request, response } = trace;
    const har = written({
      ...trace,
      request: { ...request, fields: [["Cookie", "a=1; b=2=3"]] },
      response: response && { ...response, fields: [["set-cookie", "c=4; Path=/; HttpOnly"]] },
    });
    expect(validate(har)).toEqual([]);
    expect(har.log.entries[0]?.request.cookies).toEqual([
      { name: "a", value: "1" },
      { name: "b", value: "2=3" },
    ]);
    expect(har.log.entries[0]?.response.cookies).toEqual([{ name: "c", value: "4" }]);
  });
});

describe("a HAR that is read", () => {
  test("gives the requests that were written", () => {
    const cut = traceOf({
      target: "/b",
      flow: "b.xml",
      sent: { ...body("a/b", "x"), isCut: true, bytes: 99 },
    });
    const bytes = traceOf({ target: "/c", flow: "c.xml", answer: body("a/b", Uint8Array.of(0, 255)) });
    for (const each of [trace, cut, bytes]) {
      const { id, startedAt, request, response, flow, route, duration } = each;
      const expected = { id, startedAt, request, response, flow, route, duration };
      expect(read(written(each), true).traces).toMatchObject([expected]);
    }
  });

  test("gives the upstream exchanges that were written, also where a program has sorted the entries", () => {
    const other = { ...traceOf({ target: "/b", flow: "b.xml" }), id: "other" };
    const har = written(asking, other);
    const [first, ...more] = har.log.entries;
    const sorted = { log: { ...har.log, entries: [first, ...more.toReversed()] } };
    for (const [read1, read2] of [read(har).traces, read(sorted).traces].map((traces) => [
      traces.find(({ id }) => id === asking.id),
      traces.find(({ id }) => id === "other"),
    ])) {
      expect(read1?.events.toSorted((a, b) => a.at - b.at)).toEqual(exchangesOf(asking));
      expect(read2).toMatchObject({ request: { target: "/b" }, events: [] });
    }
    expect(read(har).left).toBe(0);
  });

  test("shows again what the app asked of upstream systems", async () => {
    const system = await upstream(
      (_, response) => void response.setHeader("set-cookie", "sid=abc123").end("[1]"),
    );
    onTestFinished(() => system.stop());
    const server = await DevServer.start({
      args: ["--quiet", "--upstream", `SYSTEM=${system.url}`],
      files: {
        "swagger.yaml": describing({ "/a": "a.xml" }),
        "a.xml":
          '<flow>\n  <request>{ "url": {{ concat($env/SYSTEM, "/v1?token=t0psecret") }} }</request>\n</flow>\n',
      },
    });
    await fetch(`${server.app}/api/a`);
    const har = await server.api<Har>("/har");
    expect(validate(har)).toEqual([]);
    expect(har.log.entries.map(({ request }) => request.url)).toEqual([
      `${server.app}/api/a`,
      `${system.url}/v1?token=***`,
    ]);
    expect(JSON.stringify(har)).not.toMatch(/t0psecret|abc123/);
    const imported = await server.api<{ keys: number[]; left: number }>("/har", "POST", har);
    expect(imported).toEqual({ keys: [2], left: 0 });
    const [first, second] = [await server.api<Trace>("/requests/1"), await server.api<Trace>("/requests/2")];
    expect(exchangesOf(first).length).toBe(1);
    expect(exchangesOf(second)).toEqual(exchangesOf(first));
  });

  test("takes an exchange for a request where its request is missing, and trusts nothing that it says", () => {
    const [, upstream] = written(asking).log.entries;
    expect(read({ log: { entries: [upstream] } }).traces).toMatchObject([
      { request: { target: "/v1?limit=5" }, events: [] },
    ]);
    const hostile = {
      _parent: "p",
      request: { method: "GET\r\n", url: "javascript:alert(1)" },
      _flowc: {
        upstream: {
          id: { length: 1 },
          at: -1,
          hop: "1",
          place: "a".repeat(9000),
          timing: { ended: "late", connected: Number.NaN },
          cache: "constructor",
          violations: [7, "Bearer abc123def"],
          isMocked: "yes",
        },
      },
    };
    const parent = { request: { method: "GET", url: "/" }, _flowc: { id: "p" } };
    const entries = [parent, ...Array.from({ length: 150 }, () => hostile)];
    const { traces, left } = read({ log: { entries } });
    expect([traces.length, left, traces[0]?.events.length, traces[0]?.dropped]).toEqual([1, 0, 100, 50]);
    expect(traces[0]?.hasSecrets).toBe(true);
    expect(traces[0]?.events[0]).toEqual({
      kind: "upstream",
      at: 0,
      id: "",
      hop: 0,
      place: "a".repeat(200),
      request: { method: "", target: "", fields: [], body: undefined },
      timing: {},
      violations: ["", "Bearer ***"],
    });
  });

  test("keeps masked what was masked, and masks what another program wrote", () => {
    const request = {
      method: "POST",
      url: "https://example.com/login?token=tok-123456&a=1",
      headers: [
        { name: "Authorization", value: "Bearer abcdefgh" },
        { name: "x-copy", value: "of Bearer abcdefgh" },
        { name: "own", value: "1" },
      ],
      postData: { mimeType: "application/json", text: '{"user":{"password":"pw"},"a":[1]}' },
    };
    const form = "application/x-www-form-urlencoded";
    const response = {
      status: 200,
      headers: [{ name: "set-cookie", value: "sid=1" }],
      content: { mimeType: form, text: "a=1&access_token=2" },
    };
    const { traces } = read({ log: { entries: [{ request, response }] } });
    expect(traces).toMatchObject([
      {
        hasSecrets: true,
        request: {
          fields: [
            ["Authorization", "Bearer ***"],
            ["x-copy", "of Bearer ***"],
            ["own", "***"],
            ["content-type", "application/json"],
          ],
          body: { text: '{"user":{"password":"***"},"a":[1]}' },
        },
        response: {
          fields: [
            ["set-cookie", "sid=***"],
            ["content-type", form],
          ],
          body: { text: "a=1&access_token=***" },
        },
      },
    ]);
    expect(traces[0]?.request.target).toMatch(/^\/login\?token=(?!tok-).*&a=1$/);
    expect(JSON.stringify(read(written(trace)).traces)).toContain('["cookie","***"]');
  });

  test("takes forms by their fields", () => {
    const postData = { mimeType: "application/x-www-form-urlencoded", params: [{ name: "a b", value: "&" }] };
    const { traces } = read({ log: { entries: [{ request: { method: "POST", url: "/", postData } }] } });
    expect(traces[0]?.request.body).toEqual({ text: "a+b=%26", bytes: 7 });
  });

  test.each([null, 1, "log", [], {}, { log: null }, { log: { entries: {} } }, { log: { entries: "a" } }])(
    "is refused if it is none: %j",
    (har) => {
      expect(() => read(har)).toThrow("This is no HAR");
    },
  );

  test.each([[null], [7], [{}], [{ request: { method: "GET /\r\nx: y" } }], [[]]])(
    "is refused with an entry that is no request: %j",
    (entry) => {
      expect(() => read({ log: { entries: [entry] } })).toThrow("entry 0 has no method");
    },
  );

  test("takes no field that a message cannot have, and nothing from a prototype", () => {
    const headers = [
      { name: ":method", value: "GET" },
      { name: "@/etc/passwd", value: "1" },
      { name: "x", value: "1\r\ny: 2\0" },
      { name: "", value: "" },
      null,
      7,
      "a",
    ];
    const request = { method: "GET", url: "javascript:alert(1)", headers, postData: "x", bodySize: "many" };
    const har = JSON.parse(
      JSON.stringify({
        log: { entries: [{ request, response: { status: 1e9 }, startedDateTime: 5, time: -1 }] },
      }).replace('"log"', '"__proto__":{"polluted":1},"log"'),
    );
    const { traces } = read(har);
    expect(traces).toMatchObject([
      { request: { target: "/", fields: [["x", "1  y: 2 "]] }, response: undefined },
    ]);
    expect(traces[0]?.duration).toBeUndefined();
    expect("polluted" in {}).toBe(false);
  });

  test("is bounded in entries, fields, texts and depth", () => {
    const request = {
      method: "GET",
      url: `/${"a".repeat(100_000)}`,
      headers: Array.from({ length: 5000 }, (_, index) => ({
        name: `x-${index}`,
        value: "v".repeat(20_000),
      })),
      postData: { mimeType: "application/json", text: "[".repeat(1_000_000) },
    };
    const entries = [
      { request },
      ...Array.from({ length: 999 }, () => ({ request: { method: "GET", url: "/" } })),
    ];
    const { traces, left } = read({ log: { entries } });
    expect([traces.length, left]).toEqual([250, 750]);
    const [first] = traces;
    expect(first?.request.fields.length).toBe(200);
    expect(JSON.stringify(first).length).toBeLessThan(2_200_000);
    expect(first?.request.body).toMatchObject({ isCut: true, bytes: 1_000_000 });
  });
});
