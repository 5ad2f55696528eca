/** Upstream requests and responses against the API description that the option `definition` names. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClientRequest, ClientResponse } from "../support/client.js";
import { app, describeDiagnostic, diagnose } from "../support/compile.js";
import { apiFiles, ask, compareResponse } from "../support/samples.js";
import { type RunningServer, received, reply, upstream } from "../support/servers.js";

const search = {
  get: {
    parameters: [{ name: "q", in: "query", required: true, type: "string", pattern: "^hello" }],
    produces: ["application/json"],
    responses: {
      200: {
        schema: { type: "object", required: ["total"], properties: { total: { type: "integer" } } },
        examples: { "text/plain": "three", "application/json": { $ref: "examples/found.json" } },
      },
    },
  },
  post: {
    consumes: ["application/json"],
    parameters: [{ name: "body", in: "body", required: true, schema: { type: "array" } }],
    responses: { 200: {} },
  },
};

const description = {
  swagger: "2.0",
  basePath: "/v1",
  securityDefinitions: {
    Key: { type: "apiKey", in: "header", name: "My-Header" },
    Query: { type: "apiKey", in: "query", name: "key" },
    Basic: { type: "basic" },
  },
  paths: {
    "/search/{kind}": search,
    "/search/all": { get: { responses: { default: {} } } },
    "/closed": { security: [{ Key: [] }, { Query: [], Basic: [] }], get: { responses: { 200: {} } } },
    "/files/**": { get: { responses: { 200: {} } } },
  },
};

let server: RunningServer;
let requests = 0;

beforeAll(async () => {
  server = await upstream((request, response) => {
    requests++;
    const url = new URL(request.url ?? "", "http://x");
    const status = Number(url.searchParams.get("status") ?? 200);
    received(request).then(() => {
      const body = url.searchParams.get("body") ?? '{"total":3}';
      reply(response, status, body, { "content-type": "application/json" });
    });
  });
});
afterAll(() => server.stop());

const files = (config: object, options: object) =>
  apiFiles(
    {
      "/x": `<request>${JSON.stringify({ ...config, options: { definition: "up.yaml", ...options } })}</request>`,
    },
    {
      files: { "up.yaml": JSON.stringify(description), "examples/found.json": '{ "total": 7 }' },
    },
  );

interface Request {
  readonly path: string;
  readonly [property: string]: unknown;
}

/** The answer of a flow that passes on what a request brought. */
async function answer({ path, ...config }: Request, options: object, client: ClientRequest = {}) {
  requests = 0;
  return ask(await app(files({ url: server.url + path, ...config }, options)), client);
}

const errorOf = (response: ClientResponse) => (response.json() as { error: unknown }).error;

const failed = (code: number, status: number, message: string, ...info: readonly string[]) =>
  expect.objectContaining({ message, status, info, code });
const refused = (...info: readonly string[]) =>
  failed(3202, 400, "Upstream Request Validation Failed", ...info);

describe("validate-request", () => {
  test("lets a request through that is as described", async () => {
    compareResponse(await answer({ path: "/v1/search/code?q=hello" }, { "validate-request": true }), {
      json: { total: 3 },
    });
    expect(requests).toBe(1);
  });

  test.each<[Request, string]>([
    [
      { path: "/v1/search/code?q=x" },
      "Pattern constraint violated in query for q: The value does not match the pattern '^hello'.",
    ],
    [
      { path: "/v1/search/code" },
      "Required constraint violated in query for q: The parameter q is required.",
    ],
    [
      { path: "/v1/search/code", body: { value: "{}", mime: "application/json" } },
      "Type constraint violated in body: Object value found, but an array is required.",
    ],
    [
      { path: "/v1/search/code", body: { value: "x", mime: "text/plain" } },
      "MediaType constraint violated in header for Content-Type: The value is none of application/json.",
    ],
    [
      { path: "/v1/search/code", body: { value: '[{"a":1,"a":2}]', mime: "application/json" } },
      "Duplicate constraint violated in body: An object has two members of one name.",
    ],
    [
      {
        path: "/v1/search/code",
        body: { value: "[]", mime: "application/json" },
        headers: { "content-encoding": "gzip" },
      },
      "Encoding constraint violated in header for Content-Encoding: The body must not be compressed.",
    ],
    [
      { path: "/v1/search/code?q=hello&amp;q=hello" },
      "Duplicate constraint violated in query for q: The parameter q is there more than once.",
    ],
    [{ path: "/v1/search/code", method: "put" }, "Invalid method put."],
    [{ path: "/v1/searches" }, "Path /v1/searches not found."],
    [{ path: "/other" }, "Path /other not found."],
  ])("sends nothing for %j", async (config, info) => {
    const response = await answer(config, { "validate-request": true });
    expect(errorOf(response)).toEqual(refused(info));
    expect(response.status).toBe(400);
    expect(requests).toBe(0);
    expect(response.log).toMatchObject([{ topic: "validation", message: expect.stringContaining(info) }]);
  });

  test.each(["/v1/search/all", "/v1/files", "/v1/files/a/b"])("finds %s", async (path) => {
    expect((await answer({ path }, { "validate-request": true })).status).toBe(200);
  });

  test("report-only logs and sends it all the same", async () => {
    const response = await answer({ path: "/v1/search/code" }, { "validate-request": "report-only" });
    compareResponse(response, { json: { total: 3 } });
    expect(response.log).toMatchObject([
      {
        topic: "validation",
        message: expect.stringMatching(/^Upstream Request Validation Failed: Required/),
      },
    ]);
  });
});

