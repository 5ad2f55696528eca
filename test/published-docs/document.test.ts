/** `gen/api.json`: descriptions of all versions as one document of OpenAPI 3.1, which the schema of OpenAPI allows. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import type { Input } from "../../compiler/source/files.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { type Files, inputOf } from "../support/compile.js";
import { fixture } from "../support/project.js";

const flow = { "a.xml": "<flow/>" };

async function documentOf(input: Input) {
  const { files, diagnostics } = await new Session().build(input);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const text = files.find(({ path }) => path === "api.json")?.text ?? "";
  const document = JSON.parse(text);
  expect(await new Validator().validate(structuredClone(document))).toMatchObject({ valid: true });
  return { text, document };
}

const documentOfFiles = async (files: Files) => (await documentOf(inputOf({ ...flow, ...files }))).document;

/** The member of a document that a JSON Pointer leads to. */
const at = (document: unknown, ...names: readonly string[]): unknown =>
  names.reduce((found, name) => (found as Record<string, unknown> | undefined)?.[name], document);

const swagger = (rest: string) => ({ "swagger.yaml": `swagger: "2.0"\n${rest}` });
const openapi = (version: string, rest: string) => ({
  "openapi.yaml": `openapi: ${version}\ninfo: { title: T, version: 1.0 }\n${rest}`,
});

