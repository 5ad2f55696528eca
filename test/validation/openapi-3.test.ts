/** Contracts of OpenAPI 3.0 and 3.1: styles of parameters, contents of bodies and responses, dialects of schemas. */
import { describe, expect, test } from "vitest";
import type { ClientRequest } from "../support/client.js";
import { type Described, describedApp, sendDescribed, verdict } from "../support/contracts.js";

const version = "3.0.3";
const violated = (keyword: string, where: string, text: string) => [
  `${keyword} constraint violated in ${where}: ${text}`,
];
const noInteger = (where: string) =>
  violated("Type", where, "String value found, but an integer is required.");

describe("styles of parameters", () => {
  const array = { type: "array", items: { type: "integer" } };
  const object = {
    type: "object",
    required: ["r"],
    properties: { r: { type: "integer" }, g: { type: "integer" } },
  };
  const path = (text: string): ClientRequest => ({ path: `/c/${text}` });
  const query = (text: string): ClientRequest => ({ query: text });
  const header = (text: string): ClientRequest => ({ headers: { c: text } });
  const cookie = (text: string): ClientRequest => ({ headers: { cookie: text } });

  test.each<[string, object, ClientRequest, ClientRequest, string]>([
    ["path", { schema: { type: "integer" } }, path("3"), path("x"), ""],
    ["path", { schema: array }, path("3,4"), path("3,x"), "[1]"],
    ["path", { schema: object }, path("r,1,g,2"), path("r,x,g,2"), ".r"],
    ["path", { schema: object, explode: true }, path("r=1,g=2"), path("r=x,g=2"), ".r"],
    ["path", { schema: { type: "integer" }, style: "label" }, path(".3"), path(".x"), ""],
    ["path", { schema: array, style: "label" }, path(".3,4"), path(".3,x"), "[1]"],
    ["path", { schema: array, style: "label", explode: true }, path(".3.4"), path(".3.x"), "[1]"],
    ["path", { schema: object, style: "label", explode: true }, path(".r=1.g=2"), path(".r=1.g=x"), ".g"],
    ["path", { schema: { type: "integer" }, style: "matrix" }, path(";c=3"), path(";c=x"), ""],
    ["path", { schema: array, style: "matrix" }, path(";c=3,4"), path(";c=3,x"), "[1]"],
    ["path", { schema: array, style: "matrix", explode: true }, path(";c=3;c=4"), path(";c=3;c=x"), "[1]"],
    ["path", { schema: object, style: "matrix" }, path(";c=r,1"), path(";c=r,x"), ".r"],
    ["path", { schema: object, style: "matrix", explode: true }, path(";r=1;g=2"), path(";r=1;g=x"), ".g"],
    ["query", { schema: array }, query("c=3&c=4"), query("c=3&c=x"), "[1]"],
    ["query", { schema: array, explode: false }, query("c=3,4"), query("c=3,x"), "[1]"],
    [
      "query",
      { schema: array, style: "spaceDelimited", explode: false },
      query("c=3%204"),
      query("c=3+x"),
      "[1]",
    ],
    [
      "query",
      { schema: array, style: "pipeDelimited", explode: false },
      query("c=3|4"),
      query("c=3%7Cx"),
      "[1]",
    ],
    ["query", { schema: object }, query("r=1&g=2"), query("r=x"), ".r"],
    ["query", { schema: object, explode: false }, query("c=r,1"), query("c=r,x"), ".r"],
    ["query", { schema: object, style: "deepObject" }, query("c[r]=1&c%5Bg%5D=2"), query("c[r]=x"), ".r"],
    ["header", { schema: array }, header("3,4"), header("3,x"), "[1]"],
    ["cookie", { schema: { type: "integer" } }, cookie("a=b; c=3"), cookie("c=x"), ""],
  ])("%s %j", async (place, more, good, bad, at) => {
    const one = await describedApp({
      version,
      path: place === "path" ? "/c/{c}" : "/x",
      operation: { parameters: [{ name: "c", in: place, ...more }] },
    });
    expect(await verdict(one, good)).toBe("passed");
    expect(await verdict(one, bad)).toEqual(noInteger(`${place} for c${at}`));
  });

  test("a content that is JSON", async () => {
    const parameter = { name: "c", in: "query", content: { "application/json": { schema: object } } };
    const one = await describedApp({ version, operation: { parameters: [parameter] } });
    expect(await verdict(one, query('c={"r":1}'))).toBe("passed");
    expect(await verdict(one, query('c={"r":"x"}'))).toEqual(noInteger("query for c.r"));
    expect(await verdict(one, query("c={"))).toEqual(
      violated("Type", "query for c", "String value found, but an object is required."),
    );
  });

  test("names that look like parts of others are their own", async () => {
    const parameters = [{ name: "c", in: "query", style: "deepObject", schema: object }];
    const one = await describedApp({ version, operation: { parameters } });
    expect(await verdict(one, query("c[__proto__]=1&c[r]=1"))).toBe("passed");
  });
});

