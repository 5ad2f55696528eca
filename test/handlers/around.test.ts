/** What stands around an operation holds for a handler as for a flow; and requests of handlers have all options. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ClientRequest, send } from "../support/client.js";
import { app, compileFiles, describeDiagnostic, type Files } from "../support/compile.js";
import { type RunningServer, received, upstream } from "../support/servers.js";
import { hmacToken, secret } from "../support/tokens.js";

/** The same operation, answered by a flow and by a handler. */
const answers = {
  flow: { "x-flow": "user.xml" },
  handler: { "x-flow-handler": "handlers/user.ts" },
} as const;

const operation = (answer: object, more: object): object => ({
  responses: {
    200: {
      description: "",
      schema: { type: "object", required: ["user"] },
      examples: { "application/json": { user: "mocked" } },
    },
  },
  ...answer,
  ...more,
});

const paths = (answer: object): object => ({
  "/plain": { get: operation(answer, {}) },
  "/token": { get: operation(answer, { security: [{ Token: [] }] }) },
  "/limit": { get: operation(answer, { "x-flow-limit": { rate: "1/h" } }) },
  "/checked": { get: operation(answer, { "x-flow-validate": { request: true, response: true } }) },
  "/mocked": { get: operation(answer, {}) },
  "/path": { ...answer },
});

const files = (answer: object): Files => ({
  "swagger.yaml": JSON.stringify({
    swagger: "2.0",
    basePath: "/api",
    securityDefinitions: {
      Token: {
        type: "apiKey",
        in: "header",
        name: "Authorization",
        "x-flow-jwt": { key: secret, alg: "HS256", "out-var": "$claims" },
      },
    },
    "x-flow-init": "init.xml",
    "x-flow-cors": { "allowed-origins": ["https://page.test"] },
    paths: paths(answer),
  }),
  "init.xml": '<flow><eval out="$begun">"yes"</eval></flow>',
  "user.xml":
    '<flow><if test="$request/get/empty"><template>{ "none": 1 }</template><return/></if><template>{ "user": {{ $claims/sub ?? "nobody" }}, "begun": {{ $begun }} }</template></flow>',
  "handlers/user.ts": `import { handler, respond } from "flowc/handler";

export default handler(($, request) => {
  if (request.query.empty !== undefined) return respond($, { none: 1 });
  const claims = $.claims as { sub?: string } | undefined;
  respond($, { user: claims?.sub ?? "nobody", begun: $.begun });
});
`,
});

const requests: Readonly<Record<string, ClientRequest & { readonly twice?: true }>> = {
  "the init flow": { path: "/plain" },
  "a token": { path: "/token", headers: { authorization: `Bearer ${hmacToken({ sub: "ada" })}` } },
  "no token": { path: "/token" },
  "a limit": { path: "/limit", twice: true },
  "a good response": { path: "/checked" },
  "a bad response": { path: "/checked", query: "empty=1" },
  "a mock": { path: "/mocked", headers: { mock: "true" } },
  "another method": { path: "/plain", method: "DELETE" },
  HEAD: { path: "/plain", method: "HEAD" },
  "any method of a path": { path: "/path", method: "PUT" },
  "a page of another origin": { path: "/plain", headers: { origin: "https://page.test" } },
  "a preflight": {
    path: "/plain",
    method: "OPTIONS",
    headers: { origin: "https://page.test", "access-control-request-method": "GET" },
  },
};

