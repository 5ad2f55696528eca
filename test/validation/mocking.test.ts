/** `Mock: true`: examples of the API description as answers. */
import { describe, expect, test } from "vitest";
import { withEnv } from "../runtime-http/support.js";
import type { ClientRequest } from "../support/client.js";
import { app, diagnose, type Files } from "../support/compile.js";
import { type Described, describedApp, sendDescribed } from "../support/contracts.js";
import { compareResponse } from "../support/samples.js";

const allowed = { FLOW_ALLOW_MOCKING: "true" };
const examples = (all: object) => ({ responses: { 200: { examples: all } } });
const passed = { text: "passed", headers: { mock: null } };

const described = (operation: object, more: Described = {}): Described => ({
  validate: {},
  operation,
  ...more,
});

async function mock(
  one: Described,
  headers: Record<string, string> = {},
  env: Record<string, string> = allowed,
) {
  const request: ClientRequest = { headers: { mock: "true", ...headers } };
  return withEnv(env, async () => sendDescribed(await describedApp(one), request));
}

const json = examples({ "application/json": { foo: "bar" } });

test("answers with the example", async () => {
  compareResponse(await mock(described(json)), {
    json: { foo: "bar" },
    headers: { mock: "true", "content-type": "application/json" },
  });
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ["the operator says nothing of it", {}, {}],
  ["the operator forbids it", {}, { FLOW_ALLOW_MOCKING: "false" }],
  ["the client does not ask", { mock: "false" }, allowed],
])("is as if it was not there where %s", async (_, headers, env) => {
  compareResponse(await mock(described(json), headers, env), passed);
});

test("an operation without examples runs its flow", async () => {
  compareResponse(await mock(described({ responses: { 200: {} } })), passed);
});

describe("Accept", () => {
  const several = described(
    examples({ "text/csv": "a,b", "application/json": { a: 1 }, "application/problem+json": '{"b":2}' }),
  );
  test.each([
    ["*/*", '{"a":1}'],
    ["text/csv", "a,b"],
    ["text/*;q=0.5, application/json;q=0.4", "a,b"],
    ["application/json;q=0, */*", "a,b"],
    ["application/problem+json", '{"b":2}'],
  ])("%s", async (accept, text) => {
    compareResponse(await mock(several, { accept }), { text });
  });

  test("what no example is", async () => {
    const response = await mock(several, { accept: "image/png" });
    compareResponse(response, { status: 406 });
    expect(response.text).toContain("There is no example for Accept: image/png.");
  });
});

describe("examples", () => {
  test("can be in other places", async () => {
    const referenced = described(examples({ "application/json": { $ref: "#/definitions/Example" } }), {
      top: { definitions: { Example: [1, null, { __proto__: null, a: true }] } },
    });
    compareResponse(await mock(referenced), { json: [1, null, { a: true }] });
    const inFile = described(examples({ "application/json": { $ref: "example.json" } }), {
      files: { "example.json": '{ "constructor": "x" }' },
    });
    compareResponse(await mock(inFile), { text: '{"constructor":"x"}' });
  });

  test.each([{ $ref: "missing.json" }, { $ref: "#/definitions/Missing" }])(
    "that are not there answer nothing: %j",
    async (missing) => {
      const app = described(examples({ "application/json": missing }));
      compareResponse(await mock(app), passed);
      const both = described(examples({ "application/json": missing, "text/csv": "a,b" }));
      compareResponse(await mock(both), { text: "a,b" });
    },
  );

  test.each([{ example: { a: 1 } }, { examples: { one: { value: { a: 1 } } } }])(
    "of OpenAPI 3: %j",
    async (content) => {
      const operation = { responses: { 200: { content: { "application/json": content } } } };
      compareResponse(await mock(described(operation, { version: "3.0.3" })), { json: { a: 1 } });
    },
  );

  test("that are texts become JSON where they are to be JSON", async () => {
    compareResponse(await mock(described(examples({ "application/json": "plain" }))), { json: "plain" });
  });
});

test("neither the init flow nor the operation's runs; requests and responses are validated", async () => {
  const one = described(
    {
      parameters: [{ name: "X-Key", in: "header", type: "string", required: true }],
      responses: { 200: { schema: { type: "string" }, examples: { "application/json": { a: 1 } } } },
    },
    { validate: { request: true, response: true } },
  );
  compareResponse(await mock(one), { status: 400 });
  const response = await mock(one, { "x-key": "a" });
  expect(response.json()).toMatchObject({ error: { code: 3205 } });
});

describe("an app that only mocks", () => {
  const files: Files = {
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      basePath: "/api",
      paths: { "/x": { post: json }, "/y/{id}": { get: json } },
    }),
  };
  const answer = (headers: Record<string, string>, env = allowed, request: ClientRequest = {}) =>
    withEnv(env, async () => sendDescribed(await app(files), { headers, ...request }));

  test("needs no flow", async () => {
    expect(await diagnose(files)).toEqual([]);
    compareResponse(await answer({ mock: "true" }), { json: { foo: "bar" }, headers: { mock: "true" } });
    const other = await answer({ mock: "true" }, allowed, { method: "GET", path: "/y/7" });
    compareResponse(other, { json: { foo: "bar" } });
  });

  test.each([
    ["no mock is asked for", {}, allowed],
    ["the operator does not allow mocks", { mock: "true" }, { FLOW_ALLOW_MOCKING: "false" }],
  ])("answers 501 where %s", async (_, headers, env) => {
    compareResponse(await answer(headers, env), {
      status: 501,
      json: {
        error: {
          message: "Not Implemented",
          info: ["There is only a mock of this."],
          status: 501,
          code: 5000,
        },
      },
    });
  });
});