describe("contents", () => {
  const described: Described = {
    version,
    operation: {
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: { $ref: "#/components/schemas/Order" } },
          "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/Order" } },
          "text/*": { schema: { type: "string", maxLength: 3 } },
          "image/png": {},
        },
      },
    },
    top: {
      components: {
        schemas: {
          Order: {
            type: "object",
            required: ["id"],
            properties: { id: { type: "integer", nullable: true } },
          },
        },
      },
    },
  };
  const typed = (type: string, body: string): ClientRequest => ({ body, headers: { "content-type": type } });

  test.each<[ClientRequest, string | string[]]>([
    [{ json: { id: 1 } }, "passed"],
    [{ json: { id: null } }, "passed"],
    [{ json: {} }, violated("Required", "body", "The property id is required.")],
    [
      { json: { id: "1" } },
      violated("Type", "body for id", "String value found, but an integer or null is required."),
    ],
    [typed("application/x-www-form-urlencoded", "id=1"), "passed"],
    [
      typed("application/x-www-form-urlencoded", "id=x"),
      violated("Type", "body for id", "String value found, but an integer or null is required."),
    ],
    [typed("text/csv", "a,b"), "passed"],
    [typed("text/csv", "a,bc"), violated("MaxLength", "body", "'a,bc' has more than 3 characters.")],
    [typed("image/png", "\x00"), "passed"],
    [
      typed("image/gif", "\x00"),
      violated(
        "MediaType",
        "header for Content-Type",
        "'image/gif' is none of application/json, application/x-www-form-urlencoded, text/*, image/png.",
      ),
    ],
    [{}, violated("Required", "body", "The body is required.")],
  ])("%j", async (request, told) => {
    expect(await verdict(await describedApp(described), request)).toEqual(told);
  });
});

describe("responses", () => {
  const operation = {
    responses: {
      200: { content: { "application/json": { schema: { type: "array" } } } },
      "4XX": { content: { "text/plain": {} } },
    },
  };
  test.each([
    ["<template>[]</template>", 200],
    ["<template>{}</template>", 500],
    [`<echo status="404">x</echo>`, 404],
    [`<template>[]</template><set-status code="404"/>`, 500],
    [`<echo status="201">x</echo>`, 500],
  ])("%s", async (flow, status) => {
    const one = await describedApp({ version, operation, validate: { response: true }, flow });
    expect((await sendDescribed(one, {})).status).toBe(status);
  });
});

describe("dialects of schemas", () => {
  const told = async (of: Described["version"], schema: object, value: unknown) => {
    const content = { "application/json": { schema } };
    const one = await describedApp({ ...(of && { version: of }), operation: { requestBody: { content } } });
    return verdict(one, { json: value });
  };

  test("3.0 has that of draft 4: exclusiveMinimum is a flag, and nothing stands beside $ref", async () => {
    const schema = { minimum: 1, exclusiveMinimum: true };
    expect(await told("3.0.3", schema, 2)).toBe("passed");
    expect(await told("3.0.3", schema, 1)).toEqual(violated("Minimum", "body", "'1' must be > 1."));
  });

  test("3.1 has that of 2020-12", async () => {
    expect(await told("3.1.0", { exclusiveMinimum: 1 }, 1)).toEqual(
      violated("ExclusiveMinimum", "body", "'1' must be > 1."),
    );
    expect(await told("3.1.0", { type: ["string", "null"], const: "a" }, "b")).toEqual(
      violated("Const", "body", `'b' is not "a".`),
    );
    const tuple = { type: "array", prefixItems: [{ type: "integer" }], items: false };
    expect(await told("3.1.0", tuple, [1])).toBe("passed");
    expect(await told("3.1.0", tuple, ["a"])).toEqual(
      violated("Type", "body for [0]", "String value found, but an integer is required."),
    );
    expect(await told("3.1.0", { dependentRequired: { a: ["b"] } }, { a: 1 })).toEqual(
      violated("DependentRequired", "body", "The property b is required, since a is there."),
    );
    const conditional = JSON.parse(
      '{ "if": { "required": ["a"] }, "then": { "required": ["b"] } }',
    ) as object;
    expect(await told("3.1.0", conditional, { a: 1 })).toEqual(
      violated("Required", "body", "The property b is required."),
    );
  });
});
