/** `lambda.mjs` with the events that Lambda gets, in the forms that AWS documents. */
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { flowc } from "../support/project.js";

const description = `swagger: "2.0"
info: { title: Orders, version: "1" }
basePath: /api
paths:
  /orders/{id}: { x-flow: order.xml }
  /cookies: { x-flow: cookies.xml }
  /fail: { x-flow: fail.xml }
`;

const order = `<flow>
  <template>
  {
    "method": {{ $request/method }}, "url": {{ $request/url }}, "id": {{ $request/params/id }},
    "q": {{ $request/get/q }}, "agent": {{ $request/headers/user-agent }}, "session": {{ $request/cookies/session }},
    "sent": {{ $body/json/name }}
  }
  </template>
</flow>`;

const cookies = `<flow>
  <set-response-headers>{ "Set-Cookie": [ "a=1", "b=2; Path=/" ], "X-Own": "yes" }</set-response-headers>
  <template>{ "ok": true }</template>
</flow>`;

const fail = `<flow>
  <error status="409">{ "message": "no" }</error>
</flow>`;

/** The functions that Lambda calls. */
interface Handlers {
  handler(event: unknown, context: unknown): Promise<Record<string, unknown>>;
  readonly streamHandler: ((event: unknown, stream: Writable, context: unknown) => Promise<void>) | undefined;
}

let directory: string;

beforeAll(async () => {
  directory = scratchDirectory("lambda");
  const files = { "swagger.yaml": description, "order.xml": order, "cookies.xml": cookies, "fail.xml": fail };
  writeFiles(
    `${directory}/flows`,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  const built = await flowc("build", `${directory}/flows`, "-o", `${directory}/gen`, "--target", "lambda");
  expect(built).toMatchObject({ code: 0, stderr: "" });
});

const load = (query = ""): Promise<Handlers> =>
  import(`${pathToFileURL(`${directory}/gen/lambda.mjs`).href}${query}`) as Promise<Handlers>;

const headers = {
  host: "orders.example.com",
  "user-agent": "curl/8.4.0",
  "content-type": "application/json",
};

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

/** An event for a request, by who sends it. */
const events: Readonly<Record<string, (sent: Sent) => unknown>> = {
  "API Gateway, version 1": ({ method = "GET", path = "/", query = "", body, isBase64Encoded = false }) => ({
    version: "1.0",
    resource: "/{proxy+}",
    path,
    httpMethod: method,
    headers: { ...headers, cookie: "session=s1; other=2" },
    multiValueHeaders: {},
    queryStringParameters: query === "" ? null : Object.fromEntries(new URLSearchParams(query)),
    multiValueQueryStringParameters: query === "" ? null : valuesOf(query),
    pathParameters: { proxy: path.slice(1) },
    stageVariables: null,
    requestContext: {
      accountId: "123456789012",
      apiId: "id",
      domainName: "orders.example.com",
      httpMethod: method,
      path,
      protocol: "HTTP/1.1",
      requestId: "id=",
      stage: "$default",
      identity: { sourceIp: "192.0.2.1", userAgent: "curl/8.4.0" },
    },
    body: body ?? null,
    isBase64Encoded,
  }),
  "API Gateway, version 2, and function URLs": ({
    method = "GET",
    path = "/",
    query = "",
    body,
    isBase64Encoded = false,
  }) => ({
    version: "2.0",
    routeKey: "$default",
    rawPath: path,
    rawQueryString: query,
    cookies: ["session=s1", "other=2"],
    headers,
    requestContext: {
      accountId: "123456789012",
      apiId: "id",
      domainName: "orders.example.com",
      domainPrefix: "orders",
      http: { method, path, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "curl/8.4.0" },
      requestId: "id",
      routeKey: "$default",
      stage: "$default",
      time: "12/Mar/2020:19:03:58 +0000",
      timeEpoch: 1583348638390,
    },
    ...(body !== undefined && { body }),
    isBase64Encoded,
  }),
  "a load balancer": ({ method = "GET", path = "/", query = "", body = "", isBase64Encoded = false }) => ({
    requestContext: {
      elb: { targetGroupArn: "arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/orders/6d0e" },
    },
    httpMethod: method,
    path,
    queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    headers: { ...headers, cookie: "session=s1; other=2", "x-forwarded-proto": "https" },
    body,
    isBase64Encoded,
  }),
  "a load balancer with lists of values": ({
    method = "GET",
    path = "/",
    query = "",
    body = "",
    isBase64Encoded = false,
  }) => ({
    requestContext: {
      elb: { targetGroupArn: "arn:aws:elasticloadbalancing:us-east-1:123456789012:targetgroup/orders/6d0e" },
    },
    httpMethod: method,
    path,
    multiValueQueryStringParameters: valuesOf(query),
    multiValueHeaders: Object.fromEntries(
      Object.entries({ ...headers, cookie: "session=s1; other=2" }).map(([name, value]) => [name, [value]]),
    ),
    body,
    isBase64Encoded,
  }),
};

function valuesOf(query: string): Readonly<Record<string, readonly string[]>> {
  const parameters = new URLSearchParams(query);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name)]));
}

