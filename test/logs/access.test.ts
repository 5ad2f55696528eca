/** The access log: one `engine_access` event for each request of a client. */
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { type Flow, fail, respond, type ServiceOptions, service } from "../../runtime/index.js";
import { type ClientRequest, send } from "../support/client.js";
import { app } from "../support/compile.js";
import { withLog } from "../support/log.js";

const files = {
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    basePath: "/api",
    "x-flow-init": "init.xml",
    "x-flow-cors": { "allowed-origins": ["https://shop.example"] },
    paths: {
      "/text": { get: { "x-flow": "deep/text.xml" }, post: { "x-flow": "body.xml" } },
      "/moved": { get: { "x-flow": "moved.xml" } },
      "/fails": { get: { "x-flow": "fails.xml" } },
      "/waits": { post: { "x-flow": "body.xml" } },
      "/empty": { post: { "x-flow": "empty.xml" } },
    },
  }),
  "init.xml": "<flow/>",
  "deep/text.xml": "<flow><echo>Größe</echo></flow>",
  "body.xml": "<flow><template>[ {{ string-length($body) }} ]</template></flow>",
  "moved.xml": `<flow><set-response-headers status="302">{ "Location": "https://a.test/?token=abc&amp;x=1" }</set-response-headers></flow>`,
  "fails.xml": `<flow><error status="418">"no"</error></flow>`,
  "empty.xml": `<flow><set-status code="204"/></flow>`,
  "conf/flow.xml": "<flow><echo>outside</echo></flow>",
};

const access = async (request: ClientRequest, one?: Hono) => {
  const { events } = await send(one ?? (await app(files)), request);
  return events.filter(({ type }) => type === "engine_access");
};

test("has the documented fields, in their order", async () => {
  const [event, ...others] = await access({
    path: "/api/text",
    query: "a=b",
    headers: { "User-Agent": "curl/7", Referer: "https://b.test/" },
  });
  expect(others).toEqual([]);
  expect(Object.entries(event ?? {})).toEqual(
    Object.entries({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/),
      type: "engine_access",
      requestID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: "http://client.test:8080/api/text?a=b",
      path: "/api/text?a=b",
      status: 200,
      method: "GET",
      agent: "curl/7",
      referrer: "https://b.test/",
      mime: "text/plain",
      realtime: expect.any(Number),
      bytes: 7,
      requestbytes: 0,
      flow: "deep/text.xml",
      requestmime: "",
      location: "",
      client_address: "",
      subject: "",
    }),
  );
});

test.each<[string, ClientRequest, object]>([
  [
    "bodies of requests that a flow reads",
    { method: "POST", path: "/api/text", body: "äöü", headers: { "content-type": "text/plain" } },
    { requestbytes: 6, requestmime: "text/plain", bytes: 3, flow: "body.xml" },
  ],
  [
    "bodies of requests that no flow reads, as announced",
    { method: "POST", path: "/api/empty", body: "äöü", headers: { "content-length": "6" } },
    { requestbytes: 6, status: 204, mime: "", bytes: 0 },
  ],
  [
    "redirects, without their secrets",
    { path: "/api/moved" },
    { status: 302, location: "https://a.test/?token=***&x=1", bytes: 0 },
  ],
  ["errors", { path: "/api/fails" }, { status: 418, mime: "application/json", flow: "fails.xml" }],
  ["unknown paths", { path: "/api/nowhere" }, { status: 400, flow: "" }],
  ["unknown methods", { method: "PUT", path: "/api/text" }, { status: 405, method: "PUT", flow: "" }],
  ["HEAD", { method: "HEAD", path: "/api/text" }, { status: 200, mime: "text/plain", bytes: 0 }],
  [
    "preflight requests",
    { method: "OPTIONS", path: "/api/text", headers: { origin: "https://shop.example" } },
    { status: 200, method: "OPTIONS", flow: "" },
  ],
  ["the flow outside of the base path", { path: "/x" }, { status: 200, flow: "conf/flow.xml", bytes: 7 }],
])("%s are logged", async (_, request, expected) => {
  expect(await access(request)).toMatchObject([expected]);
});

test("what no flow answers is logged", async () => {
  const { "conf/flow.xml": _, ...without } = files;
  expect(await access({ path: "/x" }, await app(without))).toMatchObject([
    { status: 404, mime: "text/plain", bytes: 9, flow: "" },
  ]);
});

test("a request has the same ID in all its events and in the flow", async () => {
  const one = await app({
    ...files,
    "fails.xml": `<flow><error>{ "message": {{ $request/id }} }</error></flow>`,
  });
  const { events } = await send(one, { path: "/api/fails" });
  const [alert, last] = events;
  expect(events).toMatchObject([{ type: "engine_alert" }, { type: "engine_access" }]);
  expect([alert?.requestID, alert?.message]).toEqual([last?.requestID, last?.requestID]);
});

test.each([
  [
    "path",
    "query",
    "?access_token=a&b=c&API-KEY=d&key=e&monkey=f",
    "?access_token=***&b=c&API-KEY=***&key=***&monkey=f",
  ],
  ["path", "query without values", "?token&secret", "?token&secret"],
])("the %s has no secrets: %s", async (_, __, query, expected) => {
  const [event] = await access({ path: `/api/text${query}` });
  expect(event?.path).toBe(`/api/text${expected}`);
  expect(event?.url).toBe(`http://client.test:8080/api/text${expected}`);
});

