/** Bodies in which secrets stand in every way that one can be written: none is kept, whichever door it comes through. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readHar } from "../../bin/commands/dev/har/read.js";
import { keptBody, unbounded } from "../../runtime/observe/trace/kept-message.js";
import { Masks } from "../../runtime/observe/trace/masks.js";
import { apiFiles, basePath } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { bytes, form, hidden, inJson, part, secret } from "./secret-messages.js";
import { type TracedApp, trace, tracedApp } from "./support.js";

/** Bodies that stay as they are. */
const shown: Readonly<Record<string, readonly [type: string, body: string]>> = {
  JSON: ["application/json", '{ "a" : [1, 12345678901234567890, "ö\\u00e9"], "shipping": "x" }'],
  "a form": ["application/x-www-form-urlencoded", "a=1&b=%7B%22c%22%3A1%7D&shipping=x"],
  "a form in parts": [form, `${part("a", "b")}${part("shipping", "c")}--b--\r\n`],
  XML: ["text/xml", `<a x='1'><!-- key --><b>&#228; &lt;</b><![CDATA[ < ]]></a>`],
  prose: ["text/plain", "The key was not found: see the author.\nThe session is over."],
};

let system: RunningServer;
let app: TracedApp;

beforeAll(async () => {
  system = await upstream(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    response
      .writeHead(200, { "content-type": request.headers["content-type"] ?? "" })
      .end(Buffer.concat(pieces));
  });
  app = await tracedApp(
    apiFiles({
      "/read": `<eval out="$all">$body</eval>
        <request content="again">{ "url": "${system.url}/", "method": "POST", "body": { "value": {{ string($body) }} } }</request>
        <eval out="$b">content("again")</eval><copy in="$all"/>`,
      "/passed": `<proxy-request>{ "url": "${system.url}/" }</proxy-request>`,
    }),
  );
});
afterAll(() => system.stop());

const forms = (value: string): readonly string[] => [
  value,
  Buffer.from(value).toString("base64").slice(2, -4),
  ...[inJson, `=${value}`].map((text) => Buffer.from(text).toString("base64").slice(0, 24)),
];

/** Everything that is kept of a request with this body. */
async function kept(path: string, type: string, body: Buffer | string) {
  const init = { method: "POST", headers: { "content-type": type }, body: new Uint8Array(Buffer.from(body)) };
  const { trace: made } = await trace(app, basePath + path, init);
  return made;
}