describe("api.json", () => {
  test.each(["hello", "petstore", "aggregator", "library", "tokens"])(
    "of %s is OpenAPI 3.1 without extensions",
    async (name) => {
      const { text, document } = await documentOf(readDirectory(fixture(name), undefined));
      expect(document.openapi).toBe("3.1.1");
      expect(text).not.toMatch(/"x-fl(?:ow|at)/);
      expect([...text.matchAll(/"\$ref": "(?!#\/components\/)[^"]*"/g)].map(String)).toEqual([]);
    },
    60_000,
  );

  test("has no extensions, so no keys, but all that is only named like one", async () => {
    const document = await documentOfFiles(
      openapi(
        "3.0.3",
        `
x-flow-init: a.xml
x-internal: { password: secret }
paths:
  /a:
    x-note: secret
    get:
      x-flow: a.xml
      security: [{ Own: [] }, { In a cookie: [] }]
      parameters: [{ name: x-flow-id, in: header, x-note: secret, schema: { type: string, x-note: secret } }]
      responses: { 200: { description: ok, x-note: secret, headers: { X-Kept: { schema: { type: string } } }, content: { application/json: { x-note: secret, example: { x-kept: 1 }, schema: { properties: { x-kept: { type: string } } } } } } }
components:
  securitySchemes:
    Own: { type: apiKey, in: header, name: Authorization, x-flow-jwt: { key: YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw, alg: HS256 } }
    In a cookie: { type: apiKey, in: header, name: Cookie, x-flow-cookiename: session, x-flow-jwt: { key: YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw, alg: HS256 } }
`,
      ),
    );
    expect(JSON.stringify(document)).not.toContain("secret");
    expect(JSON.stringify(document)).not.toContain("x-note");
    expect(at(document, "paths", "/a", "get", "parameters")).toEqual([
      { name: "x-flow-id", in: "header", schema: { type: "string" } },
    ]);
    expect(at(document, "paths", "/a", "get", "responses", "200")).toEqual({
      description: "ok",
      headers: { "X-Kept": { schema: { type: "string" } } },
      content: {
        "application/json": {
          example: { "x-kept": 1 },
          schema: { properties: { "x-kept": { type: "string" } } },
        },
      },
    });
    expect(at(document, "components", "securitySchemes")).toEqual({
      Own: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      "In-a-cookie": { type: "apiKey", in: "cookie", name: "session" },
    });
    expect(at(document, "paths", "/a", "get", "security")).toEqual([{ Own: [] }, { "In-a-cookie": [] }]);
  });

  test("brings in what is in other files, once, also what contains itself", async () => {
    const document = await documentOfFiles({
      ...openapi(
        "3.0.3",
        `
paths:
  /a: { $ref: "paths/a.yaml" }
  /b: { $ref: "paths/a.yaml" }
  /c: { get: { x-flow: a.xml, responses: { 200: { $ref: "paths/a.yaml#/get/responses/200" } } } }
components: { schemas: { Node: { type: string } } }
`,
      ),
      "paths/a.yaml": `
get:
  x-flow: ../a.xml
  responses: { 200: { description: ok, content: { application/json: { schema: { $ref: "../model.json#/Node" } } } } }
`,
      "model.json":
        '{ "Node": { "type": "object", "properties": { "next": { "$ref": "#/Node" }, "up": { "$ref": "#/properties/next" } } } }',
    });
    expect(document.paths["/a"]).toEqual({ $ref: "#/components/pathItems/a.yaml" });
    expect(document.paths["/b"]).toEqual(document.paths["/a"]);
    expect(at(document, "paths", "/c", "get", "responses", "200")).toEqual({
      $ref: "#/components/responses/200",
    });
    expect(at(document, "components", "schemas")).toEqual({
      Node: { type: "string" },
      "Node-2": { type: "object", properties: { next: { $ref: "#/components/schemas/Node-2" }, up: {} } },
    });
  });

  test("is upgraded from Swagger 2.0", async () => {
    const document = await documentOfFiles(
      swagger(`
info: { title: T, version: 1.0 }
host: api.example
basePath: /v1
schemes: [https]
consumes: [application/json]
produces: [application/json, text/csv]
securityDefinitions:
  Basic: { type: basic }
  Login: { type: oauth2, flow: accessCode, authorizationUrl: https://a.example/a, tokenUrl: https://a.example/t }
parameters:
  Page: { name: page, in: query, type: integer, minimum: 0, exclusiveMinimum: true }
  Body: { name: body, in: body, required: true, schema: { $ref: "#/definitions/A" } }
paths:
  /a/{id}:
    parameters: [{ $ref: "#/parameters/Page" }, { $ref: "#/parameters/Body" }]
    post:
      x-flow: a.xml
      parameters:
        - { name: ids, in: query, type: array, items: { type: string }, collectionFormat: multi }
        - { name: pipes, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: list, in: query, type: array, items: { type: string } }
      responses:
        201: { description: made, schema: { type: file }, headers: { X-Id: { type: integer, description: Its ID } } }
        default: { description: failed, examples: { application/json: { nullable: true, type: string } } }
  /form:
    post:
      x-flow: a.xml
      consumes: [multipart/form-data]
      parameters: [{ name: note, in: formData, type: string, required: true }, { name: file, in: formData, type: file }]
definitions:
  A: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string }, nullable: { type: string, x-nullable: true }, example: { type: string, example: x } } }
`),
    );
    expect(document.info).toEqual({ title: "T", version: "1.0" });
    expect(document.servers).toEqual([{ url: "https://api.example/v1" }]);
    expect(at(document, "components", "securitySchemes")).toEqual({
      Basic: { type: "http", scheme: "basic" },
      Login: {
        type: "oauth2",
        flows: {
          authorizationCode: {
            authorizationUrl: "https://a.example/a",
            tokenUrl: "https://a.example/t",
            scopes: {},
          },
        },
      },
    });
    const operation = at(document, "paths", "/a/{id}", "post");
    expect(at(operation, "requestBody")).toEqual({ $ref: "#/components/requestBodies/Body" });
    expect(at(document, "components", "requestBodies", "Body")).toEqual({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
    });
    const schema = { type: "array", items: { type: "string" } };
    expect(at(operation, "parameters")).toEqual([
      { name: "ids", in: "query", schema, style: "form", explode: true },
      { name: "pipes", in: "query", schema, style: "pipeDelimited", explode: false },
      { name: "list", in: "query", schema, style: "form", explode: false },
    ]);
    expect(at(document, "paths", "/a/{id}", "parameters")).toEqual([
      { $ref: "#/components/parameters/Page" },
      { name: "id", in: "path", required: true, schema: { type: "string" } },
    ]);
    expect(at(document, "components", "parameters", "Page")).toEqual({
      name: "page",
      in: "query",
      schema: { type: "integer", exclusiveMinimum: 0 },
    });
    const bytes = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };
    expect(at(operation, "responses")).toEqual({
      "201": {
        description: "made",
        headers: { "X-Id": { description: "Its ID", schema: { type: "integer" } } },
        content: { "application/json": { schema: bytes }, "text/csv": { schema: bytes } },
      },
      default: {
        description: "failed",
        content: { "application/json": { example: { nullable: true, type: "string" } }, "text/csv": {} },
      },
    });
    expect(at(document, "paths", "/form", "post", "requestBody")).toEqual({
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["note"],
            properties: { note: { type: "string" }, file: bytes },
          },
        },
      },
    });
    expect(at(document, "components", "schemas", "A")).toEqual({
      type: "object",
      discriminator: { propertyName: "kind" },
      required: ["kind"],
      properties: {
        kind: { type: "string" },
        nullable: { type: ["string", "null"] },
        example: { type: "string", examples: ["x"] },
      },
    });
  });

  test.each(['swagger: "2.0"', "openapi: 3.0.3"])("has no empty list of responses: %s", async (version) => {
    const document = await documentOfFiles({
      "openapi.yaml": `${version}
info: { title: T, version: "1" }
paths: { /a: { get: { x-flow: a.xml, responses: {} } } }`,
    });
    expect(at(document, "paths", "/a", "get")).toEqual({});
  });

  test("keeps of OpenAPI 3.1 and 3.2 what 3.1 has", async () => {
    const document = await documentOfFiles(
      openapi(
        "3.2.0",
        `
paths:
  /a/{id}:
    query: { x-flow: a.xml, responses: {} }
    get:
      x-flow: a.xml
      parameters: [{ name: q, in: querystring, content: {} }, { name: deep, in: query, style: simple, schema: { $ref: "#/components/schemas/A", description: Mine } }]
      responses: { 200: { summary: fine, content: { application/json: { itemSchema: {}, schema: { $anchor: x, $defs: { B: { type: string } }, $ref: "#/paths/~1a~1%7Bid%7D/get/responses/200/content/application~1json/schema/$defs/B" } } } } }
  /files/**: { get: { x-flow: a.xml } }
webhooks: { news: { post: { responses: { 2xx: { description: taken } } } } }
components: { schemas: { A: { type: [string, "null"], if: { const: a }, then: { maxLength: 1 }, contentSchema: { type: object } } } }
`,
      ),
    );
    expect(Object.keys(document.paths)).toEqual(["/a/{id}"]);
    expect(at(document, "paths", "/a/{id}", "get", "parameters")).toEqual([
      { name: "deep", in: "query", schema: { $ref: "#/components/schemas/A", description: "Mine" } },
    ]);
    expect(at(document, "paths", "/a/{id}", "get", "responses", "200")).toEqual({
      description: "",
      content: { "application/json": { schema: { $ref: "#/components/schemas/B" } } },
    });
    expect(at(document, "webhooks", "news", "post", "responses")).toEqual({
      "2XX": { description: "taken" },
    });
    expect(at(document, "components", "schemas", "A")).toEqual({
      type: ["string", "null"],
      if: { const: "a" },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { maxLength: 1 },
      contentSchema: { type: "object" },
    });
  });

  test("says what validation understands as OpenAPI 3.1 says it", async () => {
    const schema =
      "{ type: string, nullable: true, enum: [a], dependencies: { a: [b], c: { required: [d] }, __proto__: [e] } }";
    const document = await documentOfFiles({
      "swagger.yaml": `openapi: 3.1.0\npaths: {}\ncomponents: { schemas: { A: ${schema} } }`,
    });
    expect(at(document, "components", "schemas", "A")).toEqual({
      ...{ type: ["string", "null"], enum: ["a", null] },
      dependentRequired: JSON.parse('{ "a": ["b"], "__proto__": ["e"] }'),
      dependentSchemas: { c: { required: ["d"] } },
    });
  });

  test("is right for descriptions that only say what flows need", async () => {
    const document = await documentOfFiles(
      swagger("paths: { x-flow: a.xml, /a: { x-flow: a.xml }, /b: { get: { x-flow: a.xml } } }"),
    );
    expect(document).toEqual({
      openapi: "3.1.1",
      info: { title: "API", version: "0" },
      paths: { "/b": { get: {} } },
    });
  });

  test("does not take names of members for those of JavaScript", async () => {
    const { text } = await documentOf(
      inputOf({
        ...flow,
        ...openapi(
          "3.1.0",
          `
paths: { /a: { get: { x-flow: a.xml, constructor: 1, toString: { a: b }, responses: { 200: { description: ok, headers: { __proto__: { schema: {} } } } } } } }
components: { schemas: { __proto__: { type: object, properties: { __proto__: { type: string }, constructor: { type: integer } } }, constructor: { type: string } } }
`,
        ),
      }),
    );
    const schemas = { ["__proto__"]: 1 };
    expect(Object.keys(schemas)).toEqual(["__proto__"]);
    expect(text).toContain(
      '"__proto__": {\n        "type": "object",\n        "properties": {\n          "__proto__": {',
    );
    expect(text).toContain('"headers": {\n              "__proto__": {');
    expect(text).not.toContain("toString");
  });

  test("grows no faster than what it is made of", async () => {
    const shared = `get: { x-flow: a.xml, responses: { 200: { description: ${"long ".repeat(200)} } } }`;
    const paths = Array.from({ length: 300 }, (_, index) => `  /p${index}: { $ref: "a.yaml" }`).join("\n");
    const document = await documentOfFiles({ ...openapi("3.0.0", `paths:\n${paths}\n`), "a.yaml": shared });
    expect(JSON.stringify(document).length).toBeLessThan(40_000);
  });
});