describe("names of secrets", () => {
  const isMasked = async (name: string): Promise<boolean> => {
    const [event] = await access({ path: `/api/text?${name}=v1` });
    if (event?.path !== `/api/text?${name}=***`) expect(event?.path).toBe(`/api/text?${name}=v1`);
    return event?.path === `/api/text?${name}=***`;
  };

  test.each([
    ...[
      "token",
      "%74oken",
      "%74%4F%4b%45n",
      "accessToken",
      "id_token",
      "secret",
      "clientSecret",
      "client.secret",
    ],
    ...["password", "userPass", "user-pass", "USER_PASS", "userpass", "passphrase", "pwd", "passcode"],
    ...["key", "accessKey", "access_key", "accesskey", "apikey", "X-API-Key", "private%5Fkey", "APIKey"],
    ...[
      "session",
      "sessionid",
      "session_id",
      "PHPSESSID",
      "JSESSIONID",
      "connect.sid",
      "sid",
      "auth",
      "XAuth",
    ],
    ...[
      "otp",
      "smsOtp",
      "pin",
      "userPin",
      "pin2",
      "cvv",
      "card[cvc]",
      "sig",
      "X-Amz-Signature",
      "hmac",
      "jwt",
    ],
    ...[
      "code",
      "Code",
      "%63ode",
      "auth_code",
      "authCode",
      "verification-code",
      "loginCode",
      "user[password]",
    ],
    ...["authorization", "authorisation", "credentials", "auth+code", "a;token"],
  ])("%s is one", async (name) => expect(await isMasked(name)).toBe(true));

  test.each([
    ...[
      "postcode",
      "post_code",
      "zipcode",
      "zip_code",
      "barcode",
      "status_code",
      "countryCode",
      "codec",
      "encode",
    ],
    ...[
      "shipping",
      "pinned",
      "spin",
      "opinion",
      "pinterest",
      "monkey",
      "keyword",
      "keyboard",
      "sidebar",
      "inside",
    ],
    ...["passenger", "compass", "author", "sessions", "designation", "sigma", "q", "%zz", "page", "a;b"],
  ])("%s is none", async (name) => expect(await isMasked(name)).toBe(false));

  test.each([
    ["a=1;token=x;b=2&c=3", "a=1;token=***&c=3"],
    ["token=x;y&c=3", "token=***&c=3"],
    ["token=x=y&token=z", "token=***&token=***"],
  ])("where a semicolon may part pairs: %s", async (query, expected) => {
    const [event] = await access({ path: `/api/text?${query}` });
    expect(event?.path).toBe(`/api/text?${expected}`);
  });

  test.each([
    [
      "https://b.test/a;jsessionid=1;v=2/b;%74oken=3?c=4",
      "https://b.test/a;jsessionid=***;v=2/b;%74oken=***?c=4",
    ],
    ["https://b.test/#access_token=1&state=2", "https://b.test/#access_token=***&state=2"],
    ["https://b.test/?a=1#/in?code=2&b=3", "https://b.test/?a=1#/in?code=***&b=3"],
  ])("in paths and fragments: %s", async (referer, expected) => {
    const [event] = await access({ path: "/api/text", headers: { referer } });
    expect(event?.referrer).toBe(expected);
  });
});

test("the referrer has no password", async () => {
  const [event] = await access({
    path: "/api/text",
    headers: { referer: "https://ann:pw@a.test/x@y?sid=1" },
  });
  expect(event?.referrer).toBe("https://a.test/x@y?sid=***");
});

describe("a body that streams", () => {
  const chunk = new Uint8Array(1000);
  const streaming = (body: ReadableStream<Uint8Array>): Hono => {
    const options: ServiceOptions = {
      basePath: "",
      cors: {
        around: () => () => ({ status: 201, head: ["content-type", "a/b"], body, bytes: undefined }),
        outside: (answer) => answer,
      },
    };
    const flow: Flow = ($) => respond($, "");
    return new Hono().all(...service(options).path("/x", { "*": flow }));
  };

  test("is logged when it ends, with its bytes", async () => {
    let left = 3;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
    });
    expect(await access({ path: "/x" }, streaming(body))).toMatchObject([
      { status: 201, mime: "a/b", bytes: 3000 },
    ]);
  });

  test.each<[string, (body: ReadableStream<Uint8Array>) => Promise<unknown>, number]>([
    ["fails", (body) => expect(new Response(body).text()).rejects.toThrow("broken"), 2000],
    ["is not read to its end", (body) => body.cancel(), 0],
  ])("is logged when it %s", async (_, read, bytes) => {
    let left = 2;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.error(new Error("broken"))),
    });
    const { log } = await withLog(async () => {
      const response = await streaming(body).request("http://client.test/x");
      if (response.body !== null) await read(response.body);
    });
    expect(log).toMatchObject([{ type: "engine_access", bytes }]);
  });
});

test("texts that JSON escapes, and pairs of surrogates, which it does not, arrive as they are", async () => {
  const texts = ['a "b" \\ c', "line\nend\u0000\u001f", "\u{1f600}", "\ud800 alone", "\u007f\u2028ä"];
  const fails: Flow = ($) => fail($, undefined, texts.join("|"));
  const one = new Hono();
  one.all(...service({ basePath: "" }).path("/**", { "*": fails }));
  const { log } = await withLog(async () => one.request("/", { headers: { "user-agent": '"\\ä' } }));
  expect(log.map(({ message, agent }) => message ?? agent)).toEqual([texts.join("|"), '"\\ä']);
});

test("an announced length that is no finite number is null, since JSON has none", async () => {
  const one = await app(files);
  const { log } = await withLog(async () =>
    one.request("/api/waits", { method: "PUT", headers: { "content-length": "1e999" } }),
  );
  expect(log.at(-1)).toMatchObject({ type: "engine_access", requestbytes: null });
});
