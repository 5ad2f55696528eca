/** Swagger 2.0 says the same as OpenAPI 3: the contracts of an app, its findings and its `api.json` are alike. */
import { describe, expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import { textOf } from "../../compiler/source/source-text.js";
import { type Files, inputOf } from "../support/compile.js";

const flow = { "a.xml": "<flow/>" };

async function built(files: Files) {
  const { files: made, diagnostics } = await new Session().build(inputOf({ ...flow, ...files }));
  const texts = made
    .filter(({ path }) => /^(?:contracts|mocks)\//.test(path))
    .map(({ path, text }) => [path, text]);
  const document = JSON.parse(made.find(({ path }) => path === "api.json")?.text ?? "{}");
  return { diagnostics, contracts: Object.fromEntries(texts), document };
}

/** A description of each version with the same operation. */
interface Twins {
  /** Members of the top level, and the operation, as Swagger says them. */
  readonly top?: string;
  readonly swagger: string;
  /** What the top level of OpenAPI says. */
  readonly components?: string;
  readonly openapi: string;
  /** More files that both have. */
  readonly files?: Files;
}

const order =
  "Order: { type: object, required: [id], properties: { id: { type: integer }, note: { type: string, x-nullable: true } } }";
const definitions = `definitions:\n  ${order}`;
const schemas = `components:\n  schemas:\n    ${order}`;
const swaggerOrder = '{ $ref: "#/definitions/Order" }';
const openApiOrder = '{ $ref: "#/components/schemas/Order" }';
const answers = "responses: { 200: { description: ok } }";

const text = (name: string, place: string, rest: string) => `{ name: ${name}, in: ${place}, ${rest} }`;
const list = (place: string, format: string) =>
  text("ids", place, `type: array, items: { type: integer }, collectionFormat: ${format}`);
const styled = (place: string, style: string) =>
  text("ids", place, `${style}, schema: { type: array, items: { type: integer } }`);

const rows: Readonly<Record<string, Twins>> = {
  "a body with the media types of the operation": {
    top: definitions,
    swagger: `{ consumes: [application/json, text/json], parameters: [{ name: b, in: body, required: true, schema: ${swaggerOrder} }], ${answers} }`,
    components: schemas,
    openapi: `{ requestBody: { required: true, content: { application/json: { schema: ${openApiOrder} }, text/json: { schema: ${openApiOrder} } } }, ${answers} }`,
  },
  "media types of all operations": {
    top: `consumes: [application/json]\nproduces: [application/json]\n${definitions}`,
    swagger: `{ parameters: [{ name: b, in: body, schema: ${swaggerOrder} }], responses: { 200: { description: ok, schema: ${swaggerOrder} }, 204: { description: none } } }`,
    components: schemas,
    openapi: `{ requestBody: { content: { application/json: { schema: ${openApiOrder} } } }, responses: { 200: { description: ok, content: { application/json: { schema: ${openApiOrder} } } }, 204: { description: none } } }`,
  },
  "a shared response, with the media types of the operation": {
    top: `produces: [application/json]\n${definitions}\nresponses:\n  Found: { description: ok, schema: ${swaggerOrder} }`,
    swagger: `{ produces: [text/json], responses: { 200: { $ref: "#/responses/Found" } } }`,
    components: `${schemas}\n  responses:\n    Found: { description: ok, content: { application/json: { schema: ${openApiOrder} } } }\n    Found-2: { description: ok, content: { text/json: { schema: ${openApiOrder} } } }`,
    openapi: `{ responses: { 200: { $ref: "#/components/responses/Found-2" } } }`,
  },
  "a response in another file, with the media types of the operation": {
    top: "produces: [application/json]",
    swagger: `{ produces: [text/json], responses: { 200: { $ref: "parts.yaml#/Found" } } }`,
    openapi: `{ responses: { 200: { $ref: "new.yaml#/Found" } } }`,
    files: {
      "parts.yaml": `${order}\nFound: { description: ok, schema: { $ref: "#/Order" } }\n`,
      "new.yaml":
        'Found: { description: ok, content: { text/json: { schema: { $ref: "parts.yaml#/Order" } } } }',
    },
  },
  examples: {
    top: "produces: [application/json]",
    swagger: `{ responses: { 200: { description: ok, schema: { type: object }, examples: { application/json: { a: 1 } } } } }`,
    openapi: `{ responses: { 200: { description: ok, content: { application/json: { schema: { type: object }, example: { a: 1 } } } } } }`,
  },
  "a parameter of each place": {
    swagger: `{ parameters: [${text("q", "query", "type: integer, required: true, minimum: 1")}, ${text("X-Id", "header", "type: string, format: uuid, description: An ID")}], ${answers} }`,
    openapi: `{ parameters: [${text("q", "query", "required: true, schema: { type: integer, minimum: 1 }")}, ${text("X-Id", "header", "description: An ID, schema: { type: string, format: uuid }")}], ${answers} }`,
  },
  "a shared parameter": {
    top: `parameters:\n  Limit: ${text("limit", "query", "type: integer")}`,
    swagger: `{ parameters: [{ $ref: "#/parameters/Limit" }], ${answers} }`,
    components: `components:\n  parameters:\n    Limit: ${text("limit", "query", "schema: { type: integer }")}`,
    openapi: `{ parameters: [{ $ref: "#/components/parameters/Limit" }], ${answers} }`,
  },
  "a list with commas": {
    swagger: `{ parameters: [${list("query", "csv")}], ${answers} }`,
    openapi: `{ parameters: [${styled("query", "style: form, explode: false")}], ${answers} }`,
  },
  "a list with spaces": {
    swagger: `{ parameters: [${list("query", "ssv")}], ${answers} }`,
    openapi: `{ parameters: [${styled("query", "style: spaceDelimited, explode: false")}], ${answers} }`,
  },
  "a list with bars": {
    swagger: `{ parameters: [${list("query", "pipes")}], ${answers} }`,
    openapi: `{ parameters: [${styled("query", "style: pipeDelimited, explode: false")}], ${answers} }`,
  },
  "a list of many parameters": {
    swagger: `{ parameters: [${list("query", "multi")}], ${answers} }`,
    openapi: `{ parameters: [${styled("query", "style: form, explode: true")}], ${answers} }`,
  },
  "a list in a header": {
    swagger: `{ parameters: [${list("header", "csv")}], ${answers} }`,
    openapi: `{ parameters: [${text("ids", "header", "schema: { type: array, items: { type: integer } }")}], ${answers} }`,
  },
  "header fields of a response": {
    swagger: `{ responses: { 200: { description: ok, headers: { X-Left: { type: integer, description: How many } } } } }`,
    openapi: `{ responses: { 200: { description: ok, headers: { X-Left: { description: How many, schema: { type: integer } } } } } }`,
  },
  "a basic login": {
    top: "securityDefinitions:\n  Own: { type: basic }",
    swagger: `{ security: [{ Own: [] }], ${answers} }`,
    components: "components:\n  securitySchemes:\n    Own: { type: http, scheme: basic }",
    openapi: `{ security: [{ Own: [] }], ${answers} }`,
  },
  "schemes below securityDefinitions": {
    top: "securityDefinitions:\n  Own: { type: apiKey, in: query, name: key }",
    swagger: `{ security: [{ Own: [] }], ${answers} }`,
    components: "securityDefinitions:\n  Own: { type: apiKey, in: query, name: key }",
    openapi: `{ security: [{ Own: [] }], ${answers} }`,
  },
  OAuth: {
    top: "securityDefinitions:\n  Own: { type: oauth2, flow: application, tokenUrl: https://x.example/token, scopes: { a: All } }",
    swagger: `{ security: [{ Own: [a] }], ${answers} }`,
    components:
      "components:\n  securitySchemes:\n    Own: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://x.example/token, scopes: { a: All } } } }",
    openapi: `{ security: [{ Own: [a] }], ${answers} }`,
  },
  "where the API is": {
    top: "host: x.example\nschemes: [https, http]\nbasePath: /v1",
    swagger: `{ ${answers} }`,
    components: 'servers: [{ url: "https://x.example/v1" }, { url: "http://x.example/v1" }]',
    openapi: `{ ${answers} }`,
  },
};

const rest = (operation: string, top: string) =>
  `x-flow-validate: { request: true, response: true }\n${top}\npaths:\n  /a:\n    post: ${operation.replace("{", "{ x-flow: a.xml,")}\n`;

describe("Swagger 2.0 and OpenAPI 3", () => {
  test.each(Object.entries(rows))("have %s in common", async (_, twins) => {
    const { top = "", components = "", files = {} } = twins;
    const swagger = await built({ "swagger.yaml": `swagger: "2.0"\n${rest(twins.swagger, top)}`, ...files });
    const openapi = await built({
      "swagger.yaml": `openapi: 3.0.3\n${rest(twins.openapi, components)}`,
      ...files,
    });
    expect(swagger.diagnostics.map(({ code, message }) => ({ code, message }))).toEqual(
      openapi.diagnostics.map(({ code, message }) => ({ code, message })),
    );
    expect(swagger.contracts).toEqual(openapi.contracts);
    expect(swagger.document).toEqual(openapi.document);
    expect(Object.keys(swagger.contracts)).not.toEqual([]);
  });

  test("point at what the author wrote", async () => {
    const { diagnostics } = await built({
      "swagger.yaml": `swagger: "2.0"
basePath: v1
consumes: [aplication/json]
paths:
  /a:
    parameters: [{ $ref: "#/parameters/Limt" }]
    post:
      x-flow: a.xml
      produces: [aplication/json]
      parameters:
        - { name: b, in: body, schema: { $ref: "#/definitions/Oder" } }
      responses: { 200: { $ref: "#/responses/Missing" } }
    pots: {}
parameters:
  Limit: { name: limit, in: query, type: array }
definitions:
  Order: { type: object }
`,
    });
    const found = diagnostics.map(({ code, message, span }) => `${span && textOf(span)}: ${code} ${message}`);
    expect(found).toMatchInlineSnapshot(`
      [
        "v1: FLOW1113 The base path must begin with a slash, and have no query or fragment.",
        "aplication/json: FLOW1146 aplication/json is no media type that anyone knows.",
        ""#/parameters/Limt": FLOW1162 There is nothing at #/parameters/Limt, so this says nothing.",
        "aplication/json: FLOW1146 aplication/json is no media type that anyone knows.",
        ""#/definitions/Oder": FLOW1162 There is nothing at #/definitions/Oder, so this says nothing.",
        ""#/responses/Missing": FLOW1162 There is nothing at #/responses/Missing, so this says nothing.",
        "pots: FLOW1117 pots is no HTTP method, and nothing else that a path can have; it has no effect.",
        "array: FLOW1233 type: array needs items; without it, this says nothing.",
      ]
    `);
  });
});