describe("validate-request-security", () => {
  const options = { "validate-request-security": true };

  test("wants what one of the alternatives asks for", async () => {
    const response = await answer({ path: "/v1/closed" }, options);
    expect(errorOf(response)).toEqual(
      failed(
        3207,
        401,
        "Upstream Request Security Validation Failed",
        "Header Security (Key): Missing header My-Header",
      ),
    );
    expect(requests).toBe(0);
  });

  test.each<Request>([
    { path: "/v1/closed", headers: { "My-Header": "x" } },
    { path: "/v1/closed?key=x", headers: { Authorization: "Basic eDp5" } },
    { path: "/v1/search/code" },
  ])("is content with %j", async (config) => {
    expect((await answer(config, options)).status).toBe(200);
  });
});

describe("validate-response", () => {
  const options = { "validate-response": true };
  const path = "/v1/search/code";

  test("lets a response through that is as described", async () => {
    compareResponse(await answer({ path }, options), { json: { total: 3 } });
  });

  test.each([
    [
      "?status=422",
      "No definition for status code 422 and no 'default'.",
      "Upstream status: 422 Unprocessable Entity",
    ],
    [
      '?body={"total":"3"}',
      "Type constraint violated in body for total: String value found, but an integer is required.",
      "Upstream status: 200 OK",
    ],
    [
      '?body={"total":3,"x":[{"total":3,"total":4}]}',
      "Duplicate constraint violated in body: An object has two members of one name.",
      "Upstream status: 200 OK",
    ],
    ["?body={", "Syntax constraint violated in body: The body is no valid JSON.", "Upstream status: 200 OK"],
  ])("puts an error in the place of %s", async (query, ...info) => {
    const response = await answer({ path: path + query }, options);
    expect(errorOf(response)).toEqual(failed(3203, 502, "Upstream Response Validation Failed", ...info));
    expect(response.status).toBe(502);
  });

  test("report-only logs and passes it on", async () => {
    const response = await answer({ path: `${path}?body=[]` }, { "validate-response": "report-only" });
    compareResponse(response, { json: [] });
    expect(response.log).toMatchObject([{ topic: "validation" }]);
  });

  test("the error is in $upstream; exit-on-error ends the flow", async () => {
    const config = (more: object) =>
      JSON.stringify({
        url: `${server.url}${path}?status=500`,
        options: { definition: "up.yaml", ...options, ...more },
      });
    const flow = (more: object) =>
      `<request>${config(more)}</request><template>{ "code": {{ $upstream/main/error/code }} }</template>`;
    const built = (more: object) =>
      app(
        apiFiles(
          { "/x": flow(more) },
          {
            files: { "up.yaml": JSON.stringify(description) },
            error: `<template>{ "flow": {{ $error/code }} }</template>`,
          },
        ),
      );
    compareResponse(await ask(await built({})), { json: { code: 3203 } });
    compareResponse(await ask(await built({ "exit-on-error": true })), { status: 502, json: { flow: 3203 } });
  });
});

describe("mock-response", () => {
  const path = "/v1/search/code";

  test("answers with an example, and sends nothing", async () => {
    compareResponse(await answer({ path }, { "mock-response": true }), { json: { total: 7 } });
    expect(requests).toBe(0);
  });

  test("has the media type that is asked for", async () => {
    const headers = { Accept: "text/*" };
    compareResponse(await answer({ path, headers }, { "mock-response": true }), { text: "three" });
  });

  test("is validated as other responses are", async () => {
    const headers = { Accept: "text/plain" };
    const response = await answer({ path, headers }, { "mock-response": true, "validate-response": true });
    expect(response.status).toBe(502);
  });

  test("fails without an example", async () => {
    const response = await answer({ path: "/v1/files/x" }, { "mock-response": true });
    expect(errorOf(response)).toEqual(
      failed(3201, 500, "Upstream Connection Failed", "The definition has no example of this response."),
    );
  });
});

describe("a definition that is not there", () => {
  const request = (options: string) =>
    apiFiles({ "/x": `<request>{ "url": "http://127.0.0.1:1/", "options": { ${options} } }</request>` });

  test("fails the request, which would not be validated", async () => {
    const one = await app(request(`"validate-request": true, "definition": {{ $request/get/d }}`));
    const response = await ask(one);
    expect(response.status).toBe(500);
    expect(errorOf(response)).toMatchObject({
      info: ["The request is to be validated, but names no definition."],
    });
  });

  test("fails if the name is made up at run time", async () => {
    const one = await app(request(`"validate-request": true, "definition": {{ $request/get/d }}`));
    expect(errorOf(await ask(one, { query: "d=__proto__" }))).toMatchObject({
      info: [
        "The request is to be validated, but names the definition __proto__, which is not part of this app.",
      ],
    });
  });

  test("is an error of the build", async () => {
    const found = await diagnose(request(`"definition": "none.yaml"`));
    expect(found.map(describeDiagnostic)).toEqual([expect.stringMatching(/error FLOW\d+ .*none.yaml/)]);
  });
});