describe("is not kept", () => {
  test.each(Object.entries(hidden))("%s", async (_, [type, body]) => {
    for (const path of ["/read", "/passed"]) {
      const made = await kept(path, type, body);
      const text = JSON.stringify(made);
      for (const form of forms(secret)) expect(text).not.toContain(form);
      expect(made.hasSecrets).toBe(true);
    }
    const content = Buffer.from(body);
    const entry = {
      request: {
        method: "POST",
        url: "http://a.test/",
        postData: { mimeType: type, text: content.toString() },
      },
      response: {
        status: 200,
        content: {
          mimeType: type,
          text: content.toString("base64"),
          encoding: "base64",
          size: content.length,
        },
      },
    };
    const imported = JSON.stringify(readHar({ log: { entries: [entry] } }, () => new Masks()).traces);
    for (const form of forms(secret)) expect(imported).not.toContain(form);
  });

  test.each([
    ["JSON in a query", `?filter=${encodeURIComponent(inJson)}`, {}],
    ["a URL in a query", `?next=${encodeURIComponent(`https://a.test/?token=${secret}`)}`, {}],
    ["JSON in a header field", "", { "x-user": inJson }],
    ["pairs in a header field", "", { "x-auth-info": `realm="a", password="${secret}"` }],
  ])("%s", async (_, query, headers) => {
    const { trace: made } = await trace(app, `${basePath}/read${query}`, { headers });
    const text = JSON.stringify(made);
    expect(text).not.toContain(secret);
    expect(made.hasSecrets).toBe(true);
  });

  test("what the environment has by a secret name, where a flow copies it", async () => {
    const copying = await tracedApp(
      apiFiles({ "/a": '<eval out="$a">$env/CRM_PASSWORD</eval><template>{ "b": {{ $a }} }</template>' }),
    );
    const environment = { CRM_PASSWORD: secret };
    const { trace: made, text } = await trace(copying, `${basePath}/a`, {}, { environment });
    expect(text).toContain(secret);
    expect(JSON.stringify(made)).not.toContain(secret);
  });
});

describe("stays as it is", () => {
  test.each(Object.entries(shown))("%s", async (_, [type, body]) => {
    const { request } = await kept("/read", type, body);
    expect(request.body?.text).toBe(body);
  });

  test("a picture, and everything where secrets are shown", async () => {
    const [picture, data] = [bytes([0x89, 0x50, 0x4e, 0x47, 0]), bytes([0, 255, 1])];
    expect((await kept("/read", "image/png", picture)).request.body).toEqual({
      base64: picture.toString("base64"),
      bytes: 5,
    });
    const init = { method: "POST", headers: { "content-type": "a/b" }, body: new Uint8Array(data) };
    const { trace: made } = await trace(app, `${basePath}/read`, init, { showsSecrets: () => true });
    expect(made.request.body).toEqual({ base64: data.toString("base64"), bytes: 3 });
  });
});

test("hostile bodies cost no more than their length", () => {
  const many = 300_000;
  const texts = [
    "{".repeat(many),
    '["token"'.repeat(many),
    "<password>".repeat(many),
    "<a>".repeat(many) + "</b>".repeat(many),
    "token=".repeat(many),
    "token=*** ".repeat(many),
    '"\\"'.repeat(many),
    "<!DOCTYPE [".repeat(many),
    "password: [".repeat(many),
    `<p ${"a=".repeat(many)}`,
    JSON.stringify('x\\"token'.repeat(many)),
    "key".repeat(many),
    `${"-token".repeat(many)}=`,
  ];
  for (const text of texts) {
    const entry = { request: { method: "POST", url: "/", postData: { mimeType: "text/plain", text } } };
    const before = process.cpuUsage();
    readHar({ log: { entries: [entry] } }, () => new Masks());
    const { user, system: own } = process.cpuUsage(before);
    expect({ text: text.slice(0, 12), isFast: user + own < 5_000_000 }).toEqual({
      text: text.slice(0, 12),
      isFast: true,
    });
  }
});

test("secrets that touch, overlap or are parts of each other are all hidden, whenever each became known", () => {
  const secrets = [
    "password",
    "hunter22-of-alice",
    "22-of-alice-and-bob",
    "alice-and",
    "xhunter22",
    "bob-and-eve",
  ];
  const text = "passwordhunter22-of-alice-and-bob-and-eve, xhunter22, alice-and.";
  for (const [first, ...others] of secrets.map((_, at) => [...secrets.slice(at), ...secrets.slice(0, at)])) {
    const masks = new Masks();
    for (const secret of [first ?? "", ...others]) {
      masks.remember(secret);
      masks.masked(text); // each is looked for by itself from now on
    }
    expect(masks.masked(text)).toBe("******, ***, ***.");
  }
});

/** Milliseconds of the processor. */
function costOf(type: string, body: string): number {
  const content = new TextEncoder().encode(body);
  const before = process.cpuUsage();
  const masks = new Masks(undefined, false, (secret) => `hidden-${secret.length}`);
  keptBody([["content-type", type]], { bytes: content, length: content.length }, masks, unbounded);
  const { user, system: own } = process.cpuUsage(before);
  return (user + own) / 1000;
}

const passwords = (count: number, length: number): string =>
  JSON.stringify({
    p: Array.from({ length: count }, (_, index) => ({ password: "a".repeat(length) + index })),
    x: "a".repeat(count * length),
  });

/** Bodies whose secrets are as hard to find as may be, by a size. */
const hostile: Readonly<Record<string, readonly [type: string, body: (size: number) => string]>> = {
  "long secrets with one beginning": ["application/json", (size) => passwords(50 * size, 500)],
  "many short secrets with one beginning": ["application/json", (size) => passwords(400 * size, 20)],
  "secrets that are parts of each other": [
    "application/json",
    (size) =>
      JSON.stringify([
        ...Array.from({ length: 100 * size }, (_, index) => ({ token: "ab".repeat(3 + index) })),
        "ab".repeat(50_000 * size),
      ]),
  ],
  "names and values": [
    "application/json",
    (size) =>
      JSON.stringify(Array.from({ length: 5_000 * size }, () => ({ Key: "password", Value: "a-b-c-d" }))),
  ],
  "a form": [
    "application/x-www-form-urlencoded",
    (size) => "name=password&value=aaaaaaab&".repeat(5_000 * size),
  ],
  elements: ["text/xml", (size) => `<a>${"<p key='token'>aaaaaaab</p>".repeat(5_000 * size)}</a>`],
  lines: ["text/plain", (size) => "name: password\nvalue: aaaaaaab\n".repeat(5_000 * size)],
  "a table": ["text/csv", (size) => `key,value\n${"password,aaaaaaab\n".repeat(10_000 * size)}`],
  "a form in parts": [form, (size) => part("password", "aaaaaaab").repeat(400 * size)],
  "digits of cards": ["text/plain", (size) => "4111 1111 1111 1112 ".repeat(10_000 * size)],
  "letters of accounts": ["text/plain", (size) => "DE00 AAAA ".repeat(20_000 * size)],
  paths: ["text/plain", (size) => "/a?token=".repeat(10_000 * size)],
};

test("twice the body costs no more than twice as much, whatever its secrets are like", () => {
  for (const [name, [type, body]] of Object.entries(hostile)) {
    const [small, large] = [body(1), body(2)];
    let [once, twice] = [Infinity, Infinity];
    // The fastest of some runs: the machine may have other work. What takes a moment is noise.
    const isLinear = () => twice < 2.2 * once + 10;
    for (let run = 0; run < 20 && (run < 3 || !isLinear()); run++) {
      once = Math.min(once, costOf(type, small));
      twice = Math.min(twice, costOf(type, large));
    }
    expect({ name, once, twice, isLinear: isLinear() }).toMatchObject({ name, isLinear: true });
  }
  const cost = Math.min(...[1, 2, 3].map(() => costOf("application/json", passwords(100, 500))));
  expect(cost).toBeLessThan(500);
});
