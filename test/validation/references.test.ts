/** `$ref` within an API description, and to other files of the flow directory. */

import type { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { send } from "../support/client.js";
import { app, describeDiagnostic, diagnose } from "../support/compile.js";

const files = {
  "swagger.yaml": `
swagger: "2.0"
basePath: /api
x-flow-validate: { request: true, response: true }
parameters:
  limit: { name: limit, in: query, type: integer }
responses:
  done: { description: done, schema: { $ref: "types/order.yaml#/Order" } }
paths:
  /orders:
    $ref: paths/orders.yaml
  /orders/{id}:
    $ref: "paths/all.yaml#/~1orders~1{id}"
  /inline:
    x-flow: echo.xml
    get:
      parameters:
        - $ref: "#/parameters/limit"
      responses:
        200: { $ref: "#/responses/done" }
`,
  "paths/orders.yaml": `
x-flow: orders.xml
parameters:
  - $ref: "../swagger.yaml#/parameters/limit"
post:
  parameters:
    - { name: order, in: body, schema: { $ref: "../types/order.yaml#/Order" } }
`,
  "paths/all.yaml": `
"/orders/{id}":
  x-flow: /echo.xml
  x-flow-validate: { request: false }
  get:
    parameters: [{ name: id, in: path, type: integer, required: true }]
`,
  "paths/orders.xml": "<flow><echo>orders</echo></flow>",
  "echo.xml": `<flow><template>{ "items": [ { "order": { "items": [ 1 ] } } ] }</template></flow>`,
  "types/order.yaml": `
Order:
  type: object
  properties:
    items: { type: array, items: { $ref: "item.json" } }
`,
  "types/item.json": `{ "type": "object", "properties": { "order": { "$ref": "order.yaml#/Order" } } }`,
};

let one: Hono;
beforeAll(async () => {
  one = await app(files);
});

const info = async (request: Parameters<typeof send>[1]) => {
  const response = await send(one, request);
  return response.status === 200
    ? response.text
    : (response.json() as { error: { info: unknown } }).error.info;
};

test("a path in a file of its own has flows beside it", async () => {
  expect(await info({ method: "POST", path: "/api/orders", json: { items: [] } })).toBe("orders");
});

test("parameters and bodies of such a path refer to further files", async () => {
  const request = { method: "POST", path: "/api/orders" };
  expect(await info({ ...request, query: "limit=x", json: { items: [{ order: { items: [1] } }] } })).toEqual([
    "Type constraint violated in query for limit: String value found, but an integer is required.",
    "Type constraint violated in body for items[0].order.items[0]: Integer value found, but an object is required.",
  ]);
});

test("a path can be a part of a file, with settings of its own", async () => {
  expect((await send(one, { path: "/api/orders/x" })).status).toBe(200);
});

test("parameters and responses can be shared", async () => {
  expect(await info({ path: "/api/inline", query: "limit=x" })).toEqual([
    "Type constraint violated in query for limit: String value found, but an integer is required.",
  ]);
  expect(await info({ path: "/api/inline" })).toEqual([
    "Type constraint violated in body for items[0].order.items[0]: Integer value found, but an object is required.",
  ]);
});

test("a schema can be named by its $id", async () => {
  const described = await app({
    "swagger.yaml": JSON.stringify({
      swagger: "2.0",
      "x-flow-validate": { request: true },
      definitions: {
        Name: { $id: "#name", type: "string" },
        Age: { $id: "http://types.example/age", type: "integer" },
        Person: {
          properties: { name: { $ref: "#name" }, age: { $ref: "http://types.example/age" } },
        },
      },
      paths: {
        "/a": {
          "x-flow": "a.xml",
          post: { parameters: [{ in: "body", name: "p", schema: { $ref: "#/definitions/Person" } }] },
        },
      },
    }),
    "a.xml": "<flow><echo>passed</echo></flow>",
  });
  const told = async (json: unknown) => (await send(described, { method: "POST", path: "/a", json })).text;
  expect(await told({ name: "a", age: 1 })).toBe("passed");
  expect(await told({ name: 1 })).toContain("for name: Integer value found, but a string is required.");
  expect(await told({ age: "1" })).toContain("for age: String value found, but an integer is required.");
});

describe("a reference that leads nowhere", () => {
  test.each([
    ["a path", { "/a": { $ref: "none.yaml" } }, "none.yaml"],
    ["a path that is none", { "/a": { $ref: "#/paths/~1a" } }, "#/paths/~1a"],
    ["a place without a name", { "/a": { $ref: "#name" } }, "#name"],
    ["a file outside", { "/a": { $ref: "../a.yaml" } }, "../a.yaml"],
  ])("%s", async (_, paths, reference) => {
    const found = await diagnose({
      "swagger.yaml": JSON.stringify({ swagger: "2.0", "x-flow": "a.xml", paths }),
      "a.xml": "<flow/>",
    });
    expect(found.map(describeDiagnostic)).toEqual([
      expect.stringContaining(`error FLOW1150 There is nothing at ${reference}.`),
    ]);
  });
});

/** A description that refers to a file, in each place where a `$ref` may stand. */
const referring = (file: string): Readonly<Record<string, object>> => ({
  path: { paths: { "/a": { $ref: `${file}#/path` } } },
  parameter: { paths: { "/a": { get: { parameters: [{ $ref: `${file}#/parameter` }] } } } },
  response: { paths: { "/a": { get: { responses: { 200: { $ref: `${file}#/response` } } } } } },
  schema: {
    paths: {
      "/a": { post: { parameters: [{ in: "body", name: "b", schema: { $ref: `${file}#/schema` } }] } },
    },
  },
  "schema that nothing uses": {
    paths: { "/a": { get: {} } },
    definitions: { A: { $ref: `${file}#/schema` } },
  },
});

const parts = {
  path: { get: {} },
  parameter: { in: "query", name: "n", type: "integer" },
  response: { description: "", schema: { type: "object" } },
  schema: { type: "object" },
};

const found = async (description: object, path: string, text: string) =>
  (
    await diagnose({
      "swagger.yaml": JSON.stringify({
        swagger: "2.0",
        "x-flow": "/a.xml",
        "x-flow-validate": { request: true, response: true },
        ...description,
      }),
      "a.xml": "<flow><template>{}</template></flow>",
      [path]: text,
    })
  ).map(describeDiagnostic);

describe.each(Object.keys(referring("")))("a %s", (place) => {
  test("in a file with a syntax error is reported there alone", async () => {
    const text = JSON.stringify(parts, null, 1).replace('"get":', '"get" x');
    const lines = await found(referring("parts.json")[place] as object, "parts.json", text);
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(line).toMatch(/^parts\.json:\d+:\d+ error FLOW1100 /);
  });

  test.each([
    ["encoded", "with%20space.json"],
    ["as it is", "with space.json"],
  ])("in a file whose name has a space, %s", async (_, file) => {
    const text = JSON.stringify(parts);
    expect(await found(referring(file)[place] as object, "with space.json", text)).toEqual([]);
  });

  test("in a file whose name has a percent sign", async () => {
    const text = JSON.stringify(parts);
    expect(await found(referring("100%25.json")[place] as object, "100%.json", text)).toEqual([]);
    expect(await found(referring("100%25.json")[place] as object, "100%25.json", text)).toEqual([]);
  });
});

test("a part of a pointer is decoded before its tildes are", async () => {
  const at = (pointer: string) => ({ paths: { "/a": { get: {} } }, definitions: { A: { $ref: pointer } } });
  const text = JSON.stringify({ "a/b~%": { type: "string" } });
  expect(await found(at("parts.json#/a%7E1b~0%25"), "parts.json", text)).toEqual([]);
  expect(await found(at("parts.json#/a%7E1c"), "parts.json", text)).toEqual([
    expect.stringContaining("FLOW1162 There is nothing at parts.json#/a%7E1c"),
  ]);
});