describe.each(Object.entries(events))("%s", (sender, event) => {
  const ask = async (sent: Sent) => (await load()).handler(event(sent), {});

  test("path, query, header fields and cookies", async () => {
    const answer = await ask({ path: "/api/orders/7", query: "q=a%20b" });
    expect(answer).toMatchObject({ statusCode: 200, isBase64Encoded: false });
    expect(JSON.parse(String(answer.body))).toEqual({
      method: "GET",
      url: expect.stringMatching(/^https:\/\/orders\.example\.com\/api\/orders\/7\?q=a(\+|%20)b$/),
      id: "7",
      q: "a b",
      agent: "curl/8.4.0",
      session: "s1",
      sent: null,
    });
  });

  test("a body, plain and in Base64", async () => {
    const body = '{"name":"ü"}';
    const asText = { method: "POST", path: "/api/orders/8", body };
    const asBase64 = { ...asText, body: Buffer.from(body).toString("base64"), isBase64Encoded: true };
    for (const sent of [asText, asBase64])
      expect(JSON.parse(String((await ask(sent)).body))).toMatchObject({ method: "POST", sent: "ü" });
  });

  test("errors", async () => {
    expect(await ask({ path: "/api/fail" })).toMatchObject({ statusCode: 409 });
    const missing = await ask({ path: "/api/nothing" });
    expect(missing).toMatchObject({
      statusCode: 400,
      body: expect.stringContaining("Input Validation Failed"),
    });
  });

  test("several cookies in the response", async () => {
    const { statusCode, ...answer } = await ask({ path: "/api/cookies" });
    expect(statusCode).toBe(200);
    const written = JSON.stringify(answer);
    // An answer without lists of values holds one field of a name.
    const cookies = sender === "a load balancer" ? ["a=1"] : ["a=1", "b=2; Path=/"];
    for (const cookie of cookies) expect(written).toContain(`"${cookie}`);
  });
});

const staged = (event: unknown, stage: string) => {
  const { requestContext, ...rest } = event as { readonly requestContext: object };
  return { ...rest, requestContext: { ...requestContext, stage } };
};

test.each([
  ["API Gateway, version 1", "/prod/api/orders/7", "prod"],
  ["API Gateway, version 2, and function URLs", "/prod/api/orders/7", "prod"],
  ["API Gateway, version 2, and function URLs", "/api/api/orders/7", "api"],
  ["API Gateway, version 2, and function URLs", "/api/orders/7", "a"],
])("behind a stage, the path is that of the description: %s, %s", async (sender, path, stage) => {
  const { statusCode, body } = await (await load()).handler(staged(events[sender]?.({ path }), stage), {});
  expect([statusCode, JSON.parse(String(body))]).toMatchObject([
    200,
    { id: "7", url: "https://orders.example.com/api/orders/7" },
  ]);
});

test("a path of a REST API has no stage", async () => {
  const event = staged(events["API Gateway, version 1"]?.({ path: "/api/orders/7" }), "api");
  expect(await (await load()).handler({ ...event, version: undefined }, {})).toMatchObject({
    statusCode: 200,
  });
});

test("what is no request is answered, and nothing is thrown", async () => {
  const { handler } = await load();
  const event = {
    version: "2.0",
    rawPath: "/ä b",
    rawQueryString: "",
    headers: {},
    requestContext: { http: {} },
  };
  expect(await handler(event, {})).toMatchObject({ statusCode: expect.any(Number) });
});

describe("streaming", () => {
  /** The stream that Lambda has for functions that stream, as far as adapters use it. */
  class Stream extends Writable {
    text = "";
    metadata: unknown;

    override _write(chunk: Buffer, _: string, done: () => void): void {
      this.text += chunk.toString("utf8");
      done();
    }
  }

  const platform = {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: {
      from: (stream: Stream, metadata: unknown) => Object.assign(stream, { metadata }),
    },
  };

  test("the response goes to the stream of Lambda", async () => {
    Object.assign(globalThis, { awslambda: platform });
    try {
      const { streamHandler } = await load("?streaming");
      const stream = new Stream();
      const event = events["API Gateway, version 2, and function URLs"]?.({ path: "/api/cookies" });
      await streamHandler?.(event, stream, {});
      expect(JSON.parse(stream.text)).toEqual({ ok: true });
      expect(stream.metadata).toMatchObject({
        statusCode: 200,
        headers: { "x-own": "yes" },
        cookies: ["a=1", "b=2; Path=/"],
      });
      expect(stream.writableEnded).toBe(true);
    } finally {
      Reflect.deleteProperty(globalThis, "awslambda");
    }
  });

  test("elsewhere there is no handler for it", async () => {
    expect((await load()).streamHandler).toBeUndefined();
  });
});
