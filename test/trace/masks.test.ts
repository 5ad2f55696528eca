/** Bodies in which secrets stand in every way that one can be written: none is kept, whichever door it comes through. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readHar } from "../../bin/recording/har.js";
import { Masks } from "../../runtime/observe/trace/masks.js";
import { apiFiles, basePath } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";
import { costOf, harCostOf, hostile, repeated } from "./hostile-bodies.js";
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

// `mask-costs.test.ts` shows how costs grow; these are quick as long as they do not grow with the square.
test("hostile bodies are masked in a moment", () => {
  for (const [name, [type, body]] of Object.entries(hostile))
    expect({ name, isFast: costOf(type, body(1)) < 1_500 }).toEqual({ name, isFast: true });
  for (const text of repeated(30_000))
    expect({ text: text.slice(0, 12), isFast: harCostOf(text) < 1_500 }).toEqual({
      text: text.slice(0, 12),
      isFast: true,
    });
});
