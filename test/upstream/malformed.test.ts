/** Bodies that are no JSON, XML or HTML, although their media type says so: no document, and an alert. */
import { afterAll, beforeAll, expect } from "vitest";
import type { ClientResponse } from "../support/client.js";
import { type Sample, samples } from "../support/samples.js";
import { type RunningServer, upstream } from "../support/servers.js";

/** The answers of the upstream system, by path: the media type, and the body. */
const answers: Readonly<Record<string, readonly [mediaType: string, body: string | Uint8Array]>> = {
  "/json": ["application/json", '{ "key": "secret"'],
  "/problem": ["application/problem+json; charset=utf-8", "<html>"],
  "/empty": ["application/json", ""],
  "/text": ["text/plain", "{"],
  "/xml": ["Text/XML", "<a>\n<b></a>"],
  "/latin": ["application/xml", Uint8Array.of(0x3c, 0x61, 0x3e, 0xe4, 0x3c, 0x2f, 0x61, 0x3e)],
  "/deep": ["application/soap+xml", "<a>".repeat(3000)],
  "/deep.html": ["text/html", "<i>".repeat(3000)],
  "/good": ["application/json", '{ "a": 1 }'],
};

let server: RunningServer;

beforeAll(async () => {
  server = await upstream((request, response) => {
    const [mediaType, body] = answers[request.url ?? ""] ?? ["text/plain", "none"];
    response.writeHead(200, { "content-type": mediaType });
    response.end(body);
  });
  process.env.UPSTREAM = server.url;
});
afterAll(async () => {
  delete process.env.UPSTREAM;
  await server.stop();
});

const request = (path: string, id = "one") =>
  `<request content="${id}">{ "url": {{ concat($env/UPSTREAM, "${path}") }} }</request>`;
const requestID = `<set-response-headers>{ "x-id": {{ $request/id }} }</set-response-headers>`;

/** There is one alert for each message, with the ID of the client's request. */
const alerts =
  (topic: string, ...messages: readonly string[]) =>
  ({ log, headers }: ClientResponse) =>
    expect(log).toEqual(
      messages.map((message) => ({
        timestamp: expect.any(String),
        type: "engine_alert",
        requestID: headers.get("x-id"),
        topic,
        severity: "warning",
        message,
      })),
    );

const reads = (path: string, expression: string, json: unknown, ...messages: readonly string[]): Sample => ({
  name: `${expression} of ${path}`,
  flow: `${requestID}${request(path)}<template>{{ ${expression} }}</template>`,
  json,
  check: alerts("content", ...messages),
});

samples("A response that does not parse is no document, and that is logged once", [
  reads(
    "/json",
    `concat(count(content("one")), content("one")/json/key)`,
    "0",
    "The response to the request one is declared as application/json and does not parse.",
  ),
  reads(
    "/problem",
    `content()/json/a`,
    null,
    "The response to the request one is declared as application/problem+json and does not parse.",
  ),
  reads(
    "/xml",
    `content()/a/b`,
    null,
    "The response to the request one is declared as text/xml and does not parse: Unexpected close tag at line 2, column 4",
  ),
  reads(
    "/latin",
    `content()/a`,
    null,
    "The response to the request one is declared as application/xml and does not parse: The bytes are no text in utf-8.",
  ),
  reads(
    "/deep",
    `content()/a`,
    null,
    "The response to the request one is declared as application/soap+xml and does not parse: The document nests deeper than 2048 levels.",
  ),
  reads(
    "/deep.html",
    `content()/html`,
    null,
    "The response to the request one is declared as text/html and does not parse: The document nests deeper than 2048 levels.",
  ),
  reads("/empty", `content()/json/a`, null),
  reads("/text", `content()/json/a`, null),
  reads("/good", `content()/json/a`, 1),
  {
    name: "which is which, if there are several",
    flow: `${requestID}${request("/json", "a")}${request("/good", "b")}${request("/json", "c")}<template>[ {{ content("b")/json/a }}, {{ content("c")/json/a }} ]</template>`,
    json: [1, null],
    check: alerts(
      "content",
      "The response to the request c is declared as application/json and does not parse.",
    ),
  },
  {
    name: "not if nobody reads it: it is passed on as it came",
    flow: `${requestID}${request("/json")}`,
    text: '{ "key": "secret"',
    check: alerts("content"),
  },
  {
    name: "$error stays as it is: only what is validated can fail",
    flow: `${request("/json")}<template>[ {{ content()/json/key }}, {{ count($error) }}, {{ $upstream/one/status }} ]</template>`,
    json: [null, 0, 200],
  },
]);

const body = (type: string, text: string, expression: string, json: unknown, logged: boolean): Sample => ({
  name: `${text} as ${type}`,
  flow: `${requestID}<template>[ {{ ${expression} }}, {{ string($body) }} ]</template>`,
  request: { headers: { "content-type": type }, body: text },
  json,
  check: logged
    ? alerts("body", "The client's body is declared as application/json and does not parse.")
    : alerts("body"),
});

samples("A body of the client that does not parse is text, and that is logged once", [
  body("application/json", "{ a: 1 }", "$body/json/a", [null, "{ a: 1 }"], true),
  body("Application/JSON; charset=utf-8", " ", "$body", [" ", " "], true),
  body("application/json", "", "$body/json", [null, ""], false),
  body("text/plain", "{ a: 1 }", "$body", ["{ a: 1 }", "{ a: 1 }"], false),
  {
    name: "json-doc() of it is logged, too",
    flow: `${requestID}<template>{{ json-doc("fit://request/request/body")/a }}</template>`,
    request: { headers: { "content-type": "application/json" }, body: "{" },
    json: null,
    check: alerts("body", "The client's body is declared as application/json and does not parse."),
  },
]);
