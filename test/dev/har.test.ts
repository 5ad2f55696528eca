/** Requests from other programs, as HAR 1.2. */
import { describe, expect, test } from "vitest";
import { readHar } from "../../bin/recording/har.js";
import type { Trace } from "../../runtime/observe/trace/format.js";
import { Masks } from "../../runtime/observe/trace/masks.js";
import { describing } from "../commands/app.js";
import { DevServer } from "./support/dev-server.js";

const read = (har: unknown, shows = false) => readHar(har, () => new Masks(new Set(["own"]), shows));

/** As browsers write it, with members of their own. */
const entry = {
  _initiator: { type: "script" },
  _priority: "High",
  _resourceType: "fetch",
  startedDateTime: "2026-11-22T10:00:00.000Z",
  time: 12.5,
  request: {
    method: "POST",
    url: "https://shop.example/api/users?name=Mei&x=1",
    httpVersion: "HTTP/1.1",
    cookies: [{ name: "sid", value: "s3cret77" }],
    headers: [
      { name: "cookie", value: "sid=s3cret77" },
      { name: "content-type", value: "application/json" },
    ],
    queryString: [],
    postData: { mimeType: "application/json", text: '{"a":1}' },
    headersSize: -1,
    bodySize: 7,
  },
  response: {
    status: 201,
    statusText: "Created",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: [{ name: "content-type", value: "image/png" }],
    content: { size: 8, mimeType: "image/png", text: "iVBORw0KGgo=", encoding: "base64" },
    redirectURL: "",
    headersSize: -1,
    bodySize: 8,
  },
  cache: {},
  timings: { send: 0, wait: 12.5, receive: 0 },
};

const archive = (...entries: readonly unknown[]) => ({
  log: { version: "1.2", creator: { name: "a", version: "1" }, entries },
});

describe("a HAR that is read", () => {
  test("gives its requests and their answers", () => {
    const { traces, left } = read(archive(entry, { request: { method: "GET", url: "/b" } }));
    expect(left).toBe(0);
    expect(traces).toMatchObject([
      {
        startedAt: Date.UTC(2026, 10, 22, 10),
        duration: 12.5,
        route: "",
        flow: "",
        request: {
          method: "POST",
          target: "/api/users?name=Mei&x=1",
          fields: [
            ["cookie", "sid=***"],
            ["content-type", "application/json"],
          ],
          body: { text: '{"a":1}', bytes: 7 },
        },
        response: {
          status: 201,
          fields: [["content-type", "image/png"]],
          body: { base64: "iVBORw0KGgo=", bytes: 8 },
        },
        events: [],
        hasSecrets: true,
      },
      { request: { method: "GET", target: "/b" }, response: undefined, hasSecrets: false },
    ]);
    expect(traces[0]?.id).not.toBe(traces[1]?.id);
  });

  test("says of bodies that are left out how long they were, if it knows", () => {
    const answers = [{ content: { size: 9000 } }, { content: { size: 0 } }, {}];
    const { traces } = read(
      archive(...answers.map((answer) => ({ ...entry, response: { status: 200, ...answer } }))),
    );
    expect(traces.map(({ response }) => response?.body)).toEqual([
      expect.objectContaining({ bytes: 9000 }),
      undefined,
      undefined,
    ]);
  });

  test("is in the list of requests", async () => {
    const server = await DevServer.start({
      args: ["--quiet"],
      files: {
        "swagger.yaml": describing({ "/a": "a.xml" }),
        "a.xml": "<flow><template>1</template></flow>",
      },
    });
    expect(await server.api("/har", "POST", archive(entry))).toEqual({ keys: [1], left: 0 });
    const trace = await server.api<Trace>("/requests/1");
    expect(trace.request.target).toBe("/api/users?name=Mei&x=1");
    expect(JSON.stringify(trace)).not.toContain("s3cret77");
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
    const masked = { ...entry.request, headers: [{ name: "cookie", value: "***" }] };
    expect(read(archive({ request: masked })).traces[0]?.request.fields).toContainEqual(["cookie", "***"]);
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