describe("around a handler as around a flow", () => {
  test.each(Object.entries(requests))("%s", async (_, { twice, path = "", ...request }) => {
    const seen = await Promise.all(
      Object.values(answers).map(async (answer) => {
        const made = await app(files(answer));
        if (twice) await send(made, { ...request, path: `/api${path}` });
        const { status, headers, text } = await send(made, { ...request, path: `/api${path}` });
        const { date: _, ...others } = Object.fromEntries(headers);
        return { status, text: text.replace(/"requestID":"[^"]*"/, ""), headers: others };
      }),
    );
    expect(seen[1]).toEqual(seen[0]);
  });

  test("the answers above are told apart", async () => {
    const made = await app(files(answers.handler));
    const of = async (request: ClientRequest) => (await send(made, request)).text;
    expect(await of({ path: "/api/token", headers: requests["a token"]?.headers ?? {} })).toBe(
      '{"user":"ada","begun":"yes"}',
    );
    expect((await send(made, { path: "/api/token" })).status).toBe(403);
    expect((await send(made, { path: "/api/limit" })).status).toBe(429);
    expect((await send(made, { path: "/api/checked", query: "empty=1" })).status).toBe(500);
  });
});

describe("upstream requests of handlers, by their options", () => {
  let system: RunningServer;
  const seen: { method: string; url: string; body: string; headers: Record<string, unknown> }[] = [];
  beforeAll(async () => {
    system = await upstream(async (request, response) => {
      const { method = "", url = "", headers } = request;
      seen.push({ method, url, headers, body: await received(request) });
      if (url.includes("busy") && seen.length === 1) return void response.writeHead(503).end();
      if (url.includes("moved")) return void response.writeHead(302, { location: "/there" }).end();
      response.writeHead(200, { "content-type": "application/json", "cache-control": "max-age=60" });
      response.end(JSON.stringify({ url, count: seen.length }));
    });
    process.env.HANDLER_OPTIONS = system.url;
  });
  beforeEach(() => {
    seen.length = 0;
  });
  afterAll(() => system.stop());

  /** The properties of a request, as TypeScript, and what the system has seen and the handler got. */
  const rows: Readonly<
    Record<string, { request: string; times?: number; answer?: unknown; sent?: object; body?: RegExp }>
  > = {
    "a cache": {
      request: 'options: { "use-http-cache": true }',
      times: 2,
      sent: { method: "GET" },
      answer: 1,
    },
    "no cache": { request: "options: {}", times: 2, answer: 2 },
    "a request that is repeated": {
      request: 'path: "/busy", options: { retry: { attempts: 3, on: [503], wait: 0.01 } }',
      answer: 2,
    },
    "a request that is not": { request: 'path: "/busy"', answer: null },
    "a redirect that is followed": {
      request: 'path: "/moved", options: { "follow-redirects": true }',
      answer: 2,
    },
    "a query with names that come again": {
      request: 'query: [{ name: "a", value: "1" }, { name: "a", value: "2" }]',
      sent: { url: "/?a=1&a=2" },
    },
    cookies: { request: 'cookies: { a: "1" }', sent: { headers: { cookie: "a=1" } } },
    "a form": { request: 'post: { a: "x y" }', sent: { method: "POST", body: "a=x+y" } },
    "a form with files": {
      request: 'uploads: [{ name: "file", src: "files/a.txt", filename: "a.txt" }]',
      body: /filename="a\.txt"[\s\S]*the text of a file/,
    },
    "a charset": { request: 'post: { a: "é" }, encoding: "ISO-8859-1"', sent: { body: "a=%E9" } },
    "a text": {
      request: 'method: "PUT", body: "é"',
      sent: { method: "PUT", body: "é", headers: { "content-type": "text/plain" } },
    },
    bytes: {
      request: "body: new Uint8Array([97])",
      sent: { body: "a", headers: { "content-type": "application/octet-stream" } },
    },
    data: {
      request: "body: [1, { a: null }]",
      sent: { body: '[1,{"a":null}]', headers: { "content-type": "application/json" } },
    },
    "data of another type": {
      request: 'body: { a: 1 }, headers: { "Content-Type": "application/merge-patch+json" }',
      sent: { body: '{"a":1}', headers: { "content-type": "application/merge-patch+json" } },
    },
    "a password": {
      request: 'options: { "basic-auth-credentials": "a:b" }',
      sent: { headers: { authorization: `Basic ${Buffer.from("a:b").toString("base64")}` } },
    },
    "a description that it keeps to": {
      request: 'path: "/known", options: { definition: "system.yaml", "validate-request": true }',
      answer: 1,
    },
    "a description that it does not keep to": {
      request:
        'path: "/known", query: { n: "five" }, options: { definition: "system.yaml", "validate-request": true }',
      answer: null,
    },
  };

  const all: Files = {
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      paths: Object.fromEntries(
        Object.keys(rows).map((_, index) => [`/${index}`, { get: { "x-flow-handler": `${index}.ts` } }]),
      ),
    }),
    "files/a.txt": "the text of a file",
    "system.yaml": JSON.stringify({
      openapi: "3.0.3",
      info: { title: "", version: "1" },
      paths: {
        "/known": {
          get: {
            parameters: [{ name: "n", in: "query", schema: { type: "integer" } }],
            responses: {
              200: { description: "", content: { "application/json": { schema: { type: "object" } } } },
            },
          },
        },
      },
    }),
    ...Object.fromEntries(
      Object.values(rows).map(({ request, times = 1 }, index) => {
        const path = /path: ("[^"]*")(?:, )?/.exec(request);
        const others = path === null ? request : request.replace(path[0], "");
        return [
          `${index}.ts`,
          `import { handler, respond, upstream } from "flowc/handler";

export default handler(async ($) => {
  let answer: unknown;
  for (let time = 0; time < ${times}; time++) {
    const got = await upstream($, "system", { url: \`\${$.env.HANDLER_OPTIONS}\` + ${path?.[1] ?? '"/"'}, ${others} });
    answer = got.ok ? (got.json as { count: number }).count : null;
  }
  respond($, { answer });
});
`,
        ];
      }),
    ),
  };

  test("the build finds nothing wrong with them", async () => {
    expect((await compileFiles(all)).diagnostics.map(describeDiagnostic)).toEqual([]);
  });

  test.each(Object.entries(rows).map(([name, row], index) => ({ name, row, index })))(
    "$name",
    async ({ row: { answer, sent, body }, index }) => {
      const response = await send(await app(all), { path: `/${index}` });
      expect(response.status, response.text).toBe(200);
      if (answer !== undefined) expect(response.json()).toEqual({ answer });
      if (sent !== undefined) expect(seen[0]).toMatchObject(sent);
      if (body !== undefined) expect(seen[0]?.body).toMatch(body);
    },
  );

  test("limits of a system hold for handlers and flows together", async () => {
    const limited: Files = {
      "swagger.yaml": JSON.stringify({
        swagger: "2.0",
        "x-flow-upstreams": { "$env/HANDLER_OPTIONS": { rate: "1/h" } },
        paths: { "/handler": { get: { "x-flow-handler": "a.ts" } }, "/flow": { get: { "x-flow": "a.xml" } } },
      }),
      "a.ts":
        // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a handler
        'import { handler, respond, upstream } from "flowc/handler";\n\nexport default handler(async ($) => {\n  const { status } = await upstream($, "system", { url: `${$.env.HANDLER_OPTIONS}/` });\n  respond($, status);\n});\n',
      "a.xml":
        '<flow><request content="system">{ "url": {{ concat($env/HANDLER_OPTIONS, "/") }} }</request><template>{{ $upstream/system/status }}</template></flow>',
    };
    const made = await app(limited);
    expect((await send(made, { path: "/handler" })).text).toBe("200");
    expect((await send(made, { path: "/flow" })).text).toBe("503");
    expect((await send(made, { path: "/handler" })).text).toBe("503");
    expect(seen).toHaveLength(1);
  });
});
